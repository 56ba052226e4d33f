import { area } from '#shared/contracts/lib/area.ts'
import * as payments from '#shared/contracts/payments/calls.ts'
import * as invoices from '#shared/contracts/payments/invoices.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('payments', area({ ...payments, ...invoices }), (name) => import(`./payments/${name}.ts`))
