// Costs and minimums among the named settings: who sees and saves which, and the floors under what agencies pay.

import type { LogFacts } from '#shared/audit-log.ts'
import { invalid, refused } from '#shared/errors.ts'
import { changed } from '#shared/log-facts.ts'
import { amountMeanwhile, refuseMoved } from '#shared/meanwhile.ts'
import { messages } from '#shared/messages.ts'
import type { UserActor } from '#shared/model/actor.ts'
import { type Company, defaultModules, type PaymentTerm, productLines } from '#shared/model/company.ts'
import { costFacts } from '#shared/money/cost-change.ts'
import { amountText, toCostTexts } from '#shared/money/cost-texts.ts'
import type { RootMinimum } from '#shared/money/minimum-spend.ts'
import {
  belowMinimum,
  type CostList,
  type Costs,
  type GivenCosts,
  noCosts,
  termKeys,
  withCosts,
} from '#shared/money/price-list.ts'
import type { Db } from '../../data/index.ts'
import { requireMasterOperator } from '../tenancy/master.ts'
import { costsOf } from './prices.ts'

const mapValues = <From, To>(record: Readonly<Record<string, From>>, to: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]))

type Deps = {
  db: Db
  actor: UserActor
  company: Company
  now: () => number
  /** Says of the change what the audit log is to show. */
  tell: (details: { action?: 'Cost Change'; description?: string; before: LogFacts; after: LogFacts }) => void
}

/** What stands there, as the call of who is refused names it. */
type ToTold<Kept> = (kept: Kept) => Record<string, unknown>

/** A company's costs and those of its root. What the root itself pays is for its operators alone. */
export async function shownCosts(
  db: Db,
  actor: UserActor,
  company: Company,
  at: number,
): Promise<[own: CostList, root: CostList]> {
  const { own, root } = await costsOf(db, company, at)
  return [own, actor.role === 'root' ? root : noCosts]
}

/** From now on, and what is left out stays as it is. Only operators of the root say what its agencies pay, and what it pays itself. */
export async function saveCosts(
  deps: Deps,
  { given, seen = {}, term }: { given: GivenCosts; seen?: GivenCosts | undefined; term: PaymentTerm | undefined },
  toTold: ToTold<Costs>,
): Promise<void> {
  const { db, actor, company, now, tell } = deps
  if (actor.role !== 'root') throw refused('Only operators of the platform change costs.')
  const at = now()
  const root = company.kind === 'agency' ? await db.price.costsAt(company.rootId, at) : noCosts
  let before = noCosts
  let after = noCosts
  await db.price.changeCosts(
    company.id,
    (latest) => {
      const costs = withCosts(latest.costs, given)
      refuseMovedCosts({ now: latest.costs, seen: withCosts(latest.costs, seen), wanted: costs }, toTold)
      const low = belowMinimum(costs, root.costs).filter(({ line, term: key }) => given[line]?.[key])
      if (low.length > 0)
        throw invalid(
          Object.fromEntries(
            low.map(({ line, term: key }) => [`value.${line}.${key}.costPerLead`, messages.costMinimum]),
          ),
        )
      before = latest
      after = { term: term ?? latest.term, costs }
      return after
    },
    { by: actor.viewing?.userId ?? actor.userId, at },
  )
  tell({
    action: 'Cost Change',
    description: `Set the costs of ${company.name}`,
    ...changed(listFacts(before), listFacts(after)),
  })
}

/** Each cost by the name of its field. */
function cells(costs: Costs): Record<string, string> {
  const texts = toCostTexts(costs)
  const all = productLines.flatMap((line) =>
    termKeys.flatMap((key) =>
      Object.entries(texts[line][key]).map(([field, text]) => [`value.${line}.${key}.${field}`, text] as const),
    ),
  )
  return Object.fromEntries(all)
}
const costNames: Readonly<Record<string, string>> = {
  platformFee: 'platform fee',
  periodFee: 'campaign fee',
  costPerLead: 'cost per lead',
  costPerLeadAdvanced: 'cost per lead with advanced data',
}
const costName = (path: string) => {
  const [, at, term, field = ''] = path.split('.')
  const line = productLines.find((each) => each === at)
  const key = termKeys.find((each) => each === term)
  return `${costNames[field] ?? field} of ${line && defaultModules[line].name}, ${key && termNames[key]}`
}
const termNames = { Weekly: 'weekly', Monthly: 'monthly', OneTime: 'one time', Prepaid: 'prepaid' } as const

/** The form shows many costs, one product and term at a time: the sentence says which it is. */
function refuseMovedCosts(change: Record<'now' | 'seen' | 'wanted', Costs>, toTold: ToTold<Costs>): void {
  refuseMoved(
    { now: cells(change.now), seen: cells(change.seen), wanted: cells(change.wanted) },
    (field, text) => amountMeanwhile(`the ${costName(field)},`, text),
    toTold(change.now),
  )
}

/** What the audit log says of a whole list: `enhance.Weekly.per_lead`. */
const listFacts = ({ term, costs }: CostList) => ({
  term,
  ...mapValues(costs, (blocks) => mapValues(blocks, costFacts)),
})

/** What agencies without a plan must spend, as their root set it. */
export async function rootMinimum(db: Db, actor: UserActor, company: Company): Promise<RootMinimum | undefined> {
  await requireMasterOperator(db, actor)
  return db.setting.findRootMinimum(company.rootId)
}

const noMinimum: RootMinimum = { isOn: false, firstMonthCents: 0, secondMonthCents: 0, monthlyCents: 0 }

const amountsOf = ({ firstMonthCents, secondMonthCents, monthlyCents }: RootMinimum) => ({
  'value.firstMonth': amountText(firstMonthCents),
  'value.secondMonth': amountText(secondMonthCents),
  'value.monthly': amountText(monthlyCents),
})

const monthNames = {
  'value.firstMonth': 'the amount of the first month',
  'value.secondMonth': 'the amount of the second month',
  'value.monthly': 'the amount of every month after',
} as const

/** What is left out stays as it is. */
export async function saveRootMinimum(
  { db, actor, company, now }: Omit<Deps, 'tell'>,
  given: Partial<RootMinimum>,
  seen: Partial<RootMinimum>,
  toTold: ToTold<RootMinimum>,
): Promise<void> {
  await requireMasterOperator(db, actor)
  if (company.id !== actor.companyId) throw refused('Only the platform itself has this setting.')
  const saved = { by: actor.viewing?.userId ?? actor.userId, at: now() }
  await db.setting.changeRootMinimum(
    company.id,
    (before = noMinimum) => {
      const after = { ...before, ...given }
      refuseMoved(
        { now: amountsOf(before), seen: amountsOf({ ...before, ...seen }), wanted: amountsOf(after) },
        (field, text) => amountMeanwhile(monthNames[field], text),
        toTold(before),
      )
      return after
    },
    saved,
  )
}

/** What an agency pays once for the developer API, in cents. */
export async function developerFee(db: Db, actor: UserActor, company: Company): Promise<number> {
  await requireMasterOperator(db, actor)
  return db.setting.getDeveloperFee(company.rootId)
}

export async function saveDeveloperFee(
  { db, actor, company, now }: Omit<Deps, 'tell'>,
  amountCents: number,
  seenCents: number | undefined,
): Promise<void> {
  await requireMasterOperator(db, actor)
  if (company.id !== actor.companyId) throw refused('Only the platform itself has this setting.')
  const shown = (cents: number) => ({ 'value.amount': amountText(cents) })
  await db.setting.changeDeveloperFee(
    company.id,
    (before) => {
      refuseMoved(
        { now: shown(before), seen: shown(seenCents ?? before), wanted: shown(amountCents) },
        (_, text) => amountMeanwhile('the fee', text),
        { amount: amountText(before) },
      )
      return amountCents
    },
    { by: actor.viewing?.userId ?? actor.userId, at: now() },
  )
}
