// One try to deliver a lead to one destination, and what follows from it. The row of the delivery decides: however often its
// message comes, one success is written, and a receiver that gets the same lead twice because we crashed knows it by its id.
import { MINUTE } from '#shared/dates.ts'
import { LONGEST_REST, restUntil } from '#shared/integrations/breaker.ts'
import { reasonOf } from '#shared/integrations/reason.ts'
import { nextTryAt } from '#shared/leads/retries.ts'
import { toLeadRow } from '#shared/leads/row.ts'
import { messages } from '#shared/messages.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { Attempt, Destination } from '#shared/model/delivery.ts'
import { emailsOf } from '#shared/model/lead.ts'
import type { DeliveryRef, Take, Taken } from '../../data/integrations/delivery.ts'
import { askTool, lookLater } from '../deliveries/look.ts'
import { countLost, lineOfHeld, remember } from '../deliveries/record.ts'
import { findExclusions, KnownLists, listsOf } from '../exclusions/check.ts'
import { chosenTypes } from '../leads/types.ts'
import type { Adapter, DeliveryDeps, Letter, Outcome, Parcel } from './adapter.ts'
import { toolAdapter } from './adapters/tool.ts'
import { switchOffWebhook, tellWebhook, webhookAdapter } from './adapters/webhook.ts'
import { makeLetter } from './happenings.ts'
import { isConnected, releaseHeld, releaseOne } from './held.ts'
import { toMessage } from './message.ts'
import { tellLeadsLost, tellSwitchedOff } from './tell.ts'

const adapterOf = ({ kind }: Destination): Adapter => (kind === 'webhook' ? webhookAdapter : toolAdapter)

/** Longer than a run may take, shorter than a lost message stays away. */
export const LEASE_MS = 120_000
/** So soon after a lead was stored no list is asked once more. */
const LISTS_HOLD_MS = 15 * MINUTE
/** What the queue itself can keep back; longer waits are seen to by the timetable. */
export const MOST_DELAY_MS = 15 * 60_000

type Lost = Extract<Outcome, { end: 'dead' | 'gone' | 'retry' }>

/** Sends a parcel to a destination without any book-keeping. */
export const sendParcel = (deps: DeliveryDeps, destination: Destination, parcel: Parcel): Promise<Outcome> =>
  adapterOf(destination).send(deps, destination, parcel)

const isRemoved = (company: Company | undefined) => company !== undefined && company.deletedAt !== null

/** What is to be sent; or, as a text, why there is nothing any more. */
export async function makeParcel(deps: DeliveryDeps, taken: Taken): Promise<Parcel | string> {
  const { db, now } = deps
  const { companyId, campaignId, leadId, leadAt, destination } = taken
  const [campaign, client, lead] = await Promise.all([
    db.campaign.find(companyId, campaignId),
    db.company.find(companyId),
    db.lead.find({ companyId, id: campaignId }, { createdAt: leadAt, id: leadId }),
  ])
  if (!campaign || !client || !lead || lead.erasedAt !== undefined) return 'The lead is not there any more.'
  // Nobody is left whose leads they are.
  if (isRemoved(client)) return messages.removedSince
  // It was given back: a receiver that did not get it yet is not to learn of the person.
  if (lead.credit) return messages.excludedSince
  // Lists were asked when the lead came; who is tried again or late may stand on one since.
  if (taken.attempts.length > 0 || now() - leadAt > LISTS_HOLD_MS) {
    const [agency, [excluded]] = await Promise.all([
      // Clients end with their agency, and bear no mark of it.
      db.company.find(campaign.agencyId),
      findExclusions(deps, listsOf(campaign), [emailsOf(lead.person)], new KnownLists()),
    ])
    if (isRemoved(agency)) return messages.removedSince
    if (excluded) return messages.excludedSince
  }
  const types = await chosenTypes(db, campaign)
  const row = toLeadRow(lead, campaign, client, 'destination', types)
  return { id: `${leadId}_${destination.id}`, row, campaign, client, isTest: false }
}

const sendAgain = ({ queues }: DeliveryDeps, ref: DeliveryRef, delayMs: number) =>
  queues.send('deliverLead', toMessage(ref), { delaySeconds: Math.ceil(delayMs / 1000) })

/** Tells before it switches off: a worker that crashes in between does both again, and nobody gets a second mail. */
async function switchOff(
  deps: DeliveryDeps,
  destination: Destination,
  parcel: Pick<Letter, 'campaign'>,
): Promise<void> {
  await tellSwitchedOff(deps, destination, parcel)
  await switchOffWebhook(deps, destination, parcel, 'Its receiver answered that it is gone (410).')
}

/** Before the row ends: if the worker crashes in between, the next try does both again, and nobody is told twice. */
async function onLost(
  deps: DeliveryDeps,
  ref: DeliveryRef,
  campaign: Campaign,
  outcome: Lost,
  { at }: Attempt,
): Promise<void> {
  await countLost(deps, ref, campaign)
  // Of a receiver that is off, or that said it is gone, people heard already.
  if (outcome.end === 'gone' || (outcome.end === 'dead' && outcome.isOff)) return
  const words = [reasonOf(outcome.status), outcome.words].filter(Boolean).join(' ')
  await tellLeadsLost(deps, ref.destination, campaign, { at, words })
}

const CUT_OFF = 'Our own worker ended before it could say what came of this try. The receiver may have got it.'
const LOST_LEASE = 'another worker has it'

/** Nothing of the delivery itself is made, which may be what ended the workers. */
async function giveUp(deps: DeliveryDeps, ref: DeliveryRef, taken: Taken, attempt: Attempt): Promise<string> {
  const { db } = deps
  const campaign = taken.happening ? undefined : await db.campaign.find(taken.companyId, taken.campaignId)
  if (campaign && !taken.hasArrived)
    await onLost(deps, ref, campaign, { end: 'retry', status: 0, words: attempt.words, afterMs: 0 }, attempt)
  await remember(deps, taken, 'failed', attempt)
  return (await db.delivery.end(taken, 'failed', attempt)) ? 'failed, as its workers ended' : LOST_LEASE
}

/** Of those that were tried together when their worker ended, so many are tried together next; then each alone. */
const SOME_TOGETHER = 10

/** It is to be tried with fewer others: so many at most, itself counted. `isSuspect`: a worker that had it alone ended. */
export type Apart = { most: number; isSuspect: boolean }

/** What ended a worker is not to end the tries of others. */
function apartOf({ delivery: { attempts }, unsaid, before: { takenWith } }: Extract<Take, { end: 'taken' }>): Apart {
  if (unsaid || attempts.at(-1)?.words === CUT_OFF) return { most: 1, isSuspect: true }
  if (takenWith === undefined) return { most: Number.POSITIVE_INFINITY, isSuspect: false }
  return { most: takenWith > SOME_TOGETHER ? SOME_TOGETHER : 1, isSuspect: false }
}

type Taking = { begun: number; leaseMs: number; together?: number }

/**
 * Where another worker has it, that one may have ended, or met other writers and had its message put back: this may be the last message
 * there is. So the timetable sends it again, should it still wait once that worker's time is over.
 */
async function take({ db }: DeliveryDeps, ref: DeliveryRef, { begun, leaseMs, together = 1 }: Taking): Promise<Take> {
  const took = await db.delivery.take(ref, begun, leaseMs, together)
  if (took.end === 'busy') await db.delivery.enlist(ref, begun)
  return took
}

/**
 * Takes a delivery for a try together with others, `together` in all. Of a worker that ended with all of them, one of them may be the
 * reason: that was no try of any, and they are tried in smaller numbers, in the end each alone. There its end counts.
 */
export async function takeUpTogether(
  deps: DeliveryDeps,
  ref: DeliveryRef,
  { begun, leaseMs, together }: { begun: number; leaseMs: number; together: number },
): Promise<Taken | Apart | string> {
  const took = await take(deps, ref, { begun, leaseMs, together })
  if (took.end !== 'taken') return took.end
  const apart = apartOf(took)
  if (together <= apart.most) return took.delivery
  return (await deps.db.delivery.giveBack(took.delivery, took.before, begun)) ? apart : LOST_LEASE
}

/**
 * Takes a delivery for a try. One before it that ended with its worker, by a crash or a time limit, was a failed one: the next is as far
 * off as after any other, and after the last one the delivery has failed. As a text, why nothing is tried now.
 */
export async function takeUp(
  deps: DeliveryDeps,
  ref: DeliveryRef,
  { begun, leaseMs, chance }: { begun: number; leaseMs: number; chance: number },
): Promise<Taken | string> {
  const { db } = deps
  const { destination } = ref
  const took = await take(deps, ref, { begun, leaseMs })
  if (took.end !== 'taken') return took.end
  const { delivery: taken, unsaid } = took
  if (!unsaid) return taken
  const tries = taken.tries + unsaid.tries
  const before: Taken = { ...taken, tries: tries - 1 }
  const attempt: Attempt = { at: unsaid.at, status: 0, ms: 0, words: CUT_OFF }
  const next = nextTryAt({ now: unsaid.at, tries }, chance)
  // One that was answered, and ended only then, goes to the receiver again under the same id, as any other time.
  if (next === null && !(await db.deliveryTry.hasArrived(destination, ref.leadId, unsaid.at, begun)))
    // It fails now, and not when the try began: mails count what failed since.
    return giveUp(deps, ref, before, { ...attempt, at: begun })
  await remember(deps, taken, 'waiting', attempt)
  if (next === null || next <= begun) {
    if (!(await db.delivery.goOn(taken, attempt, tries, begun))) return LOST_LEASE
    return { ...taken, tries, attempts: [...taken.attempts, attempt], heldSince: 0 }
  }
  if (!(await db.delivery.wait(before, attempt, next, begun))) return LOST_LEASE
  if (next - begun <= MOST_DELAY_MS) await sendAgain(deps, ref, next - begun)
  return `waits after ${tries} tries, the last of which ended with its worker`
}

/** Works off one message. Answers one sentence for the log. Throws what is a fault of ours, for the queue to try again. */
export async function deliver(deps: DeliveryDeps, ref: DeliveryRef, chance: number): Promise<string> {
  const { destination } = ref
  const begun = deps.now()
  if (destination.kind === 'google_sheets') {
    const { companyId, campaignId, agencyId, leadId, leadAt } = ref
    const ownerId = destination.companyId
    await deps.queues.send('writeSheet', { companyId, campaignId, agencyId, ownerId, leadId, leadAt })
    return 'handed to the writer of the sheet'
  }
  const taken = await takeUp(deps, ref, { begun, leaseMs: LEASE_MS, chance })
  if (typeof taken === 'string') return taken
  if (taken.happening) return tellHappening(deps, { ref, taken, begun, chance }, taken.happening)
  if (taken.lookAt) return askOnly(deps, { ref, taken, begun, chance }, taken.lookAt)
  const parcel = await makeParcel(deps, taken)
  const outcome: Outcome =
    typeof parcel === 'string' ? { end: 'skipped', words: parcel } : await sendParcel(deps, destination, parcel)
  return settle(deps, { ref, taken, parcel, begun, chance }, outcome)
}

/** `parcel`: what was sent, or whose lead it is that a tool was asked about. */
type Tried = {
  ref: DeliveryRef
  taken: Taken
  parcel: Parcel | Letter | { campaign: Campaign } | string
  begun: number
  chance: number
}

/** Its tool has it, and is to say what came of it: nothing is sent a second time. */
async function askOnly(deps: DeliveryDeps, tried: Omit<Tried, 'parcel'>, lookAt: string): Promise<string> {
  const { companyId, campaignId, destination } = tried.taken
  const [campaign, client] = await Promise.all([
    deps.db.campaign.find(companyId, campaignId),
    deps.db.company.find(companyId),
  ])
  if (!campaign || isRemoved(client))
    return settle(deps, { ...tried, parcel: '' }, { end: 'skipped', words: messages.removedSince })
  return settle(deps, { ...tried, parcel: { campaign } }, await askTool(deps, destination, lookAt))
}

/** What it says may be a moment away. */
const NOT_SO_FAR_MS = 60_000

async function tellHappening(
  deps: DeliveryDeps,
  tried: Omit<Tried, 'parcel'>,
  happening: NonNullable<Taken['happening']>,
): Promise<string> {
  const { companyId, campaignId, leadId: id, leadAt: at, destination } = tried.taken
  const letter = await makeLetter(deps, { companyId, campaignId, id, at, happening }, destination.id)
  if (letter === undefined) {
    const untilMs = deps.now() + NOT_SO_FAR_MS
    return settle(deps, { ...tried, parcel: '' }, { end: 'hold', untilMs, isForConnection: false, words: '' })
  }
  const outcome: Outcome =
    typeof letter === 'string' ? { end: 'skipped', words: letter } : await tellWebhook(deps, destination, letter, false)
  return settle(deps, { ...tried, parcel: letter }, outcome)
}

const RESTED = 'For days nothing was taken there, so this one is not tried any more. It can be sent again.'

/** What only waited for days has failed: people hear of it, and send it again. */
const endRest = (outcome: Outcome, { restsSince }: Taken, at: number): Outcome =>
  outcome.end === 'hold' && outcome.isRest && restsSince > 0 && at - restsSince >= LONGEST_REST
    ? { end: 'dead', status: 0, words: RESTED }
    : outcome

/** What follows from a try. `begun`: when it was taken (ms). */
export async function settle(
  deps: DeliveryDeps,
  { ref, taken, parcel, begun, chance }: Tried,
  said: Outcome,
): Promise<string> {
  const { db, now } = deps
  const { destination } = ref
  const at = now()
  const outcome = endRest(said, taken, at)
  if (outcome.end === 'hold') {
    const { isForConnection, isRest = false } = outcome
    const waitsSince = taken.restsSince || at
    const untilMs = isRest ? restUntil({ openUntil: outcome.untilMs, waitsSince, now: at }, chance) : outcome.untilMs
    const line = isForConnection ? lineOfHeld(taken, at) : undefined
    if (!(await db.delivery.hold(taken, untilMs, { isForConnection, isRest, line }, at))) return LOST_LEASE
    // Somebody may have connected the tool in between, before this one was to be found among those that wait for it.
    if (isForConnection && (await isConnected(deps, destination))) {
      // The index of those that wait may not know it yet.
      await releaseOne(deps, taken)
      await releaseHeld(deps, destination)
    }
    if (!isForConnection && untilMs - at <= MOST_DELAY_MS) await sendAgain(deps, ref, untilMs - at)
    return 'waits for its tool'
  }
  const status = outcome.end === 'skipped' ? 0 : outcome.status
  const attempt: Attempt = { at, status, ms: at - begun, words: outcome.words }
  if (outcome.end === 'retry') {
    const next = nextTryAt({ now: at, tries: taken.tries + 1, retryAfterMs: outcome.afterMs }, chance)
    if (next !== null) {
      await remember(deps, taken, 'waiting', attempt)
      if (!(await db.delivery.wait(taken, attempt, next))) return LOST_LEASE
      if (next - at <= MOST_DELAY_MS) await sendAgain(deps, ref, next - at)
      return `waits after ${taken.tries + 1} tries (${status})`
    }
  }
  if (outcome.end === 'gone' && typeof parcel !== 'string') await switchOff(deps, destination, parcel)
  const isLost = outcome.end === 'dead' || outcome.end === 'gone' || outcome.end === 'retry'
  if (isLost && typeof parcel !== 'string' && !('body' in parcel) && !taken.hasArrived)
    await onLost(deps, ref, parcel.campaign, outcome, attempt)
  const state = outcome.end === 'delivered' || outcome.end === 'skipped' ? outcome.end : 'failed'
  await remember(deps, taken, state, attempt)
  if (outcome.end === 'delivered' && outcome.lookAt !== undefined) await lookLater(deps, ref, at, outcome.lookAt)
  // What it took and does not let us see stays a question: who sends it again knows no more.
  const unseen = outcome.end === 'delivered' && outcome.isUnseen ? taken.lookAt : null
  const lookAt = (outcome.end === 'delivered' && outcome.lookAt) || unseen || ''
  if (!(await db.delivery.end(taken, state, attempt, lookAt))) return LOST_LEASE
  return `${state} (${status})`
}
