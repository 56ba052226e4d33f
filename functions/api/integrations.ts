import * as integrations from '#shared/contracts/integrations/calls.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('integrations', area(integrations), (name) => import(`./integrations/${name}.ts`))
