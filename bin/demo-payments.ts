// Cards and connected accounts of the demonstration, made through the very doors that people use, at the local double of the
// payment provider: what its pages and ours show is one story.

import { collectBill } from '#functions/domain/billing/collect-bill.ts'
import { type CardForm, keepCard } from '#functions/domain/payments/cards.ts'
import { collect } from '#functions/domain/payments/collect.ts'
import { create, type Holder, onboardingLink, refresh } from '#functions/domain/payments/connections.ts'
import type { Services } from '#functions/kit/services.ts'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { DAY, dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { CampaignBill } from '#shared/model/campaign-bill.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { billSums, feeItems, leadItems, noCarry } from '#shared/money/bill.ts'
import { noFees, noPrice } from '#shared/money/price-list.ts'

type Cast = {
  root: Company
  northlight: Company
  copper: Company
  brightSmiles: Company
  peakFitness: Company
  users: Record<'sam' | 'ellen', User>
}
type Step = 'complete' | 'verifying'
const AT_ONCE = 8
const DOOR = '/_local/stripe'

/** Fills in the provider's form as the owner of an account would. */
async function fillIn(services: Services, link: string, step: Step): Promise<void> {
  const path = new URL(link).pathname.replace(DOOR, '')
  // The platform's own door is not open yet.
  await fetch(new URL(path, services.env.STRIPE_URL), {
    method: 'POST',
    body: new URLSearchParams({ step }),
    redirect: 'manual',
  })
}

async function connect(services: Services, holder: Holder, step: Step | undefined): Promise<void> {
  await create(services, holder)
  const back = `${services.env.PLATFORM_SCHEME}://${services.env.PLATFORM_DOMAIN}/`
  if (step) await fillIn(services, await onboardingLink(services, holder, back), step)
  await refresh(services, holder)
}

const formOf = (company: Company, token: string): CardForm => ({
  token,
  couponCode: '',
  isDirect: company.kind === 'agency',
  holder: {
    name: company.name,
    email: company.email,
    address: {
      line1: company.address.street || '1 Loom Street',
      city: company.address.city || 'Chicago',
      state: company.address.stateCode || 'IL',
      postal_code: company.address.zip || '60601',
      country: 'US',
    },
  },
})

async function each<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(work))
}

/** A company whose card can be kept and pays nothing, with one invoice that it could not pay. */
async function plantFailure(services: Services, company: Company, index: number): Promise<void> {
  await keepCard(services, company, formOf(company, 'pm_card_chargeCustomerFail'))
  const campaign = (await services.db.campaign.list(company.id))[0]
  await collect(services, {
    company: await services.db.company.get(company.id),
    key: 'invoice-demo',
    purpose: 'invoice',
    amountCents: 14_250 + index * 1_375,
    description: 'Leads of last week',
    ...(campaign && { campaignId: campaign.id }),
  })
}

/** Invoices of the last weeks, paid by the company's card. */
async function plantInvoices(services: Services, company: Company): Promise<void> {
  const fresh = await services.db.company.get(company.id)
  const of = { company: fresh, purpose: 'invoice' }
  const lines = [
    { label: 'Minimum of the month', amountCents: 34_900 },
    { label: 'Spent', amountCents: -21_350 },
  ]
  const before = (days: number) => ({ ...services, now: () => services.now() - days * DAY })
  await collect(before(24), {
    ...of,
    key: 'invoice-demo-1',
    about: 'leads',
    amountCents: 21_350,
    description: 'Leads to date',
  })
  await collect(before(9), {
    ...of,
    key: 'invoice-demo-2',
    about: 'true-up',
    amountCents: 13_550,
    lines,
    description: 'Minimum spend true-up',
  })
}

/** Two bills of a client's campaign, at prices of a part of a cent. They come before its first lead, so they take none of them. */
export async function plantBills(services: Services, { companyId, id, agencyId, rootId }: Campaign): Promise<void> {
  const { db, env } = services
  if (!env.STRIPE_URL) return
  const campaign = { companyId, id }
  const fee = feeItems('campaign', { ...noPrice, periodFeeCents: 2_500 }, { ...noFees, periodFeeCents: 900 })
  for (const [days, leads] of [
    [15, { bsn12525w4200r700: 184 }],
    [8, { bsn12525w4200r700: 211, bsa9000w4200r700: 12 }],
  ] as const) {
    const at = services.now() - days * DAY
    const day = (more: number) => dayIn(SYSTEM_ZONE, at + more * DAY)
    const items = [...fee, ...leadItems(leads)]
    const seq = (await db.lead.findMeter(campaign, true))?.seq ?? 0
    const bill: CampaignBill = {
      companyId,
      campaignId: id,
      agencyId,
      rootId,
      key: `bill-${String(seq).padStart(6, '0')}`,
      why: 'period',
      payer: 'client',
      term: 'Weekly',
      fromOn: day(-7),
      toOn: day(-1),
      items,
      sums: billSums(items, { payer: 'client', carry: noCarry, isLast: false }),
      carried: noCarry,
      createdAt: at,
      isDone: false,
    }
    await db.campaignBill.close(campaign, { seq, at, why: 'period', payer: 'client' })
    if (await db.campaignBill.make(campaign, seq, bill, await db.campaignBill.findState(campaign), {}))
      await collectBill({ ...services, now: () => at }, bill)
  }
}

export async function plantPayments(services: Services, cast: Cast): Promise<void> {
  const { db, env } = services
  if (!env.STRIPE_URL) return
  const agencies = await db.company.listByParent(cast.root.id, 'agency')
  await each(agencies, (company) => connect(services, { company }, 'complete'))
  await connect(services, { user: cast.users.sam }, 'complete')
  await connect(services, { user: cast.users.ellen }, 'verifying')
  const paying: [Company, string][] = [
    [cast.northlight, 'pm_card_visa'],
    [cast.copper, 'pm_card_mastercard'],
    [cast.brightSmiles, 'pm_card_visa'],
    [cast.peakFitness, 'pm_card_amex'],
  ]
  await each(paying, ([company, token]) => keepCard(services, company, formOf(company, token)))
  await each([cast.northlight, cast.copper], (company) => plantInvoices(services, company))
  const clients = await db.company.listByParent(cast.northlight.id, 'client')
  const failing = [...agencies, ...clients].filter(({ paymentFailed }) => paymentFailed)
  await each([...failing.entries()], ([index, company]) => plantFailure(services, company, index))
}
