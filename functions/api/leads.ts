import * as leads from '#shared/contracts/leads/calls.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('leads', area(leads), (name) => import(`./leads/${name}.ts`))
