import * as keywords from '#shared/contracts/keywords/calls.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('keywords', area(keywords), (name) => import(`./keywords/${name}.ts`))
