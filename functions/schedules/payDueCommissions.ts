import { payDue } from '../domain/sales/commissions.ts'
import { onSchedule } from '../kit/schedule.ts'

/** Pays what could not be paid when it fell due: accounts that were not connected, and answers that were lost. */
export const handler = onSchedule('payDueCommissions', async (context) => {
  const { paid, waiting } = await payDue(context, context.remainingMs)
  return `${paid} paid, ${waiting} wait`
})
