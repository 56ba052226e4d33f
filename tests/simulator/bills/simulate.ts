// Lives of campaigns and their money in one process: seeded, on a clock of their own, over the real engine, the real rules and the
// payment provider's double, with everything that can fail failing. Leads are sold, bills made and asked for, campaigns start, stop
// and buy leads; what does not add up ends a life with the command that shows it again.
import { runBill } from '#functions/domain/billing/bill-run.ts'
import { ensureHold, sweepHold } from '#functions/domain/billing/holds.ts'
import { beginManualBill, endManualBill } from '#functions/domain/billing/manual-billing.ts'
import { COUNTS_AS_LEADS } from '#functions/domain/billing/wallet-invoice.ts'
import { setClientCap } from '#functions/domain/leads/client-cap.ts'
import { sellLeads } from '#functions/domain/leads/sell.ts'
import { retryDue } from '#functions/domain/payments/retry.ts'
import { settleFailure } from '#functions/domain/payments/settle-failure.ts'
import { startCampaign } from '#functions/domain/purchases/purchase.ts'
import { estimateRefund, refundLeads } from '#functions/domain/purchases/refund.ts'
import { followCredited } from '#functions/domain/purchases/taken-back.ts'
import { topUpCampaign } from '#functions/domain/purchases/top-up.ts'
import { clock } from '#functions/kit/clock.ts'
import { forgetServices, services as openServices } from '#functions/kit/services.ts'
import { nextState } from '#shared/campaigns/state.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { openDice } from '../dice.ts'
import { honest, openProvider } from '../provider.ts'
import { quicken } from '../quick-table.ts'
import { judge as judgeFaults, type Options, openStage, type Stage, withoutWaiting } from '../stage.ts'
import { kindOf, noFaults, openTurns } from '../turns.ts'
import { type CampaignBooks, campaignFaults, holdFaults, paymentFaults } from './books.ts'
import { openCaps } from './caps.ts'
import { changeAccount, changeCosts, changeTerm, mendAccount, removeCampaign, returnAccount } from './changes.ts'
import { atProvider, returnFaults, takenFaults } from './returns.ts'
import { DECLINES, fillWallet, giveCard, plantWorld, priceOf, type World } from './world.ts'

const counted = {
  ops: 0,
  requests: 0,
  injected: 0,
  leads: 0,
  bills: 0,
  purchases: 0,
  charges: 0,
  returns: 0,
  bounds: 0,
}
export type Result = typeof counted
const STEPS_OF_A_LIFE = 160
const AT_ONCE = 3
const stormy = { crash: 0.006, lost: 0.008, conflict: 0.02, throttle: 0.004 }
const moody = { ...honest, busy: 0.02, lostThere: 0.03, lostBack: 0.05, eventTwice: 0.1, eventLate: 0.2 }
/** The months that follow are shorter. */
const START = Date.parse('2027-01-31T18:00:00Z')
/** Books are read after so many rounds, and at each end of a life. */
const READ_EVERY = 4

/** Leads come in the moment in which a stretch of them is closed; often, or nobody would ever meet there. */
const DUE_NOW = 0.12
const SOON = 40 * DAY

const SCRIPT = 'tests/simulator/bills/run.ts'
const MOST_EVENTS = 5000

export async function openBillSimulator() {
  const stage = await openStage(START, 'b')
  return { simulate: (options: Options) => simulate(options, stage), close: stage.close }
}

async function simulate(options: Options, { engines, double, cast, originVerify, nameOf }: Stage): Promise<Result> {
  const { seed, ops, say } = options
  const dice = openDice(seed)
  let now = START
  clock.now = () => now
  forgetServices()
  double.clear()
  const services = await openServices()
  const { db } = services
  const turns = openTurns(dice)
  const result: Result = { ...counted }
  const faults: string[] = []
  const trail: string[] = []
  const table = quicken(
    services.table,
    engines.endpoints.dynamodb,
    (command, run) => turns.take(kindOf(command), run),
    (text) => faults.push(text),
  )
  const provider = openProvider({
    double,
    services,
    turns,
    dice,
    originVerify,
    now: () => now,
    wait: (ms) => {
      now += ms
    },
  })
  const deps = { ...services, report: () => undefined }
  const caps = openCaps()
  /** Of leads that a list names: what is to be looked at again. */
  const lists = new Set<{ campaign: Campaign; lots: ReadonlySet<number> }>()
  let made = 0
  const own = nameOf(seed)

  const judge = () => judgeFaults(faults, trail, { steps: result.ops, script: SCRIPT, options })

  async function booksOf(asked: Campaign): Promise<CampaignBooks> {
    const [campaign, meter, state, bills, lots, refunds, hold] = await Promise.all([
      db.campaign.findFresh(asked),
      db.lead.findMeter(asked, true),
      db.campaignBill.findState(asked),
      db.campaignBill.list(asked),
      db.campaignBill.listLots(asked),
      db.campaignBill.listRefunds(asked),
      db.leadHold.find(asked),
    ])
    const leads = await db.lead.list(asked, { start: 0, end: now * 2 }, { limit: 5000 })
    if (!campaign || !meter) throw new Error('A campaign is gone.')
    return { campaign, meter, state, bills, lots, refunds, hold, leads }
  }

  async function walletOf({ agencyId }: World) {
    const entries = await db.ledger.listEntries(agencyId, 0, now + DAY, true)
    const paidByHolds = new Map<string, number>()
    const byKey = new Map<string, number>()
    const entryCents = new Map<string, number>()
    for (const { id, kind, state, facts, amountCents } of entries) {
      if (state === 'posted') entryCents.set(id, amountCents)
      if (kind !== 'charge' || state !== 'posted') continue
      const campaignId = facts[COUNTS_AS_LEADS]
      if (campaignId) paidByHolds.set(campaignId, (paidByHolds.get(campaignId) ?? 0) + amountCents)
      if (facts.Invoice) byKey.set(facts.Invoice, (byKey.get(facts.Invoice) ?? 0) + amountCents)
    }
    return { wallet: await db.ledger.get(agencyId), paidByHolds, byKey, entryCents }
  }

  function chargesOf({ accountId }: World) {
    return [accountId, ''].flatMap((account) => {
      const back = new Map<string, number>()
      for (const { payment_intent: id, amount, status } of double.list('refund', account))
        if (status !== 'failed') back.set(String(id), (back.get(String(id)) ?? 0) + amount)
      return double
        .list('payment_intent', account)
        .map(({ id, amount, status, metadata, application_fee_amount: fee }) => ({
          id,
          key: metadata.key ?? '',
          companyId: metadata.company ?? '',
          debtKey: metadata.payment ?? '',
          amountCents: amount,
          feeCents: fee ?? 0,
          backCents: back.get(id) ?? 0,
          feeBackCents: 0,
          status,
        }))
    })
  }

  async function compare(world: World, isCalm: boolean): Promise<CampaignBooks[]> {
    const all = await Promise.all(world.campaigns.map(booksOf))
    faults.push(...all.flatMap(campaignFaults), ...(await caps.compare(world, all, db.clientCap.find)))
    const wallet = await walletOf(world)
    if (isCalm) {
      faults.push(...holdFaults(all, wallet))
      const payments = (await Promise.all([world.agencyId, ...world.clients].map((id) => db.payment.list(id)))).flat()
      const bills = all.flatMap((each) => each.bills)
      faults.push(...paymentFaults(bills, payments, chargesOf(world), wallet.byKey))
      faults.push(...(await returnFaults({ services, double }, world)))
      for (const each of all) faults.push(...(await takenFaults({ services, double }, each)))
    }
    return all
  }

  // What people and timetables do.
  async function sell(campaign: Campaign): Promise<void> {
    const fresh = await db.campaign.find(campaign.companyId, campaign.id)
    const meter = await db.lead.findMeter(campaign)
    if (!fresh || !meter) return
    const leads = Array.from({ length: dice.between(1, 6) }, () => {
      const id = `${own}n${++made}`
      const person = { personId: id, email: `${id}@people.example`, firstName: 'A', lastName: 'B' }
      return { id: `led_${id}`, person, pageUrl: '', visitedAt: now, kind: 'basic' as const }
    })
    const sold = await sellLeads(services, fresh, leads, { meter })
    result.leads += sold.filter(({ end }) => end === 'stored').length
  }
  async function start(campaign: Campaign, { agencyId }: World): Promise<void> {
    const fresh = await db.campaign.findFresh(campaign)
    if (!fresh || fresh.status === 'active') return
    const client = await db.company.get(fresh.companyId)
    await startCampaign(deps, fresh, client, {
      by: 'usr_simulator',
      companyId: dice.chance(0.5) ? client.id : agencyId,
    })
    result.purchases++
  }
  async function rest(campaign: Campaign): Promise<void> {
    const fresh = await db.campaign.findFresh(campaign)
    if (!fresh) return
    const to = fresh.status === 'active' ? 'paused' : dice.chance(0.4) ? 'archived' : 'paused'
    const next = nextState(fresh, to, 'people')
    if (next) await db.campaignChange.setStatus(fresh, next.status, next.statusReason, { at: now, clientName: 'x' })
  }
  async function bill(): Promise<void> {
    for (const { companyId, campaignId } of (await db.campaignBill.duePage(now, null)).found)
      await runBill(deps, { companyId, campaignId })
    for (const { companyId, campaignId, key } of (await db.campaignBill.openPage(now, null)).found)
      await runBill(deps, { companyId, campaignId, key })
  }
  async function credit(campaign: Campaign): Promise<void> {
    const leads = await db.lead.list(campaign, { start: 0, end: now + 1 }, { limit: 20 })
    const lead = leads.length > 0 ? dice.pick(leads) : undefined
    if (!lead) return
    // The message of a list comes again until it was worked off.
    const message = { campaign, lots: new Set(lead.lot === undefined ? [] : [lead.lot]) }
    lists.add(message)
    const level = 'client' as const
    await db.lead.credit(campaign, lead, { at: now, uploadId: 'upl_1', companyId: campaign.companyId, level })
    await followCredited(deps, campaign, message.lots)
    lists.delete(message)
  }
  async function refund(campaign: Campaign): Promise<void> {
    const fresh = await db.campaign.findFresh(campaign)
    if (!fresh) return
    const { plan } = await estimateRefund(deps, fresh, { isClient: false })
    await refundLeads(deps, fresh, { amountCents: plan.amountCents, by: 'usr_simulator', isClient: false })
  }
  async function card({ agencyId, clients, accountId }: World): Promise<void> {
    const companyId = dice.pick([agencyId, ...clients])
    const kind = dice.chance(0.35) ? DECLINES : undefined
    const at = companyId === agencyId ? '' : accountId
    await giveCard({ services, double }, companyId, { accountId: at, key: `k${++made}`, ...(kind && { kind }) })
  }
  async function byHand({ agencyId }: World): Promise<void> {
    const agency = await db.company.get(agencyId)
    if (agency.manualBill) await endManualBill(deps, agency)
    else await beginManualBill(deps, agency, 'usr_simulator')
  }
  async function method({ agencyId }: World): Promise<void> {
    await db.billing.save(agencyId, { billingMethod: dice.pick(['data_wallet', 'bank_account']) } as never)
    if (dice.chance(0.5)) await fillWallet({ services }, agencyId, 100 * dice.between(3, 80), `top-${++made}`)
  }
  async function sweep(): Promise<void> {
    for (const hold of await db.leadHold.listDue(now, 20)) await sweepHold(services, hold)
  }

  async function bound({ clients }: World): Promise<void> {
    const capCents = dice.chance(0.3) ? 0 : 100 * dice.between(1, 80)
    await setClientCap(deps, { id: dice.pick(clients) }, capCents)
    result.bounds++
  }
  async function settleByHand({ agencyId, clients }: World): Promise<void> {
    await settleFailure(deps, await db.company.get(dice.pick([agencyId, ...clients])), 'usr_simulator')
  }
  async function byProvider(world: World): Promise<void> {
    if (!atProvider(world, { dice, double })) return
    provider.changed()
    result.returns++
  }

  type Step = { name: string; run: () => Promise<unknown> }
  function nextStep(world: World): Step {
    const campaign = dice.pick(world.campaigns)
    const kind = dice.below(100)
    if (kind < 43) return { name: 'sell', run: () => sell(campaign) }
    if (kind < 46) return { name: 'at the provider', run: () => byProvider(world) }
    if (kind < 58) return { name: 'bill', run: bill }
    if (kind < 68) return { name: 'start', run: () => start(campaign, world) }
    if (kind < 73) return { name: 'rest', run: () => rest(campaign) }
    if (kind < 78)
      return {
        name: 'top up',
        run: () => topUpCampaign(deps, { companyId: campaign.companyId, campaignId: campaign.id }),
      }
    if (kind < 82) return { name: 'credit', run: () => credit(campaign) }
    const prepaid = world.campaigns.find(({ term }) => term === 'Prepaid')
    if (kind < 85 && prepaid) return { name: 'refund', run: () => refund(prepaid) }
    if (kind < 87) return { name: 'retry', run: () => retryDue(deps, now) }
    if (kind < 88) return { name: 'settle by hand', run: () => settleByHand(world) }
    if (kind < 91) return { name: 'set aside', run: () => ensureHold(services, campaign, 5000) }
    if (kind < 92) return { name: 'sweep', run: sweep }
    if (dice.chance(0.15)) return { name: 'term', run: () => changeTerm({ deps, dice, double }, campaign) }
    if (dice.chance(0.02)) return { name: 'remove', run: () => removeCampaign({ deps }, campaign) }
    if (kind < 93) return { name: 'bound', run: () => bound(world) }
    if (kind < 96) return { name: 'work', run: async () => void (await provider.work()) }
    return { name: 'events', run: () => provider.deliver() }
  }
  /** What changes between the steps of others, at an instant of its own. */
  async function change(world: World): Promise<void> {
    if (dice.chance(0.06)) await card(world).catch(() => undefined)
    if (dice.chance(0.03)) await method(world).catch(() => undefined)
    if (dice.chance(0.02)) await byHand(world).catch(() => undefined)
    if (dice.chance(0.04)) await settleByHand(world).catch(() => undefined)
    if (dice.chance(0.02)) {
      now++
      await changeCosts({ deps, dice, double }, world).catch(() => undefined)
    }
    if (dice.chance(0.015)) changeAccount({ dice, double }, world)
    returnAccount({ double, now }, world)
    if (dice.chance(0.05)) {
      const campaign = dice.pick(world.campaigns)
      now++
      await db.price.saveRetail(
        campaign.companyId,
        'local',
        priceOf(dice, campaign.term),
        { at: now, by: 'simulator' },
        campaign.id,
      )
    }
  }
  function pass(): void {
    if (dice.chance(0.1)) now += dice.between(1, 9) * DAY
    else if (dice.chance(0.2)) now += dice.between(1, 9) * HOUR
    else now += dice.between(1, 90) * 1000
  }

  /** The moment in which the bill of a campaign falls due, and leads of it come; none where that is far off. */
  async function crossing({ campaigns }: World): Promise<Step[]> {
    const campaign = dice.pick(campaigns)
    const { dueAt } = await db.campaignBill.findState(campaign)
    if (dueAt === null || dueAt > now + SOON) return []
    now = Math.max(now, dueAt)
    const selling = { name: 'sell', run: () => sell(campaign) }
    return [selling, { name: 'bill', run: bill }, selling, selling]
  }

  let rounds = 0
  async function round(world: World): Promise<void> {
    await change(world)
    const due = dice.chance(DUE_NOW) ? await crossing(world) : []
    const steps = due.length > 0 ? due : Array.from({ length: dice.between(1, AT_ONCE) }, () => nextStep(world))
    trail.push(steps.map((step) => step.name).join(' + '))
    await provider.arrive()
    await Promise.all(steps.map(({ run }) => turns.process(run).catch(() => undefined)))
    await turns.quiet()
    result.ops += steps.length
    if (++rounds % READ_EVERY === 0) await compare(world, false)
    judge()
    pass()
  }

  /** Nothing fails any more: what was begun comes to its end, and everything adds up. */
  async function settle(world: World): Promise<void> {
    turns.state.faults = noFaults
    provider.state.faults = honest
    trail.push('settling')
    mendAccount({ double }, world)
    const calm = (run: () => Promise<unknown>) =>
      turns.process(run).catch((error: unknown) => void faults.push(`nothing fails, and yet: ${String(error)}`))
    for (let quarter = 0; quarter < 10; quarter++) {
      now += 20 * MINUTE
      await provider.arrive()
      await calm(bill)
      for (const campaign of world.campaigns)
        await calm(() => topUpCampaign(deps, { companyId: campaign.companyId, campaignId: campaign.id }))
      await calm(() => retryDue(deps, now))
      for (const { campaign, lots } of lists) await calm(() => followCredited(deps, campaign, lots))
      lists.clear()
      await calm(sweep)
      await calm(() => provider.deliver())
      for (let events = 0; provider.waiting() > 0 && events < MOST_EVENTS; events++) await calm(() => provider.work())
      if (provider.waiting() > 0) faults.push('events are left that nobody brings to an end')
    }
    await turns.quiet()
    now += 2 * HOUR
    await calm(sweep)
    const all = await compare(world, true)
    for (const { campaign, meter, bills, hold, state } of all) {
      result.bills += bills.length
      // One that was closed for another payment term by a worker that crashed is billed with the next due bill.
      const waits = meter.frozen?.why === 'term' && state.dueAt !== null && state.dueAt > now
      if (meter.frozen && !waits) faults.push(`${campaign.id}: a closed stretch has no bill`)
      if (hold) faults.push(`${campaign.id}: money is still set aside`)
      if (bills.some(({ isDone }) => !isDone)) faults.push(`${campaign.id}: somebody was not asked for his part`)
    }
    judge()
  }

  const lives = async (): Promise<Result> => {
    for (let generation = 0; result.ops < ops; generation++) {
      const world = await plantWorld({ services, double, cast, dice }, `${own}g${generation}`)
      const until = Math.min(ops, result.ops + STEPS_OF_A_LIFE)
      turns.state.faults = stormy
      provider.state.faults = moody
      while (result.ops < until) await round(world)
      await settle(world)
      provider.forget()
      table.forget()
      caps.forget()
      trail.length = 0
      say?.(`${result.ops} steps`)
    }
    const { requests, injected } = turns.state
    return { ...result, requests, injected, charges: provider.state.charges }
  }
  return withoutWaiting(lives).finally(() => table.end())
}
