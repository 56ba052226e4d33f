import * as campaigns from '#shared/contracts/campaigns/calls.ts'
import * as groups from '#shared/contracts/campaigns/groups.ts'
import * as purchases from '#shared/contracts/campaigns/purchases.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve(
  'campaigns',
  area({ ...campaigns, ...groups, ...purchases }),
  (name) => import(`./campaigns/${name}.ts`),
)
