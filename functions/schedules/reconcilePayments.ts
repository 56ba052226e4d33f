import { makePaymentDeps } from '../domain/wallet/payment-deps.ts'
import { resolveAll } from '../domain/wallet/settle.ts'
import { onSchedule } from '../kit/schedule.ts'

/** Finds out what became of payments whose answer was lost. It asks; it never charges. */
export const handler = onSchedule('reconcilePayments', async (context) => {
  const { settled, open, errors } = await resolveAll(makePaymentDeps(context), context.remainingMs)
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} payments could not be looked up.`)
  return `${settled} settled, ${open} still open`
})
