// Manual billing: an agency whose campaigns are billed wholesale to its own card, and not to its clients.
import { invalid } from '#shared/errors.ts'
import { hasCard } from '#shared/model/billing.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../data/index.ts'
import { stopCampaigns } from './stop-campaigns.ts'

type Doors = { db: Db; now: () => number }

/** Turns it on or off; answers how many campaigns were stopped. Doing it twice changes nothing the second time. */
export async function setManualBill({ db }: Doors, agency: Company, isOn: boolean): Promise<number> {
  if (isOn) {
    if (!hasCard(await db.billing.get(agency.id)))
      throw invalid({ companyID: 'This agency has no card on file. It must save one first.' })
    await db.company.update(agency.id, { manualBill: true })
    return 0
  }
  // Campaigns stop while the agency still pays for them, so that none runs on nobody's account.
  const stopped = await stopCampaigns(db, agency, 'manual_bill_stop')
  await db.company.update(agency.id, { manualBill: false })
  return stopped
}
