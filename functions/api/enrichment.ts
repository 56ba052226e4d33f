import * as enrichment from '#shared/contracts/enrichment/calls.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('enrichment', area(enrichment), (name) => import(`./enrichment/${name}.ts`))
