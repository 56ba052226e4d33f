import { area } from '#shared/contracts/lib/area.ts'
import * as campaigns from '#shared/contracts/campaigns/calls.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('campaigns', area(campaigns), (name) => import(`./campaigns/${name}.ts`))
