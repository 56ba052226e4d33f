import * as integrations from '#shared/contracts/integrations/calls.ts'
import * as history from '#shared/contracts/integrations/history.ts'
import * as sheets from '#shared/contracts/integrations/sheets.ts'
import * as signIn from '#shared/contracts/integrations/sign-in.ts'
import * as tools from '#shared/contracts/integrations/tools.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve(
  'integrations',
  area({ ...integrations, ...history, ...sheets, ...signIn, ...tools }),
  (name) => import(`./integrations/${name}.ts`),
)
