import * as audit from '#shared/contracts/audit/calls.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('audit', area(audit), (name) => import(`./audit/${name}.ts`))
