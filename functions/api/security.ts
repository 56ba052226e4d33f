import { area } from '#shared/contracts/lib/area.ts'
import * as security from '#shared/contracts/security/calls.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('security', area(security), (name) => import(`./security/${name}.ts`))
