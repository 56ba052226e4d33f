import * as api from '#shared/contracts/developer/api.ts'
import * as keys from '#shared/contracts/developer/keys.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('developer', area({ ...keys, ...api }), (name) => import(`./developer/${name}.ts`))
