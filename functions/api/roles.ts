import { area } from '#shared/contracts/lib/area.ts'
import * as roles from '#shared/contracts/roles/calls.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('roles', area(roles), (name) => import(`./roles/${name}.ts`))
