import { sumRoots } from '../domain/reports/funnel.ts'
import { sumRevenue } from '../domain/reports/revenue.ts'
import { onSchedule } from '../kit/schedule.ts'

/** What is left over is the first of the next run. */
const AT_ONCE = 5000
/** As many hours of campaigns are summed up by one message. */
const MARKS_OF_MESSAGE = 100
const ROOT_DAYS = 200
const PAID_DAYS = 500

/** Hours that are over go to the jobs of their agencies; what these did since the last run is added up for the roots. */
export const handler = onSchedule('sumReports', async (context) => {
  const { db, queues, at } = context
  const summed = await sumRoots(context, at, ROOT_DAYS)
  const errors: unknown[] = []
  const paid = await sumRevenue(context, at, PAID_DAYS, errors)
  const due = await db.leadTally.listDue(at, AT_ONCE)
  const messages = [...Map.groupBy(due, ({ agencyId }) => agencyId)].flatMap(([agencyId, all]) =>
    Array.from({ length: Math.ceil(all.length / MARKS_OF_MESSAGE) }, (_, part) => {
      const some = all.slice(part * MARKS_OF_MESSAGE, (part + 1) * MARKS_OF_MESSAGE)
      const marks = some.map(({ companyId, campaignId, hour, from }) => ({ companyId, campaignId, hour, from }))
      return { message: { agencyId, marks }, group: agencyId }
    }),
  )
  await queues.sendMany('sumTallies', messages)
  if (errors.length > 0) throw new AggregateError(errors, `The revenue of ${errors.length} companies was not counted.`)
  return `${due.length} hours sent, ${summed} days of roots and ${paid} days of payments summed up`
})
