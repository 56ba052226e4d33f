// How many page views are taken before a provider is asked, and paid, for them: by campaign and address, by address alone
// for addresses that try many campaigns, and by campaign for what comes from everywhere.
import { visitQuotas } from '#shared/pixel.ts'
import { sourceOf } from '#shared/sign-in.ts'
import type { Db } from '../../data/index.ts'

type Visit = { campaignId: string; ip: string; now: number }

type Quotas = Record<keyof typeof visitQuotas, { most: number; windowMs: number }>

/** Counters that were found full by this container, until their window ends: a flood then costs no write. */
const found = new WeakMap<Db['guard'], Map<string, number>>()
const MOST_KEPT = 10_000

async function take(
  guard: Db['guard'],
  kind: string,
  { most, windowMs }: Quotas['page'],
  subject: string,
  now: number,
) {
  const full = found.get(guard) ?? new Map<string, number>()
  found.set(guard, full)
  const window = Math.floor(now / windowMs)
  const name = `${kind}:${subject}`
  if (full.get(name) === window) return false
  if ((await guard.count(kind, subject, windowMs, now)) <= most) return true
  if (full.size >= MOST_KEPT) full.clear()
  full.set(name, window)
  return false
}

/** Whether a visit may be looked at. The narrowest counter comes first, so that a flood from one address fills no other. */
export async function takeVisit(
  { guard }: Pick<Db, 'guard'>,
  { campaignId, ip, now }: Visit,
  { page, address, campaign }: Quotas = visitQuotas,
): Promise<boolean> {
  const source = sourceOf(ip)
  return (
    (await take(guard, 'visit', page, `${campaignId}:${source}`, now)) &&
    (await take(guard, 'visit-address', address, source, now)) &&
    (await take(guard, 'visit-campaign', campaign, campaignId, now))
  )
}
