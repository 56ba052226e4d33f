import { area } from '#shared/contracts/lib/area.ts'
import * as logs from '#shared/contracts/audit/calls.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('logs', area(logs), (name) => import(`./logs/${name}.ts`))
