import { sendMonths } from '../domain/billing/due.ts'
import { onSchedule } from '../kit/schedule.ts'

/** Safe to run twice, late, or for a past day: a month is decided and charged once. */
export const handler = onSchedule(
  'trueUpMinimums',
  async (context) => `${await sendMonths(context, context.at)} agencies whose month ended`,
)
