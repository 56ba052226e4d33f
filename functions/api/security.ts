import { area } from '#shared/contracts/area.ts'
import * as security from '#shared/contracts/security.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('security', area(security), (name) => import(`./security/${name}.ts`))
