import { area } from '#shared/contracts/area.ts'
import * as logs from '#shared/contracts/logs.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('logs', area(logs), (name) => import(`./logs/${name}.ts`))
