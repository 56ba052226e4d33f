import { retryDue } from '../domain/payments/retry.ts'
import { onSchedule } from '../kit/schedule.ts'

/** Safe to run twice, late, or for a past day: each planned try has a key of its own. */
export const handler = onSchedule('retryFailedCharges', async (context) => {
  const { paid, failed, open, errors } = await retryDue(context, context.at, context.remainingMs)
  for (const error of errors) context.report('a payment is looked at again in an hour', error)
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} payments could not be tried.`)
  return `${paid} paid, ${failed} declined again, ${open} still open`
})
