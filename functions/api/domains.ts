import * as domains from '#shared/contracts/domains/calls.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('domains', area(domains), (name) => import(`./domains/${name}.ts`))
