import { area } from '#shared/contracts/lib/area.ts'
import * as payments from '#shared/contracts/payments/calls.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('payments', area(payments), (name) => import(`./payments/${name}.ts`))
