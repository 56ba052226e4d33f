import { sendBills } from '../domain/billing/bill-due.ts'
import { onSchedule } from '../kit/schedule.ts'

/** Safe to run twice, late, or for a past day: what was billed is not billed again. */
export const handler = onSchedule('billCampaigns', async (context) => {
  const { due, open } = await sendBills(context, context.at)
  return `${due} campaigns due, ${open} bills open`
})
