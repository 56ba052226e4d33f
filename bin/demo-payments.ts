// Cards and connected accounts of the demonstration, made through the very doors that people use, at the local double of the
// payment provider: what its pages and ours show is one story.

import { billCampaign } from '#functions/domain/billing/bill-campaign.ts'
import { trueUp } from '#functions/domain/billing/true-up.ts'
import { type CardForm, keepCard } from '#functions/domain/payments/cards.ts'
import { tryAgain } from '#functions/domain/payments/collect.ts'
import { create, type Holder, onboardingLink, refresh } from '#functions/domain/payments/connections.ts'
import type { Services } from '#functions/kit/services.ts'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { DAY, dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { Payment } from '#shared/model/payment.ts'
import type { User } from '#shared/model/user.ts'
import { plannedKey } from '#shared/money/attempt.ts'
import { nextTryAt } from '#shared/money/retries.ts'
import { beginBilling } from './demo-companies.ts'

type Cast = {
  root: Company
  northlight: Company
  copper: Company
  brightSmiles: Company
  harbor: Company
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

const report = (what: string, error: unknown) => console.error(`${what}:`, error)
const at = (services: Services, now: number) => ({ ...services, report, now: () => now })

/**
 * Each bill of a campaign that came due up to an instant (ms), made and charged on the day on which it was due, as in life. Answers
 * when the next one is due (ms).
 */
export async function billUpTo(services: Services, campaign: Campaign, end: number): Promise<number> {
  const never = Number.POSITIVE_INFINITY
  if (!services.env.STRIPE_URL) return never
  for (;;) {
    const { dueAt } = await services.db.campaignBill.findState(campaign)
    if (dueAt === null || dueAt > end) return dueAt ?? never
    await billCampaign(at(services, dueAt), campaign)
  }
}

/** What an agency did not spend of the minimum of its first month, which ended some days ago. */
async function plantMinimum(services: Services, { id }: Company, planId: string): Promise<void> {
  const { db, now } = services
  await db.company.update(id, { minimumSpendPlanId: planId, minimumAgreedAt: now() - MONTH_AGO * DAY })
  // It had the plan all the time: one that is given now is none of the month that is over.
  await db.company.update(id, { minimumBefore: [] })
  const due = now() - 2 * DAY
  const month = { today: dayIn(SYSTEM_ZONE, due), timeZone: SYSTEM_ZONE, minimum: undefined }
  await trueUp(at(services, due), await db.company.get(id), month)
}
/** So that the month is over, however many days it has. */
const MONTH_AGO = 34

/** A client that could not pay the fee of the last week, which is all that there was to pay. */
async function plantUnpaidFee(services: Services, client: Company): Promise<void> {
  for (const campaign of await services.db.campaign.list(client.id))
    if (campaign.status === 'active') {
      await beginBilling(at(services, services.now() - 7 * DAY), campaign)
      await billUpTo(services, campaign, services.now())
    }
}

/** The planned tries of what a company failed to pay, each on its day: else the next one of an older debt would lie in the past. */
async function tryUntilNow(services: Services, { id }: Company): Promise<void> {
  for (const owed of await services.db.payment.listToCollect(id))
    for (let payment: Payment | undefined = owed; payment && payment.failedAt !== null; ) {
      const next = nextTryAt({ failedAt: payment.failedAt, retries: payment.retries })
      if (next === null || next > services.now()) break
      const { is } = await tryAgain(at(services, next), payment, plannedKey(payment), 'retry')
      if (is !== 'failed') throw new Error(`The card of ${id} was to be declined, and the payment is ${is}.`)
      payment = await services.db.payment.find(payment)
    }
}

/** Invoices that say what is true: minimums that were not spent, and a fee; some of them of companies whose card pays nothing. */
export async function plantDebts(services: Services, { root, northlight }: Cast): Promise<void> {
  const { db, env } = services
  if (!env.STRIPE_URL) return
  const planId = (await db.company.get(northlight.id)).minimumSpendPlanId
  const [agencies, clients] = await Promise.all([
    db.company.listByParent(root.id, 'agency'),
    db.company.listByParent(northlight.id, 'client'),
  ])
  const failing = agencies.filter(({ paymentFailed }) => paymentFailed)
  const failingClients = clients.filter(({ paymentFailed }) => paymentFailed)
  await each([northlight, ...failing], (agency) => plantMinimum(services, agency, planId))
  await each(failingClients, (client) => plantUnpaidFee(services, client))
  await each([...failing, ...failingClients], (company) => tryUntilNow(services, company))
}

/**
 * Who is to pay on a moved clock, beside the cast: clients whose campaigns run, and agencies, of which a minimum may be asked. Without a
 * card their first bill would stop everything of theirs.
 */
async function findPayers(
  { db }: Services,
  agencies: readonly Company[],
  has: ReadonlySet<string>,
): Promise<Company[]> {
  const below = await Promise.all(
    agencies.map(async (agency) => {
      const clients = await db.company.listByParent(agency.id, 'client')
      const campaigns = await Promise.all(clients.map(({ id }) => db.campaign.list(id)))
      const running = clients.filter((_, index) => campaigns[index]?.some(({ status }) => status === 'active'))
      return agency.manualBill ? [agency] : [agency, ...running]
    }),
  )
  return below.flat().filter(({ id, paymentFailed }) => !paymentFailed && !has.has(id))
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
    [cast.harbor, 'pm_card_visa'],
  ]
  await each(paying, ([company, token]) => keepCard(services, company, formOf(company, token)))
  const clients = await db.company.listByParent(cast.northlight.id, 'client')
  const failing = [...agencies, ...clients].filter(({ paymentFailed }) => paymentFailed)
  await each(failing, (company) => keepCard(services, company, formOf(company, 'pm_card_chargeCustomerFail')))
  const payers = await findPayers(
    services,
    agencies,
    new Set([...paying.map(([{ id }]) => id), ...failing.map(({ id }) => id)]),
  )
  await each(payers, (company) => keepCard(services, company, formOf(company, 'pm_card_visa')))
}
