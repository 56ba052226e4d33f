// A tool was connected again: the leads that waited for it leave. A Google account gets the sheets of campaigns that run.
import { runningCampaigns } from '../domain/campaigns/all.ts'
import { releaseHeld } from '../domain/integrations/held.ts'
import { beginSheets } from '../domain/sheets/write.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('releaseDeliveries', {
  async run({ message, ...services }) {
    const released = await releaseHeld(services, message)
    const { db } = services
    const company = message.kind === 'google_sheets' ? await db.company.find(message.companyId) : undefined
    const begun = company ? await beginSheets(services, await runningCampaigns(db, company)) : 0
    return `${released} deliveries begin anew, ${begun} sheets are made`
  },
})
