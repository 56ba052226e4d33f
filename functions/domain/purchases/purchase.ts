// What a campaign pays before leads come. A purchase is written down with all that it comes to; its payer is asked under a key made
// of it; and what it bought is given in one transaction, which takes it off the table. Each step finds what the one before it left,
// so two who press at once, or a crash at any line, come to the same end: paid and given once, or neither.
import { setTimeout as sleep } from 'node:timers/promises'
import type { LogMessage } from '#shared/audit-log.ts'
import { INVALID_CHANGE, nextState } from '#shared/campaigns/state.ts'
import { HOUR, MINUTE } from '#shared/dates.ts'
import { AppError, conflict, invalid, lostTo, notFound } from '#shared/errors.ts'
import { toId, ulidOf } from '#shared/ids.ts'
import { messages } from '#shared/messages.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { BegunPurchase, Purchase } from '#shared/model/campaign-bill.ts'
import type { Company } from '#shared/model/company.ts'
import { type Attempt, isTakenBack, type Payment } from '#shared/model/payment.ts'
import { firstKey, LEASE_MS } from '#shared/money/attempt.ts'
import { cents, toDollars } from '#shared/money/cents.ts'
import { collectBill } from '../billing/collect-bill.ts'
import { missingForStart } from '../campaigns/start.ts'
import { joinCap } from '../leads/client-cap.ts'
import { ask, type Declined } from '../payments/attempt.ts'
import { collect, toPayment } from '../payments/collect.ts'
import { findMeans } from '../payments/payer.ts'
import { type CollectDeps, reasonOf, recordPaid } from '../payments/record.ts'
import { alone, newAttempt, requestOf, resolvePayment, withOwner } from '../payments/request.ts'
import { followPrice } from '../pricing/campaign-price.ts'
import { demandOf } from './demand.ts'
import { dropStart } from './drop.ts'
import { meterOf, planStart } from './plan.ts'
import { returnPurchase, voidPurchase } from './undo.ts'

/** Who presses: their name in the books, and whether they own the card, so that its bank may ask them. */
export type Starter = {
  by: string
  companyId: string
  /** For the audit log, where the timetable ends what they began. */
  person?: Purchase['person']
  /** What they were told that the start charges; undefined where nobody was told. */
  shownCents?: number | undefined
}

/** `action`: the bank asks the card's owner, who confirms with this secret, and starts the campaign again. */
export type Started = { is: 'started'; campaign: Campaign } | { is: 'action'; clientSecret: string; accountId: string }

/**
 * `given`: paid, and given; `started`: the campaign that runs by that. `over`: it came to nothing, or somebody else ended it. `returned`: it was paid and cannot be used, so all of
 * it goes back. `failed`: its payer is asked again on other days. `open`: nobody knows yet.
 */
type Settled =
  | { is: 'given'; started?: Campaign }
  | { is: 'over' | 'returned' | 'open' }
  | { is: 'failed'; reason: string }
  | { is: 'action'; clientSecret: string; accountId: string }

const MOST_ROUNDS = 6
const ACTIVE = { status: 'active', statusReason: 'user' } as const
/** How often, and how long each time, somebody waits for another one who pressed a moment earlier. */
const WAITS = 8
export const secondPress = { waitMs: 250 }
const LOOK_AGAIN_MS = 15 * MINUTE
const LOOK_SELDOM_MS = 6 * HOUR
/** The older a purchase is that nobody has paid, the later: those of clients who never pay must not fill the timetable. */
const lookAfter = (least: number, { bill }: Purchase, now: number): number =>
  Math.min(LOOK_SELDOM_MS, Math.max(least, Math.floor((now - bill.createdAt) / HOURS_OF_A_DAY)))
const HOURS_OF_A_DAY = 24

const underWay = () =>
  conflict('A payment of this campaign is under way. Wait a few minutes and look again; nothing is charged twice.')
const NOT_KNOWN =
  'It is not known whether the start of this campaign was paid, because the payment account that was asked is not connected any more. It is looked up as soon as it is; nothing is charged twice.'
const NOT_PAID = 'The payment of this campaign was not carried out. Nothing was charged. Try again.'
const NOT_CONFIRMED = 'The payment was not confirmed. Nothing was charged. Try again, or use another card.'
const said = (declined: Declined): string =>
  declined.why === 'unconfirmed' || declined.code === 'payment_intent_authentication_failure'
    ? NOT_CONFIRMED
    : reasonOf(declined)

/**
 * Gives what was paid for, a start with the leads and fees that it bought. A start that cannot be made any more costs nothing: what was
 * paid for it goes back. That is decided in the books before it is asked for, so that nobody gives it as well where it may run again.
 */
async function give(
  deps: CollectDeps,
  asked: Campaign,
  purchase: Purchase,
  starter: Starter | undefined,
): Promise<Settled> {
  const { db, now } = deps
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const [campaign, begun, judges] = await Promise.all([
      db.campaign.findFresh(asked),
      db.campaignBill.findPurchase(asked),
      findJudges(deps, asked),
    ])
    if (!campaign) throw new Error(`The campaign ${asked.id} of a purchase is gone.`)
    if (begun?.number !== purchase.number) return { is: 'over' }
    // Removed, or of a company that was: nobody would get what was paid for.
    const isGone = campaign.status === 'removed' || !judges || isRemoved(judges.client) || isRemoved(judges.agency)
    const runs = !isGone && !begun.isReturning && (await mayRun(deps, campaign, judges, purchase))
    if (isGone || begun.isReturning || (!runs && (await goesBack(deps, campaign, purchase)))) {
      if (!(await db.campaignBill.beginReturn(campaign, purchase.number))) continue
      const demand = await demandOf(deps, campaign, purchase)
      await returnPurchase(deps, campaign, purchase.number, demand)
      return { is: demand ? 'returned' : 'over' }
    }
    const [state, meter] = await Promise.all([db.campaignBill.findState(campaign), meterOf(deps, campaign)])
    const at = now()
    const isGiven = runs
      ? await db.campaignChange.setStatus(campaign, ACTIVE.status, ACTIVE.statusReason, {
          at,
          clientName: judges.client.name,
          purchase: { purchase, state, meter, at },
          judge: judges.agency,
          // The call of a person who presses tells it itself.
          line: starter ? undefined : startedLine(campaign, judges.client, purchase, at),
        })
      : await db.campaignBill.completePurchase(campaign, purchase, { state, meter }, at)
    if (!isGiven) continue
    // What is left of it to ask for, the shortfall of the agency: the timetable does what is not done here. Of the part that was paid the
    // provider is asked nothing more: our books answer. They are asked all the same, because who comes here may have met a payment
    // that was settled, refunded or begun by another worker, and what is asked for afterwards is told by the same way.
    await collectBill(deps, { ...purchase.bill, createdAt: at }, { campaign }).catch((error: unknown) =>
      deps.report('a part of a purchase is collected later', error),
    )
    return { is: 'given', ...(runs && { started: { ...campaign, ...ACTIVE, startedAt: campaign.startedAt || at } }) }
  }
  throw new Error(`The campaign ${asked.id} changes too fast for its purchase.`)
}

/** That a start came about, in the name of who pressed: their press said that the bank was asked, or its call ended before it could. */
function startedLine(campaign: Campaign, client: Company, { bill, by, person }: Purchase, at: number): LogMessage {
  return {
    id: toId('log', `${ulidOf(campaign.id)}-${bill.key}`),
    tenantId: campaign.agencyId,
    companyId: client.id,
    companyName: client.name,
    userId: person?.id ?? 'usr_nobody',
    name: by,
    userType: person?.type ?? 'admin',
    viewedUserId: null,
    action: 'Campaign Status',
    description: `Started the campaign ${campaign.name} of ${client.name}, once the payment that was begun before had arrived`,
    campaignId: campaign.id,
    before: { status: campaign.status },
    after: { status: 'active', pressed: new Date(bill.createdAt).toISOString() },
    ip: '',
    location: '',
    at,
  }
}

type Judges = { client: Company; agency: Company }

/** The companies that allow a start, as they are at this moment: none that is at hand since the call began. */
async function findJudges({ db }: CollectDeps, { companyId, agencyId }: Campaign): Promise<Judges | undefined> {
  const [client, agency] = await Promise.all([db.company.findFresh(companyId), db.company.findFresh(agencyId)])
  return client && agency && { client, agency }
}
const isRemoved = ({ deletedAt }: Company) => deletedAt !== null

async function mayRun(deps: CollectDeps, campaign: Campaign, judges: Judges, { why }: Purchase): Promise<boolean> {
  if (why !== 'start' || !nextState(campaign, 'active', 'people')) return false
  const [missing] = await Promise.all([missingForStart(deps, { campaign, ...judges }), joinCap(deps, campaign)])
  return missing === null
}

/**
 * Whether what a start that cannot be made was to buy goes back, or is not asked for. What an operator settled, or a bank holds, is not
 * ours to give back: that buys its leads as ever.
 */
async function goesBack(deps: CollectDeps, campaign: Campaign, purchase: Purchase): Promise<boolean> {
  if (purchase.why !== 'start' || campaign.status === 'active') return false
  const demand = await demandOf(deps, campaign, purchase)
  if (!demand) return true
  const paid = await deps.db.payment.find({ companyId: demand.company.id, key: demand.key })
  return paid?.status === 'refunded' || (paid?.status === 'paid' && !isTakenBack(paid))
}

type Under = { payment: Payment; attempt: Attempt }

/** Paid: the books say so, and what was bought is given. */
async function arrive(
  deps: CollectDeps,
  { payment, attempt }: Under,
  chargeId: string,
  giveIt: () => Promise<Settled>,
): Promise<Settled> {
  await recordPaid(
    deps,
    { ...payment, attempt },
    { id: chargeId, accountId: attempt.accountId },
    { by: payment.purpose },
  )
  return giveIt()
}

/** A start that was declined leaves no trace but a sentence. */
async function refuse(deps: CollectDeps, { payment, attempt }: Under, reason: string): Promise<Settled> {
  if (await dropStart(deps, payment, attempt.key)) throw invalid({ payment: reason })
  return { is: 'over' }
}

type StartRun = { campaign: Campaign; purchase: BegunPurchase; starter: Starter | undefined }

/** Asks the payer of a start, once; or finds out what became of it. */
async function payStart(deps: CollectDeps, run: StartRun): Promise<Settled> {
  const { db, now } = deps
  const { campaign, purchase, starter } = run
  const giveIt = () => give(deps, campaign, purchase, starter)
  const demand = await demandOf(deps, campaign, purchase)
  if (!demand) return giveIt()
  const isOwnerHere = starter?.companyId === demand.company.id
  const termsOf = (attempt: Attempt) => (isOwnerHere ? withOwner(attempt) : alone(attempt))
  const payment = toPayment(demand, now())
  const [known, means] = await Promise.all([db.payment.find(payment), findMeans(db, demand.company, 'leads')])
  if (!known) {
    const attempt = newAttempt(firstKey(payment), means, now())
    const isBegun = await db.payment.begin(payment, attempt, [await db.campaignBill.asking(campaign, purchase.number)])
    if (!isBegun) return { is: (await db.campaignBill.findPurchase(campaign)) ? 'open' : 'over' }
    const asked = await ask(requestOf(deps, payment, attempt, means), termsOf(attempt), now)
    const under = { payment, attempt }
    if (asked.is === 'paid') return arrive(deps, under, asked.id, giveIt)
    if (asked.is === 'declined') return refuse(deps, under, said(asked))
    if (asked.is === 'action') return { is: 'action', clientSecret: asked.clientSecret, accountId: attempt.accountId }
    return { is: 'open' }
  }
  if (known.status !== 'open') return giveIt()
  const { attempt } = known
  if (!attempt) return { is: 'open' }
  const found = await resolvePayment(deps, known, attempt, termsOf(attempt))
  const under = { payment: known, attempt }
  switch (found.is) {
    case 'paid':
      return arrive(deps, under, found.id, giveIt)
    case 'action':
      return { is: 'action', clientSecret: found.clientSecret, accountId: attempt.accountId }
    case 'declined':
      return refuse(deps, under, said(found))
    case 'absent':
      await dropStart(deps, known, attempt.key)
      return { is: 'over' }
    case 'open':
      // Nobody waits for what may take days.
      if (found.isUnreachable && starter) throw conflict(NOT_KNOWN)
      return { is: 'open' }
    default:
      return found satisfies never
  }
}

/** Whether further leads are not wanted any more, before anybody was asked for them. */
async function isUnwanted({ db }: CollectDeps, asked: Campaign, { number }: Purchase): Promise<boolean> {
  const [campaign, state] = await Promise.all([db.campaign.findFresh(asked), db.campaignBill.findState(asked)])
  if (campaign?.status === 'active' && !state.isTopUpStopped) return false
  return db.campaignBill.dropPurchase(asked, number)
}

/**
 * Asks the payer of further leads as any debt is asked for: who does not pay is marked, and asked again on other days. Nobody is asked
 * after a stop; who was asked before it is, and gets the leads.
 */
async function payTopUp(deps: CollectDeps, { campaign, purchase }: Omit<StartRun, 'starter'>): Promise<Settled> {
  const demand = await demandOf(deps, campaign, purchase)
  const giveIt = () => give(deps, campaign, purchase, undefined)
  if (!demand) return giveIt()
  const collected = await collect(deps, demand, await deps.db.campaignBill.askingForMore(campaign, purchase.number))
  if (collected.is === 'paid') return giveIt()
  if (collected.is === 'failed') return collected
  return { is: (await isUnwanted(deps, campaign, purchase)) ? 'over' : 'open' }
}

/** Brings the purchase of a campaign as far as it goes now, no matter who began it. */
export async function settlePurchase(
  deps: CollectDeps,
  campaign: Campaign,
  purchase: BegunPurchase,
  starter?: Starter,
): Promise<Settled> {
  if (purchase.why === 'start') return payStart(deps, { campaign, purchase, starter })
  return payTopUp(deps, { campaign, purchase })
}

/** What is looked at again although nobody waits for it: a start is forgotten where nobody was asked, everything else is ended. */
export async function resumePurchase(deps: CollectDeps, campaign: Campaign, purchase: BegunPurchase): Promise<string> {
  const { db, now } = deps
  const { number, why, isAsked } = purchase
  // The person who began it went away; they press again, and see what it costs by then.
  if (why === 'start' && !isAsked && (await demandOf(deps, campaign, purchase)))
    return (await db.campaignBill.dropPurchase(campaign, number)) ? 'forgotten' : 'busy'
  if (campaign.status === 'removed' && (await voidPurchase(deps, campaign, purchase))) return 'void'
  const { is } = await settlePurchase(deps, campaign, purchase).catch((error: unknown): Settled => {
    // Declined just now: nobody is here to be told.
    if (error instanceof AppError && error.code === 'invalid') return { is: 'over' }
    throw error
  })
  if (is === 'failed' || is === 'open' || is === 'action') {
    const wait = lookAfter(is === 'failed' ? LOOK_AGAIN_MS : LEASE_MS, purchase, now())
    await db.campaignBill.putOffPurchase(campaign, number, now() + wait)
  }
  return is
}

/** Throws what stands in the way of a start (422). */
async function mustBeReady(deps: CollectDeps, campaign: Campaign, judges: Judges): Promise<void> {
  const missing = await missingForStart(deps, { campaign, ...judges })
  if (missing) throw invalid({ [missing.what]: missing.message })
}

/** What a purchase charges, where that is more than who presses was told. Clients are not told what their agency pays. */
function dearerThanShown({ companyId }: Campaign, { bill }: Purchase, starter: Starter): number | undefined {
  const { payer, sums } = bill
  if (starter.shownCents === undefined || (payer === 'agency' && starter.companyId === companyId)) return undefined
  const amountCents = payer === 'client' ? sums.clientPaysCents : sums.agencyPaysCents
  return amountCents > starter.shownCents ? amountCents : undefined
}

/** Nobody is charged more than they were told (409). */
function mustBeAsShown(campaign: Campaign, purchase: Purchase, starter: Starter): void {
  const amountCents = dearerThanShown(campaign, purchase, starter)
  if (amountCents !== undefined) throw lostTo({ chargeNow: dearer(amountCents) })
}

/** A start that somebody began at other prices, and nobody was asked for: it is planned anew. False where somebody was asked by now. */
async function isOutdated({ db }: CollectDeps, campaign: Campaign, purchase: BegunPurchase, starter: Starter) {
  const { why, isAsked, number } = purchase
  if (why !== 'start' || isAsked || dearerThanShown(campaign, purchase, starter) === undefined) return false
  return db.campaignBill.dropPurchase(campaign, number)
}
const dearer = (amountCents: number) =>
  `The start charges $${toDollars(cents(amountCents))} by now, which is more than was shown. Nothing was charged. Look at it again.`

async function beginStart(
  deps: CollectDeps,
  campaign: Campaign,
  judges: Judges,
  starter: Starter,
): Promise<{ is: 'started'; campaign: Campaign } | { is: 'begun'; purchase: BegunPurchase } | { is: 'again' }> {
  const { db, now } = deps
  const next = nextState(campaign, 'active', 'people')
  if (!next) throw invalid({ status: INVALID_CHANGE }, INVALID_CHANGE)
  const { client, agency } = judges
  const planned = planStart(deps, campaign, agency, starter.by)
  // What stands in the way is said first, also where there is nothing to be planned.
  planned.catch(() => undefined)
  await mustBeReady(deps, campaign, judges)
  const { charge, purchase, state, price } = await planned
  if (price.term !== campaign.term) {
    await followPrice(deps, campaign, client.name)
    return { is: 'again' }
  }
  mustBeAsShown(campaign, purchase, starter)
  if (charge.items.length > 0) {
    const begun = { ...purchase, ...(starter.person && { person: starter.person }) }
    const isBegun = await db.campaignBill.beginPurchase(campaign, begun, state, now() + LEASE_MS)
    return isBegun ? { is: 'begun', purchase: { ...begun, isAsked: false, isReturning: false } } : { is: 'again' }
  }
  await joinCap(deps, campaign)
  const isDone = await db.campaignChange.setStatus(campaign, next.status, next.statusReason, {
    at: now(),
    clientName: client.name,
    judge: agency,
  })
  return isDone ? { is: 'started', campaign: { ...campaign, ...next } } : { is: 'again' }
}

/** What stands in the way of a start that was paid; undefined where nothing does by now. */
async function findHindrance(deps: CollectDeps, campaign: Campaign): Promise<string | undefined> {
  const judges = await findJudges(deps, campaign)
  return (judges && (await missingForStart(deps, { campaign, ...judges })))?.message
}

/** Of a start that was paid while what allows it came to its end: nobody reads that nothing was charged (409). */
async function mustRunAfterPayment(deps: CollectDeps, campaign: Campaign): Promise<void> {
  const hindrance = await findHindrance(deps, campaign)
  if (hindrance !== undefined) throw conflict(`${PAID_ALL_THE_SAME} ${hindrance}`)
}
const PAID_ALL_THE_SAME =
  'The payment went through, and what it bought is kept for this campaign; but it cannot run now.'
const PAID_BACK = 'The payment went through, but the campaign could not start, so all of it goes back.'
const paidBack = async (deps: CollectDeps, campaign: Campaign): Promise<string> =>
  [PAID_BACK, await findHindrance(deps, campaign)].filter(Boolean).join(' ')

/** Whether the purchase that somebody waited for was paid, and its money went back. */
async function wentBack(deps: CollectDeps, campaign: Campaign, purchase: Purchase | undefined): Promise<boolean> {
  const demand = purchase && (await demandOf(deps, campaign, purchase))
  const payment = demand && (await deps.db.payment.find({ companyId: demand.company.id, key: demand.key }))
  return payment?.status === 'refunded'
}

/**
 * Starts a campaign because somebody pressed the button, and charges what its start costs. Nothing is charged where it may not
 * start; and where the payer's bank says no, nothing has happened (422 with the bank's words). Two who press at once share one
 * purchase, and both learn how it ended.
 */
export async function startCampaign(
  deps: CollectDeps,
  asked: Campaign,
  client: Company,
  starter: Starter,
): Promise<Started> {
  const { db } = deps
  let campaign = asked
  let [rounds, waits] = [0, 0]
  let awaited: Purchase | undefined
  /** One that was begun a moment ago, as it was written. */
  let mine: BegunPurchase | undefined
  while (rounds < MOST_ROUNDS && waits < WAITS) {
    let isPaid = false
    let isReturned = false
    const isFirst = campaign === asked && !mine
    const [purchase, agencyOfFirst] = await Promise.all([
      mine ?? db.campaignBill.findPurchase(campaign),
      isFirst ? db.company.get(campaign.agencyId) : undefined,
    ])
    mine = undefined
    let started: Campaign | undefined
    if (!purchase) {
      // Somebody else pressed a moment earlier, and this one waited for them: what came of it is the answer to both.
      if (waits > 0) {
        if (campaign.status === 'active') return { is: 'started', campaign }
        throw conflict((await wentBack(deps, campaign, awaited)) ? await paidBack(deps, campaign) : NOT_PAID)
      }
      if (campaign !== asked && campaign.status === 'active') return { is: 'started', campaign }
      // What was refused a moment ago may have been so by them: they are read anew, and the next look says what stands in the way.
      const judges = agencyOfFirst ? { client, agency: agencyOfFirst } : await findJudges(deps, campaign)
      if (!judges) throw notFound('company')
      const begun = await beginStart(deps, campaign, judges, starter)
      if (begun.is === 'started') return begun
      rounds++
      if (begun.is === 'begun') {
        mine = begun.purchase
        continue
      }
    } else if (await isOutdated(deps, campaign, purchase, starter)) rounds++
    else {
      awaited = purchase
      const settled = await settlePurchase(deps, campaign, purchase, starter)
      if (settled.is === 'action') return settled
      if (settled.is === 'failed') throw invalid({ payment: settled.reason })
      isReturned = settled.is === 'returned'
      if (settled.is === 'given') started = settled.started
      isPaid = settled.is === 'given' && (await demandOf(deps, campaign, purchase)) !== undefined
      if (settled.is === 'open') {
        waits++
        await sleep(secondPress.waitMs)
      } else rounds++
    }
    // It runs by the very write that gave what was paid.
    if (started) return { is: 'started', campaign: started }
    const found = await db.campaign.findFresh(campaign)
    if (!found || found.status === 'removed') throw notFound('campaign')
    if (isReturned) throw conflict(await paidBack(deps, found))
    if (purchase?.why === 'start' && found.status === 'active') return { is: 'started', campaign: found }
    if (purchase?.why === 'start' && isPaid) await mustRunAfterPayment(deps, found)
    campaign = found
  }
  if (waits >= WAITS) throw underWay()
  throw lostTo({ status: messages.changedMeanwhile })
}
