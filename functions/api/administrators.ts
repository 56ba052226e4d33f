import * as administrators from '#shared/contracts/staff/calls.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('administrators', area(administrators), (name) => import(`./administrators/${name}.ts`))
