import { area } from '#shared/contracts/area.ts'
import * as roles from '#shared/contracts/roles.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('roles', area(roles), (name) => import(`./roles/${name}.ts`))
