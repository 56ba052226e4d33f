import { sendTerms } from '../domain/billing/due.ts'
import { onSchedule } from '../kit/schedule.ts'

/** Safe to run twice, late, or for a past day: what was billed is not billed again. */
export const handler = onSchedule(
  'billManually',
  async (context) => `${await sendTerms(context, context.at)} agencies looked after`,
)
