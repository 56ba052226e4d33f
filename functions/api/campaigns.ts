import * as campaigns from '#shared/contracts/campaigns/calls.ts'
import * as groups from '#shared/contracts/campaigns/groups.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('campaigns', area({ ...campaigns, ...groups }), (name) => import(`./campaigns/${name}.ts`))
