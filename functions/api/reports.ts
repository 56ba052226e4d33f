import { area } from '#shared/contracts/area.ts'
import * as reports from '#shared/contracts/reports.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('reports', area(reports), (name) => import(`./reports/${name}.ts`))
