import * as keywords from '#shared/contracts/keywords/calls.ts'
import * as lookups from '#shared/contracts/keywords/lookups.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('keywords', area({ ...keywords, ...lookups }), (name) => import(`./keywords/${name}.ts`))
