// Cards and connected accounts of the demonstration, made through the very doors that people use, at the local double of the
// payment provider: what its pages and ours show is one story.
import { type CardForm, keepCard } from '#functions/domain/payments/cards.ts'
import { collect } from '#functions/domain/payments/collect.ts'
import { create, type Holder, onboardingLink, refresh } from '#functions/domain/payments/connections.ts'
import type { Services } from '#functions/kit/services.ts'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { DAY, dayIn } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { roundToCents } from '#shared/money/price-text.ts'

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

/** What a client paid its agency for two weeks of a campaign: at prices of a part of a cent, and with the root's part in it. */
async function plantClientInvoices(services: Services, company: Company): Promise<void> {
  const campaign = (await services.db.campaign.list(company.id))[0]
  if (!campaign) return
  const fresh = await services.db.company.get(company.id)
  for (const [days, leads, above] of [
    [15, 184, 0],
    [8, 211, 12],
  ] as const) {
    const at = services.now() - days * DAY
    const day = (more: number) => dayIn(SYSTEM_ZONE, at + more * DAY)
    const lines = [
      { label: 'Campaign fee', qty: 1, unitCentiCents: 250_000, amountCents: 2_500 },
      { label: 'Leads basic', qty: leads, unitCentiCents: 12_525, amountCents: roundToCents(leads * 12_525) },
      ...(above > 0
        ? [{ label: 'Leads above limit', qty: above, unitCentiCents: 9_000, amountCents: roundToCents(above * 9_000) }]
        : []),
    ]
    const amountCents = lines.reduce((sum, line) => sum + line.amountCents, 0)
    await collect(
      { ...services, now: () => at },
      {
        company: fresh,
        key: `${campaign.id}-demo-${days}`,
        purpose: 'invoice',
        about: 'leads',
        campaignId: campaign.id,
        description: `Leads of ${campaign.name}`,
        amountCents,
        applicationFeeCents: roundToCents((leads + above) * 4_200),
        lines,
        facts: {
          clientId: company.id,
          term: 'Weekly',
          periodFromOn: day(-7),
          periodToOn: day(-1),
          subtotalCents: amountCents,
          discountCents: 0,
        },
      },
    )
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
  await plantClientInvoices(services, cast.brightSmiles)
  const clients = await db.company.listByParent(cast.northlight.id, 'client')
  const failing = [...agencies, ...clients].filter(({ paymentFailed }) => paymentFailed)
  await each([...failing.entries()], ([index, company]) => plantFailure(services, company, index))
}
