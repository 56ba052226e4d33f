// The month of a client: what its campaigns sold in it was taken from its bound, and nothing is sold beyond it.
import { type ClientCap, isTakenFrom } from '#shared/money/client-cap.ts'
import type { CampaignBooks } from './books.ts'
import type { World } from './world.ts'

type Seen = { cap: ClientCap; sold: number; joined: string }

/** Compares bounds with what was sold, again and again; each time with the time before. */
export function openCaps() {
  const seen = new Map<string, Seen>()
  function faultsOf(companyId: string, cap: ClientCap, books: readonly CampaignBooks[]): string[] {
    const before = seen.get(companyId)
    const joined = books.filter(({ campaign, meter }) => campaign.companyId === companyId && meter.isClientCapped)
    // A campaign that sold nothing since the month began still counts the one before.
    const sold = joined
      .filter(({ meter }) => meter.month === cap.month)
      .reduce((sum, { meter }) => sum + meter.monthRetailCentiCents, 0)
    const now: Seen = { cap, sold, joined: joined.map(({ campaign }) => campaign.id).join() }
    seen.set(companyId, now)
    if (!isTakenFrom(cap)) return []
    const faults: string[] = []
    const all = cap.capCents * 100
    if (all - cap.leftCentiCents !== sold)
      faults.push(`${companyId}: ${all - cap.leftCentiCents} is taken from its bound, its campaigns sold for ${sold}`)
    if (cap.capCents === 0) return faults
    for (const { campaign, meter } of books)
      if (campaign.companyId === companyId && campaign.status === 'active' && !meter.isClientCapped)
        faults.push(`${companyId}: the leads of ${campaign.id} are not taken from its bound`)
    const isSame = before?.cap.version === cap.version && before.cap.month === cap.month && before.joined === now.joined
    if (isSame && sold > Math.max(all, before.sold))
      faults.push(`${companyId}: its campaigns sold for ${sold}, its bound is ${all}`)
    return faults
  }
  return {
    /** `findCap` reads the bound of a client as it stands. */
    async compare(
      { clients }: World,
      books: readonly CampaignBooks[],
      findCap: (companyId: string) => Promise<ClientCap>,
    ): Promise<string[]> {
      const faults: string[] = []
      for (const companyId of clients) faults.push(...faultsOf(companyId, await findCap(companyId), books))
      return faults
    },
    forget: () => seen.clear(),
  }
}
export type Caps = ReturnType<typeof openCaps>
