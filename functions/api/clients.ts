import { area } from '#shared/contracts/lib/area.ts'
import * as audiences from '#shared/contracts/audiences/calls.ts'
import * as clientFiles from '#shared/contracts/companies/files.ts'
import * as clients from '#shared/contracts/companies/calls.ts'
import * as groups from '#shared/contracts/campaigns/groups.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve(
  'clients',
  area({ ...clients, ...groups, ...clientFiles, ...audiences }),
  (name) => import(`./clients/${name}.ts`),
)
