import { area } from '#shared/contracts/area.ts'
import * as payments from '#shared/contracts/payments.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('payments', area(payments), (name) => import(`./payments/${name}.ts`))
