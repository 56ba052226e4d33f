import { area } from '#shared/contracts/lib/area.ts'
import * as reports from '#shared/contracts/reports/calls.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('reports', area(reports), (name) => import(`./reports/${name}.ts`))
