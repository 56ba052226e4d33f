import { area } from '#shared/contracts/lib/area.ts'
import * as sales from '#shared/contracts/sales/calls.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('sales', area(sales), (name) => import(`./sales/${name}.ts`))
