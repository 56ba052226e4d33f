// A message that comes twice, late, or to two workers at once finds the row leased or not due, and ends.
import { PULL_EVERY_MS } from '#shared/campaigns/pull.ts'
import { pullCampaign } from '../domain/leads/pull.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('pullCampaign', {
  run: (context) => pullCampaign(context, context.message),
  // What fails each time must not be tried by every run of the timetable.
  async failed({ db, message, now }) {
    const pull = await db.pull.find(message)
    if (pull) await db.pull.save(pull, { leasedUntil: 0, nextAt: now() + PULL_EVERY_MS })
  },
})
