// The companies whose campaigns are sold and billed: an agency with an account that takes cards, a card and a wallet; its clients
// with cards in that account; campaigns of every payment term.
import type { Services } from '#functions/kit/services.ts'
import type { StripeDouble } from '#infra/local/doubles/stripe.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { PaymentTerm } from '#shared/model/company.ts'
import { noAccount } from '#shared/model/connected-account.ts'
import { cents } from '#shared/money/cents.ts'
import { Entry } from '#shared/money/ledger.ts'
import { type CostList, noCosts, noPrice, type RetailPrice } from '#shared/money/price-list.ts'
import type { Cast } from '#tests/support/cast.ts'
import type { Dice } from '../dice.ts'

export type World = {
  agencyId: string
  accountId: string
  clients: string[]
  campaigns: Campaign[]
}

const VISA = 'pm_card_visa'
export const DECLINES = 'pm_card_chargeCustomerFail'

type Parts = { services: Services; double: StripeDouble; cast: Cast; dice: Dice }

/** Gives a company another card: one that pays, or one whose bank declines each charge. */
export async function giveCard(
  { services, double }: Pick<Parts, 'services' | 'double'>,
  companyId: string,
  { accountId, kind = VISA, key }: { accountId: string; kind?: string; key: string },
): Promise<void> {
  const { db, payments } = services
  const known = await db.billing.get(companyId)
  const at = accountId ? { accountId } : {}
  const holder = { name: companyId, email: `${companyId}@example.com` }
  let { customerId } = known
  if (!customerId || known.accountId !== accountId) {
    const made = await payments.createCustomer({
      key: `${companyId}-${key}`,
      holder,
      metadata: { company: companyId },
      ...at,
    })
    customerId = await db.billing.claimCustomer(companyId, accountId, made.id)
  }
  const setup = await payments.setUpCard({
    key: `${companyId}-${key}-card`,
    customerId,
    paymentMethodId: double.card(kind, accountId),
    metadata: { company: companyId },
    ...at,
  })
  if (setup.status !== 'saved') throw new Error(`The card was not saved: ${setup.status}.`)
  const { id: cardId, brand: cardBrand, last4: cardLast4 } = setup.card
  await db.billing.save(companyId, { cardId, cardBrand, cardLast4 })
}

/** Money in a Data Wallet that nobody was charged for here: the wallet's own simulator is about that. */
export async function fillWallet(
  { services }: Pick<Parts, 'services'>,
  companyId: string,
  amountCents: number,
  id: string,
) {
  const { db, now } = services
  const entry = Entry.parse({
    id,
    companyId,
    kind: 'topup',
    state: 'pending',
    amountCents: cents(amountCents),
    at: now(),
    title: 'Top-up',
    rule: 'Somebody filled it.',
    origin: 'manual',
  })
  await db.ledger.beginManual(entry, { isCustom: true, isStopped: true }, now())
  await db.ledger.post(entry, `ch_${id}`, now())
}

export const terms = ['Weekly', 'Monthly', 'Prepaid', 'One Time'] as const satisfies readonly PaymentTerm[]

export const costsOf = (dice: Dice): CostList => {
  const fees = () => ({
    platformFeeCents: 100 * dice.below(40),
    periodFeeCents: 100 * dice.below(30),
    perLeadCentiCents: 50 * dice.below(120),
    perLeadAdvancedCentiCents: 0,
  })
  const line = { Weekly: fees(), Monthly: fees(), OneTime: fees(), Prepaid: fees() }
  return { term: 'Weekly', costs: { ...noCosts.costs, local: line } }
}

/** Prices of a campaign. Now and then they are lower than what its agency pays, or nothing. */
export const priceOf = (dice: Dice, term: PaymentTerm): RetailPrice => ({
  ...noPrice,
  term,
  perLeadCentiCents: dice.chance(0.1) ? 0 : 50 * dice.between(1, 300),
  periodFeeCents: 100 * dice.below(60),
  platformFeeCents: 100 * dice.below(60),
  aboveLimitCentiCents: dice.chance(0.3) ? 50 * dice.between(1, 100) : 0,
  limit:
    term === 'One Time'
      ? { count: dice.between(5, 20), every: 'max', fromOn: '', toOn: '' }
      : { count: dice.pick([0, 0, 6, 12]), every: dice.pick(['day', 'month']), fromOn: '', toOn: '' },
  topUp: { mode: dice.pick(['continual', 'onetime']), leads: dice.between(5, 30) },
})

export async function plantWorld({ services, double, cast, dice }: Parts, tag: string): Promise<World> {
  const { db, payments, now } = services
  const agencyId = `com_${tag}a`
  await db.company.create({
    ...cast.northlight,
    id: agencyId,
    name: tag,
    subdomain: null,
    createdAt: now(),
    manualBill: false,
    terms: [...terms],
  })
  const made = await payments.createAccount({
    key: agencyId,
    email: `${tag}@example.com`,
    name: tag,
    takesCards: true,
    metadata: { company: agencyId },
  })
  double.setAccount(made.id, 'complete')
  const account = {
    ...noAccount,
    accountId: made.id,
    state: 'completed' as const,
    chargesEnabled: true,
    checkedAt: now(),
  }
  await db.connectedAccount.link({ company: agencyId }, account)
  await db.company.update(agencyId, { connection: 'completed', chargesEnabled: true })
  await giveCard({ services, double }, agencyId, { accountId: '', key: 'first' })
  await fillWallet({ services }, agencyId, 100 * dice.between(5, 400), 'top-first')
  await db.price.saveCosts(agencyId, costsOf(dice), { at: now(), by: 'simulator' })
  const clients: string[] = []
  const campaigns: Campaign[] = []
  for (const index of [0, 1]) {
    const companyId = `com_${tag}c${index}`
    clients.push(companyId)
    const company = { ...cast.brightSmiles, id: companyId, name: `${tag} ${index}`, subdomain: null, createdAt: now() }
    await db.company.create({ ...company, parentId: agencyId, ancestors: [agencyId, cast.root.id] })
    await giveCard({ services, double }, companyId, { accountId: made.id, key: 'first' })
    for (const each of [0, 1]) {
      const term = dice.pick(terms)
      const planted = await db.campaignChange.create({
        ...cast.campaigns.smiles,
        id: `cmp_${tag}c${index}k${each}`,
        name: `${tag} ${index} ${each}`,
        companyId,
        agencyId,
        status: 'paused',
        statusReason: 'new',
        version: 0,
        createdAt: now(),
        startedAt: 0,
        term,
        monthlyCapCents: dice.chance(0.2) ? 100 * dice.between(1, 60) : 0,
      })
      if (typeof planted === 'string') throw new Error(`A campaign could not be planted: ${planted}.`)
      await db.price.saveRetail(companyId, 'local', priceOf(dice, term), { at: now(), by: 'simulator' }, planted.id)
      campaigns.push(planted)
    }
  }
  return { agencyId, accountId: made.id, clients, campaigns }
}
