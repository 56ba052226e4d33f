// A11's books: 20,000 candidates of ten campaigns, some of them people whom a list names, through eight workers that crash. One campaign
// has a limit, one sells leads that were bought ahead, one is paid from a Data Wallet, and half of them deliver to receivers that
// fail now and then. What is left in the table once all of them have an end is compared with what was sent.
import { createServer } from 'node:http'
import { makeBills } from '#functions/domain/billing/bill-campaign.ts'
import { endHold } from '#functions/domain/billing/holds.ts'
import { importUpload } from '#functions/domain/exclusions/import.ts'
import { incomingKey } from '#functions/domain/exclusions/keys.ts'
import { deliver } from '#functions/domain/integrations/deliver.ts'
import { toMessage } from '#functions/domain/integrations/message.ts'
import { createWebhook, newWebhookSecret } from '#functions/domain/integrations/webhooks.ts'
import { type Outcome, take } from '#functions/domain/leads/take.ts'
import { openWebhooks } from '#functions/gateways/webhooks.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import type { JobMessage } from '#shared/jobs.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Purchase } from '#shared/model/campaign-bill.ts'
import { noCarry } from '#shared/money/bill.ts'
import { noCosts } from '#shared/money/price-list.ts'
import { type Dice, openDice } from '../simulator/dice.ts'
import { fillWallet } from './charge.ts'
import {
  BATCH,
  crashNowAndThen,
  type Message,
  openWorker,
  personOf,
  plant,
  START,
  WORKERS,
  type Worker,
} from './ingest-workers.ts'
import type { Bench } from './platform.ts'
import type { Figure } from './ratio.ts'

const given = process.argv.find((text) => text.startsWith('--seed='))?.split('=')[1]
const SEED = Number(given ?? 20_261_123)
const CANDIDATES = 20_000
const AGAIN = 0.3
const CRASHES = 0.02
/** People whom the platform's own list names. */
const LISTED = 0.05
const LIMIT = 500
/** Which of the ten campaigns has the limit, was bought ahead, and is paid from a wallet. */
const [LIMITED, BOUGHT, FROM_WALLET] = [0, 1, 2]
/** Two purchases of one campaign, and what a lead of them costs its client. */
const LOTS = [300, 250]
const LOT_RETAIL = 15_000
/** What one agency has in its Data Wallet, and what a lead costs it (hundredths of a cent). */
const WALLET_DOLLARS = 250
const WHOLESALE = 5_000
/** Letters that their receiver refuses, and those whose answer is lost. */
const REFUSED = 0.04
const ANSWERS_LOST = 0.02

type Letter = JobMessage<'deliverLead'>

/** A receiver of webhooks that counts what it took, and fails now and then before or after it took it. */
async function openReceiver(dice: Dice) {
  const taken = new Map<string, number>()
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      if (dice.chance(REFUSED)) return void res.writeHead(500).end()
      const id = String(req.headers['webhook-id'])
      taken.set(id, (taken.get(id) ?? 0) + 1)
      if (dice.chance(ANSWERS_LOST)) return void req.socket.destroy()
      res.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const host = `localhost:${typeof address === 'object' ? address?.port : 0}`
  const stop = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  return { host, taken, stop }
}

/** A list of the platform names these people. */
async function exclude({ services, cast }: Bench, names: readonly string[]): Promise<void> {
  const owner = { companyId: cast.root.id, uploadId: 'upl_a11' }
  const { epoch } = await services.db.exclusion.get(cast.root.id, 'client')
  const none = { totalRows: 0, currentRow: 0, accepted: 0, duplicates: 0, rejected: 0, resends: 0 }
  const times = { createdAt: START, updatedAt: START }
  const by = { requestedBy: 'usr_bench', plan: null, reason: null }
  const file = { campaignType: 'client' as const, fileName: 'list.csv', status: 'waiting' as const, epoch }
  await services.db.upload.create({ id: owner.uploadId, companyId: owner.companyId, ...file, ...none, ...by, ...times })
  const rows = names.map((name) => `${personOf(name).email}\n`).join('')
  await services.files.put(incomingKey(owner), rows, 'text/csv')
  await importUpload(services, owner)
}

/** Leads that were bought ahead, as they stand once they are paid. */
async function buy({ services: { db } }: Bench, campaign: Campaign, leads: number): Promise<void> {
  const state = await db.campaignBill.findState(campaign)
  const meter = await db.lead.findMeter(campaign, true)
  if (!meter) throw new Error('A campaign has no meter.')
  const number = state.purchases + 1
  const { companyId, id: campaignId, agencyId, rootId } = campaign
  const sums = { retailCents: 0, wholesaleCents: 0, clientPaysCents: 0, feeCents: 0, agencyPaysCents: 0 }
  const kind = 'basic' as const
  const purchase: Purchase = {
    number,
    why: 'topup',
    by: 'bench',
    hasPlatformFee: false,
    bought: { leads, kind, retailCentiCents: LOT_RETAIL + number, wholesaleCentiCents: 5_000, rootCentiCents: 700 },
    bill: {
      companyId,
      campaignId,
      agencyId,
      rootId,
      key: `topup-${String(number).padStart(6, '0')}`,
      why: 'topup',
      payer: 'client',
      term: 'Prepaid',
      fromOn: '2027-02-01',
      toOn: '2027-02-01',
      items: [],
      sums: { ...sums, carry: noCarry, waived: noCarry },
      carried: noCarry,
      createdAt: START,
      isDone: true,
    },
  }
  await db.campaignBill.beginPurchase(campaign, purchase, state, START)
  const begun = await db.campaignBill.findState(campaign)
  if (!(await db.campaignBill.completePurchase(campaign, purchase, { state: begun, meter }, START)))
    throw new Error('Leads could not be bought.')
}

/** An agency that is billed by hand and pays each lead from its wallet before it is sold. */
async function payFromWallet(bench: Bench, agencyId: string): Promise<void> {
  const { db } = bench.services
  const fees = { ...noCosts.costs.local.Weekly, perLeadCentiCents: WHOLESALE }
  const costs = { ...noCosts.costs, local: { ...noCosts.costs.local, Weekly: fees } }
  await db.price.saveCosts(agencyId, { term: 'Weekly', costs }, { at: START - HOUR, by: 'bench' })
  await db.company.update(agencyId, { manualBill: true })
  await db.billing.save(agencyId, { billingMethod: 'data_wallet' })
  await fillWallet(bench, agencyId, WALLET_DOLLARS)
}

/** Takes messages until none is left: those without an end come again, as their queue hands them over. */
async function workOff(workers: readonly Worker[], messages: Message[], dice: Dice): Promise<void> {
  const one = async ({ services }: Worker) => {
    while (messages.length > 0) {
      const [first] = messages
      if (!first) break
      const batch: Message[] = []
      for (let at = 0; at < messages.length && batch.length < BATCH; )
        if (messages[at]?.campaign === first.campaign) batch.push(...messages.splice(at, 1))
        else at++
      const candidates = batch.map(({ candidate, tries }) => ({ ...candidate, isRepeat: tries > 0 }))
      const ends = await take(services, first.campaign, candidates).catch((): Outcome[] => [])
      for (const [index, message] of batch.entries())
        if (ends[index] === undefined || ends[index].end === 'again')
          messages.splice(dice.below(messages.length + 1), 0, { ...message, tries: message.tries + 1 })
    }
  }
  await Promise.all(workers.map(one))
}

/** Delivers until nothing is on its way: what has no end comes again by the queue or, once it is due, by the timetable. */
async function deliverAll({ services }: Bench, workers: readonly Worker[], queue: Letter[], dice: Dice): Promise<void> {
  const { delivery } = services.db
  let now = START
  for (const worker of workers) worker.services.now = () => now
  // The last tries of a letter lie three days off.
  for (let isOver = false; !isOver || now < START + 4 * DAY; now += 10 * MINUTE) {
    const letters = queue.splice(0)
    const one = async (worker: Worker) => {
      for (let letter = letters.pop(); letter; letter = letters.pop()) {
        const own = letter
        // Its message comes again once it stayed away.
        await deliver(worker.services, own, dice.below(1000) / 1000).catch(() => queue.push(own))
      }
    }
    await Promise.all(workers.map(one))
    const due = await delivery.listDue(now, 1000)
    for (const each of due) if (await delivery.claimDue(each, now)) queue.push(toMessage(each))
    isOver = queue.length === 0 && due.length === 0
  }
}

type Books = {
  campaign: Campaign
  own: readonly Message[]
  /** Who may not be sold. */
  listed: ReadonlySet<string>
  /** The most that may be sold. */
  most: number
  /** By a wallet, lead by lead. */
  isPaidAhead: boolean
}

/** What the table and the bill say of one campaign: the leads that it has, and what differs. */
async function compare({ services }: Bench, { campaign, own, listed, most, isPaidAhead }: Books) {
  const { db } = services
  const faults: string[] = []
  const people = new Set(own.map(({ name }) => name).filter((name) => !listed.has(name)))
  const leads = await db.lead.list(campaign, { start: 0, end: START * 2 }, { limit: CANDIDATES })
  const meter = await db.lead.findMeter(campaign, true)
  const tally = await db.leadTally.count(campaign, START - HOUR, START + HOUR)
  const told = Object.values(tally).reduce((sum, count) => sum + count, 0)
  const state = await db.campaignBill.findState(campaign)
  const made = await makeBills({ ...services, now: () => START }, campaign, { why: 'final' })
  const billed = made.bills
    .flatMap(({ items }) => items)
    .reduce((sum, { what, count }) => sum + (what === 'leads' ? count : 0), 0)
  const facts = {
    wanted: Math.min(most, people.size),
    leads: leads.length,
    ids: new Set(leads.map(({ id }) => id)).size,
    people: new Set(leads.map(({ person }) => person.email)).size,
    allowed: leads.filter(({ person }) => !listed.has(person.personId)).length,
    meter: meter?.leads,
    day: meter?.dayLeads,
    tally: tally.stored,
    // Bought leads were billed before, and those of a wallet are paid with what is set aside.
    ...(campaign.term === 'Prepaid' ? { gone: meter?.gone } : isPaidAhead ? {} : { billed }),
  }
  if (new Set(Object.values(facts)).size !== 1) faults.push(JSON.stringify(facts))
  if (told !== own.length) faults.push(`${told} of ${own.length} candidates have an end`)
  // Whom a list names is told so, unless there was no room for anybody.
  const named = own.filter(({ name }) => listed.has(name)).length
  if (most === Number.POSITIVE_INFINITY ? tally.excluded !== named : (tally.excluded ?? 0) > named)
    faults.push(`${tally.excluded} of ${named} candidates were told that a list names them`)
  return { leads, meter, state, faults: faults.map((fault) => `${campaign.id}: ${fault}`) }
}

/** Every lead has the lot that was due at its place, with that lot's price, and none is left over. */
function compareLots({ leads, meter }: Awaited<ReturnType<typeof compare>>): string[] {
  const sold = LOTS.map((count, index) => {
    const own = leads.filter(({ lot }) => lot === index + 1)
    return own.length === count && own.every(({ retailCentiCents }) => retailCentiCents === LOT_RETAIL + index + 1)
  })
  const isUsedUp = meter?.bought === meter?.gone && meter?.lots.every(({ endsAt }) => endsAt <= meter.gone)
  return sold.every(Boolean) && isUsedUp ? [] : [`The lots are ${JSON.stringify(sold)}, used up: ${isUsedUp}.`]
}

/** What the wallet lacks is what its leads cost. */
async function compareWallet({ services }: Bench, campaign: Campaign, count: number): Promise<string[]> {
  const { db } = services
  const hold = await db.leadHold.find(campaign)
  if (hold) await endHold({ db, now: () => START }, hold)
  const { balanceCents, reservedCents } = await db.ledger.get(campaign.agencyId)
  const wanted = WALLET_DOLLARS * 100 - (count * WHOLESALE) / 100
  return balanceCents === wanted && reservedCents === 0
    ? []
    : [`The wallet has ${balanceCents} and ${reservedCents} set aside, ${wanted} are right.`]
}

export async function benchBooks(bench: Bench): Promise<Figure[]> {
  const { services, cast } = bench
  const { db } = services
  const dice = openDice(SEED)
  const state = { share: CRASHES, crashes: 0 }
  const workers = Array.from({ length: WORKERS }, () => openWorker(bench))
  const receiver = await openReceiver(dice)
  const letters: Letter[] = []
  const queues = {
    ...services.queues,
    send: async (job: string, message: unknown) => void (job === 'deliverLead' && letters.push(message as Letter)),
    sendMany: async () => undefined,
  }
  for (const worker of workers) {
    crashNowAndThen(worker, dice, state)
    Object.assign(worker.services, { queues, webhooks: openWebhooks({ standIns: [receiver.host] }), now: () => START })
  }
  await payFromWallet(bench, cast.campaigns.peak.agencyId)
  const campaigns: Campaign[] = []
  const hooks = new Map<Campaign, string[]>()
  for (let index = 0; index < 10; index++) {
    const limit = { count: index === LIMITED ? LIMIT : 0, every: 'day' as const, fromOn: '', toOn: '' }
    const term = index === BOUGHT ? ('Prepaid' as const) : ('Weekly' as const)
    const model = index === FROM_WALLET ? cast.campaigns.peak : cast.campaigns.smiles
    const campaign = await plant(bench, `a11x${index}`, { limit, term }, START - HOUR, model)
    campaigns.push(campaign)
    // Half of them deliver, one of these to two receivers.
    const own = Array.from(
      { length: index % 2 === 1 ? 0 : index === 0 ? 2 : 1 },
      (_, number) => `whk_a11x${index}n${number}`,
    )
    hooks.set(campaign, own)
    for (const id of own) {
      const scope = { id, companyId: campaign.companyId, scope: campaign.id, label: id }
      const address = `http://${receiver.host}/${id}`
      await createWebhook(services, { ...scope, address, secret: newWebhookSecret(), now: START })
    }
  }
  const bought = campaigns[BOUGHT]
  for (const count of LOTS) if (bought) await buy(bench, bought, count)
  const before = await Promise.all(campaigns.map((campaign) => db.lead.findMeter(campaign, true)))
  if (before.some((meter) => !meter || meter.leads > 0)) throw new Error('The campaigns are not new.')
  const messages: Message[] = Array.from({ length: CANDIDATES }, (_, index) => {
    const campaign = dice.pick(campaigns)
    // One in twenty is a person who came before.
    const name = `a11p${index > 0 && dice.chance(0.05) ? dice.below(index) : index}`
    const candidate = { id: `led_a11n${index}`, seenAt: START, person: async () => personOf(name) }
    return { campaign, tries: 0, name, candidate }
  })
  const listed = new Set(messages.map(({ name }) => name).filter(() => dice.chance(LISTED)))
  await exclude(bench, [...listed])
  const again = messages.filter(() => dice.chance(AGAIN)).map((message) => ({ ...message, tries: 1 }))
  const all = [...messages, ...again]
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.max(0, at - dice.below(4000))
    const [a, b] = [all[at], all[other]]
    if (a && b) all.splice(at, 1, b)
    if (a && b) all.splice(other, 1, a)
  }
  await workOff(workers, all, dice)
  const queued = letters.length
  await deliverAll(bench, workers, letters, dice)
  state.share = 0
  const faults: string[] = []
  const wanted = new Set<string>()
  let stored = 0
  for (const [index, campaign] of campaigns.entries()) {
    const own = messages.filter((message) => message.campaign === campaign)
    const bounds = { [LIMITED]: LIMIT, [BOUGHT]: LOTS.reduce((sum, count) => sum + count, 0) }
    const most = index === FROM_WALLET ? (WALLET_DOLLARS * 10_000) / WHOLESALE : bounds[index]
    const isPaidAhead = index === FROM_WALLET
    const found = await compare(bench, { campaign, own, listed, most: most ?? Number.POSITIVE_INFINITY, isPaidAhead })
    faults.push(...found.faults)
    if (index === BOUGHT) faults.push(...compareLots(found))
    if (index === FROM_WALLET) faults.push(...(await compareWallet(bench, campaign, found.leads.length)))
    stored += found.leads.length
    for (const { id } of found.leads) for (const hook of hooks.get(campaign) ?? []) wanted.add(`${id}_${hook}`)
  }
  for (const id of wanted) if (!receiver.taken.has(id)) faults.push(`${id} did not arrive.`)
  for (const id of receiver.taken.keys()) if (!wanted.has(id)) faults.push(`${id} is of no lead.`)
  const arrived = [...receiver.taken.values()].reduce((sum, count) => sum + count, 0)
  for (const worker of workers) worker.end()
  await receiver.stop()
  for (const fault of faults.slice(0, 50)) console.error(fault)
  const shown = (count: number) => count.toLocaleString('en-US')
  return [
    {
      id: 'A11',
      what: `${shown(CANDIDATES)} candidates of ten campaigns (seed ${SEED}), ${shown(again.length)} of them twice, ${shown(listed.size)} people on a list, one limit, two lots, one wallet, eight workers, ${shown(state.crashes)} crashes: what differs between leads, people, meter, day, tally, bill, lots, wallet and receivers`,
      figure: `${faults.length}; ${shown(stored)} leads`,
      goal: '0',
      peer: '-',
      met: faults.length === 0,
    },
    {
      id: 'A11',
      what: `Their deliveries, ${REFUSED * 100}% refused and ${ANSWERS_LOST * 100}% of the answers lost: leads that did not arrive; letters that came twice under their own id`,
      figure: `${[...wanted].filter((id) => !receiver.taken.has(id)).length} of ${shown(wanted.size)}; ${shown(arrived - receiver.taken.size)} (${shown(queued)} messages)`,
      goal: '0',
      peer: '-',
      met: [...wanted].every((id) => receiver.taken.has(id)),
    },
  ]
}
