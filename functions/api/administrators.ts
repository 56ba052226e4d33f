import * as administrators from '#shared/contracts/administrators.ts'
import { area } from '#shared/contracts/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('administrators', area(administrators), (name) => import(`./administrators/${name}.ts`))
