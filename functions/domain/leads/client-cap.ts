// The most that all campaigns of a client may cost in a month. Before it is set every campaign joins it, with what it has sold in the
// month, and its leads are taken from the row of the bound, which has no amount yet. The amount is one write, so a bound holds for all
// campaigns or for none, wherever the one who sets it crashes. Each step may be done again.
import { setTimeout as sleep } from 'node:timers/promises'
import { lostTo } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import { type ClientCap, capClearsOn, capLeft, capMonthAt, isTakenFrom } from '#shared/money/client-cap.ts'
import type { Db } from '../../data/index.ts'
import { WriteConflict } from '../../data/lib/errors.ts'

type Deps = { db: Db; now: () => number }
type Owner = Pick<Campaign, 'companyId' | 'id'>

/** Leads of other campaigns of the client come between. */
const MOST_ROUNDS = 20
const WAIT_MS = 20

/** Does it until it is done: `step` answers false where something else came between. */
async function persist(step: () => Promise<boolean>, what: string): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (await step()) return
    await sleep(Math.random() * WAIT_MS * (round + 1))
  }
  throw new WriteConflict(what)
}

/** The row in the month of this instant: what was sold before is no more taken from it. */
async function present({ db, now }: Deps, companyId: string): Promise<ClientCap> {
  const cap = await db.clientCap.find(companyId)
  const month = capMonthAt(now(), cap)
  if (cap.version === 0 || cap.month === month) return cap
  await db.clientCap.turn(companyId, cap, month)
  return db.clientCap.find(companyId)
}

/** Has the leads of a campaign taken from the bound of its client, where there is one; asked before it runs. */
export async function joinCap(deps: Deps, campaign: Owner): Promise<void> {
  const { db } = deps
  await persist(async () => {
    const cap = await present(deps, campaign.companyId)
    if (!isTakenFrom(cap)) return true
    const meter = await db.lead.findMeter(campaign, true)
    if (!meter || meter.isClientCapped) return true
    return db.clientCap.join(campaign, meter, cap)
  }, `The campaign ${campaign.id} could not join the bound of its client.`)
}

const leaveCap = ({ db }: Deps, campaign: Owner): Promise<void> =>
  persist(async () => {
    const cap = await db.clientCap.find(campaign.companyId)
    const meter = await db.lead.findMeter(campaign, true)
    // Somebody set another one just now, which this campaign belongs to.
    if (isTakenFrom(cap) || !meter?.isClientCapped) return true
    return db.clientCap.leave(campaign, cap)
  }, `The campaign ${campaign.id} could not leave the bound of its client.`)

/**
 * Sets the bound of a client (0 for none). It holds for all its campaigns when this ends; one that fails on the way has changed no
 * bound, or the whole of it, and is done again. `check` throws where it is another bound than the person saw who sets it.
 */
export async function setClientCap(
  deps: Deps,
  { id: companyId }: Pick<Company, 'id'>,
  capCents: number,
  check: (presentCents: number) => void = () => {},
): Promise<void> {
  const { db, now } = deps
  const each = async (step: (deps: Deps, campaign: Owner) => Promise<void>) => {
    for (const campaign of await db.campaign.list(companyId, true)) await step(deps, campaign)
  }
  const refuse = () => {
    throw lostTo({ capCents: messages.changedMeanwhile })
  }
  const before = await present(deps, companyId)
  check(before.capCents)
  if (!isTakenFrom(before)) {
    // Who left a bound half-way is counted anew.
    if (before.version > 0) await each(leaveCap)
    if (capCents === 0) return
    if (!(await db.clientCap.begin(companyId, before, now()))) refuse()
  }
  // From here on a campaign that starts joins by itself, and every one that exists is in the list.
  if (capCents > 0) await each(joinCap)
  const seen = await present(deps, companyId)
  const isOurs = seen.version === before.version + (isTakenFrom(before) ? 0 : 1)
  if (seen.capCents !== capCents || seen.isCounting)
    if (!(isOurs && (await db.clientCap.set(companyId, seen, capCents, now())))) refuse()
  if (capCents === 0) await each(leaveCap)
}

export type CapState = {
  capCents: number
  usedCents: number
  isReached: boolean
  /** The day from which leads come again; undefined where it is not reached. */
  clearsOn: string | undefined
}

/** How the bound of a client stands. It is reached once less is left than its people were told that a lead costs. */
export async function capState({ db, now }: Deps, companyId: string): Promise<CapState> {
  const cap = await db.clientCap.find(companyId)
  const month = capMonthAt(now(), cap)
  if (cap.capCents === 0) return { capCents: 0, usedCents: 0, isReached: false, clearsOn: undefined }
  const clears = capClearsOn(cap, now())
  return {
    capCents: cap.capCents,
    usedCents: cap.capCents - Math.floor(capLeft(cap, month) / 100),
    isReached: clears !== undefined,
    clearsOn: clears,
  }
}
