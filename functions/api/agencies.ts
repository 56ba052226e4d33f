import * as agencies from '#shared/contracts/agencies.ts'
import { area } from '#shared/contracts/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('agencies', area(agencies), (name) => import(`./agencies/${name}.ts`))
