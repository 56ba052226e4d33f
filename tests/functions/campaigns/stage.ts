// What the suites of this folder share: an agency whose clients may start campaigns, and campaigns as people make them.
import type { Input } from '#shared/contracts/index.ts'
import { noPrice, type RetailPrice } from '#shared/money/price-list.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

export async function startCampaigns(env: Record<string, string> = {}, at?: number) {
  const h = await harness({ env, ...(at !== undefined && { at }) })
  const { northlight, brightSmiles, harbor } = h.cast
  let made = 0

  /** The agency pays by hand, has a card, and sells all products. */
  async function makeReady(price: Partial<RetailPrice> = {}): Promise<void> {
    const { db, services } = h
    await db.company.update(northlight.id, {
      manualBill: true,
      paymentFailed: false,
      terms: ['Weekly', 'Monthly', 'One Time', 'Prepaid'],
      modules: {
        local: { name: 'Site ID', url: 'siteid' },
        locator: { name: 'Search ID', url: 'searchid' },
        enhance: { name: 'Enhance ID', url: 'enhanceid' },
        b2b: { name: 'B2B ID', url: 'b2bid' },
      },
    })
    await db.billing.claimCustomer(northlight.id, '', 'cus_ready')
    await db.billing.save(northlight.id, { cardId: 'pm_ready' })
    for (const line of ['local', 'locator', 'enhance', 'b2b'] as const)
      await db.price.saveRetail(
        northlight.id,
        line,
        { ...noPrice, perLeadCentiCents: 10_000, ...price },
        { by: 'test', at: services.now() },
      )
  }

  const site = (more: Partial<Input<'campaigns.create'>> = {}): Input<'campaigns.create'> => ({
    companyID: brightSmiles.id,
    leadspeekType: 'local',
    campaignName: `Visitors ${++made}`,
    urlCode: 'https://www.brightsmiles.example/',
    ...more,
  })
  const search = (more: Partial<Input<'campaigns.create'>> = {}): Input<'campaigns.create'> => ({
    companyID: harbor.id,
    leadspeekType: 'locator',
    campaignName: `Searches ${++made}`,
    locatorkeyword: ['roof repair'],
    nationaltargeting: 'T',
    ...more,
  })
  const create = (who: Member, asked: Input<'campaigns.create'> = site()) => h.call(who, 'campaigns.create', asked)
  const list = async (who: Member, more: Partial<Input<'campaigns.list'>> = {}) => {
    const { body } = await h.call(who, 'campaigns.list', {
      group: 'none',
      type: 'none',
      companyId: h.cast.users[who].companyId,
      clientId: 'none',
      sort: 'none',
      order: 'none',
      search: 'none',
      ...more,
    })
    return body
  }
  const run = (who: Member, leadspeekID: string, status: 'T' | 'F' = 'T') =>
    h.call(who, 'campaigns.setActive', { leadspeekID, status })
  const archive = (who: Member, leadspeekID: string, status: 'T' | 'F' = 'T') =>
    h.call(who, 'campaigns.setArchived', { leadspeekID, status })
  const remove = (who: Member, leadspeekID: string) => h.call(who, 'campaigns.remove', { leadspeekID })
  const get = (who: Member, id: string) => h.call(who, 'campaigns.get', { id })
  return { ...h, makeReady, site, search, create, list, run, archive, remove, get }
}
