import * as agencies from '#shared/contracts/companies/agencies.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('agencies', area(agencies), (name) => import(`./agencies/${name}.ts`))
