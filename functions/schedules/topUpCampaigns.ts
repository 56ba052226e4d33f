import { onSchedule } from '../kit/schedule.ts'

/** What is left over is the first of the next run. */
const AT_ONCE = 1000

/** One message for each campaign of which something is under way for too long. One that is sent twice does nothing twice. */
export const handler = onSchedule('topUpCampaigns', async ({ db, queues, at, now }) => {
  const due = await db.campaignBill.listUnfinished(Math.min(at, now()), AT_ONCE)
  await queues.sendMany(
    'topUpCampaign',
    due.map((message) => ({ message, group: message.companyId })),
  )
  return `${due.length} sent`
})
