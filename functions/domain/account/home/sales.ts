// A sales person's first page: their agencies, and what they get of what these pay.
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { addDays, DAY, dayIn } from '#shared/dates.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import type { EarnedDay } from '../../../data/payments/earned.ts'
import { activityOf } from './activity.ts'
import type { Attention, Deps, Home, Who } from './types.ts'

/** As many as lists find by a mark. */
const MOST_AGENCIES = 1000
const MOST_OWED = 50
const DAYS = 30

const dollars = (sum: number): number => Number(toDollars(cents(sum)))

/** What came on days from one on, up to another. */
const sumOf = (days: readonly EarnedDay[], of: 'paidCents' | 'backCents', from: string, to: string) =>
  dollars(days.filter(({ day }) => day >= from && day <= to).reduce((sum, each) => sum + each[of], 0))

type Agencies = { found: ReadonlyMap<string, unknown>; isCut: boolean }
/**
 * Of their own, however many of others did not pay: those that bear both marks. Where more did not pay than are looked at, theirs may
 * stand behind these, so each of theirs is asked for itself.
 */
async function unpaid(
  { db }: Deps,
  rootId: string,
  { found, isCut }: Agencies,
  failed: Agencies,
): Promise<Attention[]> {
  const ids = [...found.keys()].filter((id) => failed.isCut || failed.found.has(id))
  const theirs = (await db.node.getMany(rootId, ids)).filter(({ facts }) => facts.paymentFailed)
  const [first] = theirs
  if (!first) return []
  return [
    {
      kind: 'agencies_unpaid',
      total: theirs.length,
      isCut,
      ...(theirs.length === 1 && { name: first.companyName }),
    },
  ]
}

export async function salesHome(deps: Deps, who: Who): Promise<Home> {
  const { db, now } = deps
  const { me } = who
  const at = now()
  const today = dayIn(SYSTEM_ZONE, at)
  const [first, earlier] = [addDays(today, 1 - DAYS), addDays(today, 1 - 2 * DAYS)]
  const before = addDays(first, -1)
  const [agencies, failed, days, owed, activity] = await Promise.all([
    db.node.marked(me.rootId, 'agency', `sales_${me.id}`, MOST_AGENCIES),
    db.node.marked(me.rootId, 'agency', 'payment_failed', MOST_AGENCIES),
    db.earned.list(me.id, earlier, today),
    db.commission.listOwed(me.id, MOST_OWED),
    activityOf(deps, who),
  ])
  const found = [...agencies.found.values()]
  const newOnes = found.filter(({ keys }) => Number(keys.createdAt) > at - DAYS * DAY).length
  const isOwedCut = owed.length === MOST_OWED
  const waits: Attention[] =
    owed.length > 0
      ? [{ kind: 'commissions_wait', total: owed.length, isCut: isOwedCut, at: owed[0]?.createdAt ?? at }]
      : []
  return {
    steps: [],
    attention: [...waits, ...(await unpaid(deps, me.rootId, agencies, failed))],
    activity,
    figures: [
      {
        figure: 'agencies',
        value: found.length,
        isCut: agencies.isCut,
        ...(!agencies.isCut && { before: found.length - newOnes }),
      },
      {
        figure: 'commissions',
        value: sumOf(days, 'paidCents', first, today),
        before: sumOf(days, 'paidCents', earlier, before),
      },
      {
        figure: 'commissions_back',
        value: sumOf(days, 'backCents', first, today),
        before: sumOf(days, 'backCents', earlier, before),
      },
      {
        figure: 'commissions_owed',
        value: dollars(owed.reduce((sum, { amountCents }) => sum + amountCents, 0)),
        isCut: isOwedCut,
      },
    ],
    newcomers: [],
  }
}
