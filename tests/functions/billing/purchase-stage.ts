// What the suites of purchases share: an agency that takes cards, a client with a card there, and campaigns with prices.
import { secondPress } from '#functions/domain/purchases/purchase.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { noFees, noPrice, type RetailPrice } from '#shared/money/price-list.ts'
import type { Member } from '../../support/cast.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { startCampaigns } from '../campaigns/stage.ts'
import { stageOf } from '../payments/stage.ts'

export const PRICE: RetailPrice = {
  ...noPrice,
  term: 'Prepaid',
  perLeadCentiCents: 15_000,
  periodFeeCents: 5_000,
  platformFeeCents: 10_000,
  limit: { count: 10, every: 'max', fromOn: '', toOn: '' },
  topUp: { mode: 'continual', leads: 100 },
}
const fees = { ...noFees, perLeadCentiCents: 5_000, platformFeeCents: 4_000, periodFeeCents: 1_000 }
const terms = { Weekly: fees, Monthly: fees, OneTime: fees, Prepaid: fees }

export async function startPurchases(env: Record<string, string> = {}, at?: number) {
  const h = await startCampaigns(env, at)
  await h.makeReady()
  const { northlight, brightSmiles, users } = h.cast
  const cards = stageOf(h)
  const costs = { term: 'Weekly' as const, costs: { local: terms, locator: terms, enhance: terms, b2b: terms } }
  await h.db.price.saveCosts(northlight.id, costs, { by: 'test', at: h.services.now() })
  // The card that the stage of campaigns puts there is none of the provider's.
  await h.db.billing.claimCustomer(northlight.id, 'acct_none', 'cus_none')
  const saved = await cards.saveCard('ada')
  if (saved.status !== 200) throw new Error(`No card: ${JSON.stringify(saved.body)}`)
  const accountId = await cards.connect('ada')
  await cards.saveCard('cleo', 'pm_card_visa', accountId)
  await h.db.company.update(northlight.id, { manualBill: false })

  let made = 0
  async function campaign(price: Partial<RetailPrice> = {}, line: Campaign['line'] = 'local'): Promise<Campaign> {
    const whole = { ...PRICE, ...price }
    const planted = await plantCampaign(h.db, {
      ...h.cast.campaigns.smiles,
      id: h.services.newId('campaign'),
      name: `Bought ${++made}`,
      line,
      status: 'paused',
      statusReason: 'new',
      startedAt: 0,
      term: whole.term,
    })
    await h.db.price.saveRetail(brightSmiles.id, planted.line, whole, { by: 'test', at: h.services.now() }, planted.id)
    return planted
  }
  const fresh = async ({ companyId, id }: Pick<Campaign, 'companyId' | 'id'>) => h.db.campaign.get(companyId, id)
  const meterOf = async (of: Campaign) => {
    const meter = await h.db.lead.findMeter(of, true)
    if (!meter) throw new Error('There is no meter.')
    return meter
  }
  /** Charges at the provider for one campaign: amount, fee, state. */
  const charges = (of: Pick<Campaign, 'id'>, account = accountId) =>
    h.stripe
      .list('payment_intent', account)
      .filter(({ metadata }) => metadata.payment?.startsWith(of.id))
      .map(({ amount, status, application_fee_amount: fee }) => ({ amount, status, fee }))
  const paid = (of: Pick<Campaign, 'id'>, account = accountId) =>
    charges(of, account).filter(({ status }) => status === 'succeeded')
  const begin = (who: Member, of: Campaign) => h.run(who, of.number)
  /** While the provider answers nobody: who waits there for another one who pressed would wait two seconds for nothing. */
  async function beginInVain(who: Member, of: Campaign) {
    const { waitMs } = secondPress
    secondPress.waitMs = 0
    return begin(who, of).finally(() => Object.assign(secondPress, { waitMs }))
  }
  let people = 0
  async function sell(of: Campaign, count: number): Promise<number> {
    const at = h.services.now()
    let stored = 0
    for (let left = count; left > 0; left -= 40) {
      const leads = Array.from({ length: Math.min(40, left) }, () => {
        const n = ++people
        const person = { personId: `b${n}`, email: `b${n}@example.com`, firstName: 'A', lastName: 'B' }
        return { id: `led_b${n}`, person, pageUrl: '', visitedAt: at }
      })
      const ends = await h.db.lead.store(of, { at, leads, funding: 'lot' })
      stored += ends.filter(({ end }) => end === 'stored').length
    }
    return stored
  }
  const sweep = async () => {
    await h.runner.trigger('topUpCampaigns', h.services.now())
    await h.drain()
  }
  return { ...h, ...cards, accountId, users, campaign, fresh, meterOf, charges, paid, begin, beginInVain, sell, sweep }
}
export type Purchases = Awaited<ReturnType<typeof startPurchases>>
