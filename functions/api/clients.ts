import { area } from '#shared/contracts/area.ts'
import * as audiences from '#shared/contracts/audiences.ts'
import * as clientFiles from '#shared/contracts/client-files.ts'
import * as clients from '#shared/contracts/clients.ts'
import * as groups from '#shared/contracts/groups.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve(
  'clients',
  area({ ...clients, ...groups, ...clientFiles, ...audiences }),
  (name) => import(`./clients/${name}.ts`),
)
