// A tool was connected again: the leads that waited for it leave. A Google account gets the sheets of campaigns that run,
// and takes those that it has from readers who left meanwhile. So do all where somebody was removed.
import { allCampaigns } from '../domain/campaigns/all.ts'
import { isConnected, releaseHeld } from '../domain/integrations/held.ts'
import { followLeft } from '../domain/sheets/readers.ts'
import { beginSheets } from '../domain/sheets/write.ts'
import { consume } from '../kit/consume.ts'

async function takeSheets(services: Parameters<typeof followLeft>[0], companyId: string): Promise<string> {
  const company = await services.db.company.find(companyId)
  const followed = company ? await followLeft(services, await allCampaigns(services.db, company)) : 0
  return `${followed} sheets follow their readers`
}

export const handler = consume('releaseDeliveries', {
  async run({ message, ...services }) {
    if (message.isForReaders) return takeSheets(services, message.companyId)
    // It was about to be connected, and was not, or was lost again: who waits goes on waiting.
    if (!(await isConnected(services, message))) return 'its tool is not connected'
    const released = await releaseHeld(services, message)
    const { db } = services
    const company = message.kind === 'google_sheets' ? await db.company.find(message.companyId) : undefined
    if (!company) return `${released} deliveries begin anew`
    const campaigns = await allCampaigns(db, company)
    const running = campaigns.filter(({ status }) => status === 'active')
    const begun = await beginSheets(services, running)
    const followed = await followLeft(services, campaigns, company.id)
    return `${released} deliveries begin anew, ${begun} sheets are made, ${followed} follow their readers`
  },
})
