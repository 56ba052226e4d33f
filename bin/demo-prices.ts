// Costs, prices, a minimum-spend plan and a coupon for the demonstration tenants, so that no price screen is all zeros.
import type { Services } from '#functions/kit/services.ts'
import { DAY } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { type Costs, type Fees, noCosts, noPrice } from '#shared/money/price-list.ts'

const YEAR = 366 * DAY
const FEW_A_DAY = 3

const fees = (platform: number, period: number, lead: number, advanced = 0): Fees => ({
  platformFeeCents: platform * 100,
  periodFeeCents: period * 100,
  perLeadCentiCents: lead,
  perLeadAdvancedCentiCents: advanced,
})
const terms = (one: Fees) => ({ Weekly: one, Monthly: one, OneTime: one, Prepaid: one })

/** What the platform itself pays for leads. */
const rootCosts: Costs = {
  ...noCosts.costs,
  enhance: terms(fees(0, 0, 2_000)),
  b2b: terms(fees(0, 0, 3_500)),
}
const agencyCosts: Costs = {
  local: terms(fees(50, 10, 2_500, 4_500)),
  locator: terms(fees(50, 10, 6_000)),
  enhance: terms(fees(75, 15, 3_000)),
  b2b: terms(fees(75, 15, 5_000)),
}

type Cast = { root: Company; northlight: Company; copper: Company; users: { olive: Pick<User, 'id'> } }

export async function plantPrices({ db, newId }: Services, { root, northlight, copper, users }: Cast): Promise<void> {
  // Before the oldest campaign of the demonstration was made: a campaign begins with the prices of that moment.
  const saved = { by: users.olive.id, at: root.createdAt - YEAR }
  await db.price.saveCosts(root.id, { term: 'Weekly', costs: rootCosts }, saved)
  for (const agency of [northlight, copper])
    await db.price.saveCosts(agency.id, { term: 'Weekly', costs: agencyCosts }, saved)
  const retail = { ...noPrice, platformFeeCents: 15_000, periodFeeCents: 2_500, perLeadCentiCents: 9_000 }
  await db.price.saveRetail(northlight.id, 'local', { ...retail, perLeadAdvancedCentiCents: 12_500 }, saved)
  const atMost = (count: number) => ({ limit: { ...noPrice.limit, count } })
  const searched = { ...retail, ...atMost(5), perLeadCentiCents: 15_000 }
  await db.price.saveRetail(northlight.id, 'locator', searched, saved)
  const known = { ...retail, ...atMost(6), perLeadCentiCents: 12_000, perLeadAdvancedCentiCents: 18_000 }
  await db.price.saveRetail(northlight.id, 'enhance', known, saved)
  await db.price.saveRetail(northlight.id, 'b2b', { ...retail, ...atMost(5), perLeadB2bCentiCents: 22_000 }, saved)
  await db.price.saveRetail(copper.id, 'local', retail, saved)
  // Nobody looks at the searches of the others one by one: so few that a month on the clock of the machine takes minutes.
  const others = (await db.company.listByParent(root.id, 'agency')).filter(
    ({ id }) => ![northlight.id, copper.id].includes(id),
  )
  const few = { ...retail, limit: { ...noPrice.limit, count: FEW_A_DAY } }
  await Promise.all(others.map(({ id }) => db.price.saveRetail(id, 'locator', few, saved)))
  const id = newId('plan')
  await db.minimumSpend.create({
    rootId: root.id,
    id,
    name: 'Starter',
    createdAt: saved.at,
    endedAt: null,
    monthsCents: [10_000, 20_000],
    flatMonthCents: 34_900,
  })
  await db.company.update(northlight.id, { minimumSpendPlanId: id })
  await db.coupon.create({
    rootId: root.id,
    code: 'WELCOME',
    type: 'percent',
    value: 2_500,
    maxUses: 100,
    endsAt: null,
    createdAt: saved.at,
    createdBy: saved.by,
  })
}
