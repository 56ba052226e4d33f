// How many page views are taken before a provider is asked, and paid, for them: by campaign and address, by address alone
// for addresses that try many campaigns, and by campaign for what comes from everywhere.
import { visitQuotas } from '#shared/pixel.ts'
import { sourceOf } from '#shared/sign-in.ts'
import type { Db } from '../../data/index.ts'

type Visit = { campaignId: string; ip: string; now: number }

type Quotas = Record<keyof typeof visitQuotas, { most: number; windowMs: number }>
type Counter = { kind: string; subject: string; quota: Quotas['page'] }

/** Counters that were found full by this container, until their window ends: a flood then costs no write. */
const found = new WeakMap<Db['guard'], Map<string, number>>()
const MOST_KEPT = 10_000

const fullOf = (guard: Db['guard']): Map<string, number> => {
  const full = found.get(guard) ?? new Map<string, number>()
  found.set(guard, full)
  return full
}
const nameOf = ({ kind, subject }: Counter) => `${kind}:${subject}`
const windowOf = ({ quota }: Counter, now: number) => Math.floor(now / quota.windowMs)

/** The narrowest comes first, so that a flood from one address fills no other. */
const countersOf = ({ campaignId, ip }: Visit, { page, address, campaign }: Quotas): Counter[] => {
  const source = sourceOf(ip)
  return [
    { kind: 'visit', subject: `${campaignId}:${source}`, quota: page },
    { kind: 'visit-address', subject: source, quota: address },
    { kind: 'visit-campaign', subject: campaignId, quota: campaign },
  ]
}

const isFull = (guard: Db['guard'], counter: Counter, now: number) =>
  fullOf(guard).get(nameOf(counter)) === windowOf(counter, now)

async function take(guard: Db['guard'], counter: Counter, now: number) {
  if (isFull(guard, counter, now)) return false
  const { kind, subject, quota } = counter
  if ((await guard.count(kind, subject, quota.windowMs, now)) <= quota.most) return true
  const full = fullOf(guard)
  if (full.size >= MOST_KEPT) full.clear()
  full.set(nameOf(counter), windowOf(counter, now))
  return false
}

/** Whether it is known without a look at the table that `takeVisit` would refuse. */
export const isFlooded = ({ guard }: Pick<Db, 'guard'>, visit: Visit, quotas: Quotas = visitQuotas): boolean =>
  countersOf(visit, quotas).some((counter) => isFull(guard, counter, visit.now))

/** Whether a visit may be looked at. */
export async function takeVisit(
  { guard }: Pick<Db, 'guard'>,
  visit: Visit,
  quotas: Quotas = visitQuotas,
): Promise<boolean> {
  for (const counter of countersOf(visit, quotas)) if (!(await take(guard, counter, visit.now))) return false
  return true
}
