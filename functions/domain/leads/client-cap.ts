// The most that all campaigns of a client may cost in a month. Setting it has every campaign that may sell join it, with what it has
// sold in the month; from then on no lead is sold without the row of the bound. Each step is one transaction, and may be done again.
import { setTimeout as sleep } from 'node:timers/promises'
import { lostTo } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { type ClientCap, capClearsOn, capLeft, capMonthAt, clearsOn, toldKey } from '#shared/money/client-cap.ts'
import type { Db } from '../../data/index.ts'
import { WriteConflict } from '../../data/lib/errors.ts'
import type { Queues } from '../../gateways/queue.ts'
import { tellPeople } from '../mail/tell-people.ts'

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
  if (cap.version === 0 || cap.month === capMonthAt(now(), cap)) return cap
  await db.clientCap.set(companyId, cap, cap.capCents, now())
  return db.clientCap.find(companyId)
}

/** Has the leads of a campaign taken from the bound of its client, where there is one; asked before it runs. */
export async function joinCap(deps: Deps, campaign: Owner): Promise<void> {
  const { db } = deps
  if ((await db.clientCap.find(campaign.companyId)).capCents === 0) return
  await persist(async () => {
    const cap = await present(deps, campaign.companyId)
    const meter = await db.lead.findMeter(campaign, true)
    if (cap.capCents === 0 || !meter || meter.isClientCapped) return true
    return db.clientCap.join(campaign, meter, cap)
  }, `The campaign ${campaign.id} could not join the bound of its client.`)
}

const leaveCap = ({ db }: Deps, campaign: Owner): Promise<void> =>
  persist(async () => {
    const cap = await db.clientCap.find(campaign.companyId)
    const meter = await db.lead.findMeter(campaign, true)
    // Somebody set another one just now, which this campaign belongs to.
    if (cap.capCents > 0 || !meter?.isClientCapped) return true
    return db.clientCap.leave(campaign, cap)
  }, `The campaign ${campaign.id} could not leave the bound of its client.`)

/**
 * Sets the bound of a client (0 for none) from what was seen of it (`before`). It holds for all its campaigns when this ends; one that fails on the
 * way is done again.
 */
export async function setClientCap(
  deps: Deps,
  { id: companyId }: Pick<Company, 'id'>,
  capCents: number,
): Promise<void> {
  const { db, now } = deps
  const campaigns = await db.campaign.list(companyId)
  const seen = await present(deps, companyId)
  // Who left a bound half-way is counted anew.
  if (seen.capCents === 0 && seen.version > 0) for (const campaign of campaigns) await leaveCap(deps, campaign)
  if (seen.capCents !== capCents || seen.version === 0) {
    if (capCents === 0 && seen.version === 0) return
    if (!(await db.clientCap.set(companyId, seen, capCents, now())))
      throw lostTo({ capCents: messages.changedMeanwhile })
  }
  // Those that were made meanwhile join when they start.
  for (const campaign of await db.campaign.list(companyId)) await (capCents === 0 ? leaveCap : joinCap)(deps, campaign)
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

/** Tells the client's people, and those of its agency, that the bound is reached: once a month for each amount. */
export async function tellClientCap(
  { db, queues, now }: { db: Db; queues: Queues; now: () => number },
  { companyId, agencyId }: Pick<Campaign, 'companyId' | 'agencyId'>,
): Promise<void> {
  const cap = await db.clientCap.find(companyId)
  const month = capMonthAt(now(), cap)
  const about = toldKey(cap, month)
  if (cap.capCents === 0 || cap.toldFor === about) return
  const [client, agency] = await Promise.all([db.company.get(companyId), db.company.get(agencyId)])
  const facts = { who: client.name, amount: `$${toDollars(cents(cap.capCents))}`, clearsOn: clearsOn(month) }
  for (const company of [client, agency])
    await tellPeople({ db, queues }, company, 'capReached', { id: `${companyId}-${about}`, facts })
  await db.clientCap.told(companyId, about)
}
