// Lives of leads on their way to tools and webhooks in one process: seeded, on a clock of their own, over the real engine, the real
// workers and the doubles of tools, with everything that can fail failing. What does not add up ends a life with the command that
// shows it again.
import { Logger } from '@aws-lambda-powertools/logger'
import type { StoredWebhook } from '#functions/data/integrations/webhook.ts'
import { idOf } from '#functions/domain/account/notice.ts'
import { openCredentials } from '#functions/domain/connections/credentials.ts'
import { openWebhook } from '#functions/domain/integrations/webhooks.ts'
import { afterStored } from '#functions/domain/leads/after.ts'
import { isAdapted } from '#functions/gateways/integrations/index.ts'
import { handler as deliverLead } from '#functions/jobs/deliverLead.ts'
import { handler as endConnections } from '#functions/jobs/endConnections.ts'
import { handler as lookAtDelivery } from '#functions/jobs/lookAtDelivery.ts'
import { handler as releaseDeliveries } from '#functions/jobs/releaseDeliveries.ts'
import { handler as replayLeads } from '#functions/jobs/replayLeads.ts'
import { handler as writeSheet } from '#functions/jobs/writeSheet.ts'
import { clock } from '#functions/kit/clock.ts'
import { forgetServices, services as openServices } from '#functions/kit/services.ts'
import { handler as retryDeliveries } from '#functions/schedules/retryDeliveries.ts'
import { lambdaContext } from '#infra/local/api.ts'
import { startToolDoubles, type ToolDoubles } from '#infra/local/doubles/tools/index.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#infra/local/doubles/webhook-receiver.ts'
import { nextState } from '#shared/campaigns/state.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { LONGEST_REST } from '#shared/integrations/breaker.ts'
import { rescuedJobs } from '#shared/job-names.ts'
import type { ToolConnection } from '#shared/model/tool-connection.ts'
import { openDice } from '../dice.ts'
import { written } from '../kept-reads.ts'
import { quicken } from '../quick-table.ts'
import { toRecord } from '../record.ts'
import { judge as judgeFaults, type Options, openStage, type Stage, withoutWaiting } from '../stage.ts'
import { kindOf, noFaults, openTurns } from '../turns.ts'
import { isWatched, openBooks, readersIn } from './books.ts'
import { type Handed, honest, openNetwork, phoneOf, slugs } from './network.ts'
import { openPeople } from './people.ts'
import { openQueue } from './queue.ts'
import { openTenants } from './tenants.ts'
import { emailOf, PLACES, plantWorld, type SimLead, type World } from './world.ts'

const counted = {
  ops: 0,
  requests: 0,
  injected: 0,
  leads: 0,
  /** Requests to tools and webhooks; messages that were worked on; those that the queue gave up. */
  asked: 0,
  worked: 0,
  given: 0,
  ends: {} as Record<string, number>,
  /** Deliveries that ever waited for a connection, for an answer, for a receiver that was left alone, and so on. */
  seen: {} as Record<string, number>,
}
export type Result = typeof counted
const STEPS_OF_A_LIFE = 400
const AT_ONCE = 4
/** Lives in which our own account with a tool is at fault for a week at last. */
const ORDEALS = 0.2
/** Ends of lives at which a worker does not start. */
const SICK_AT_LAST = 0.3
/** Somebody always looks again within minutes. */
const LONG_LOOK = 20 * MINUTE
const stormy = { crash: 0.008, lost: 0.015, conflict: 0.03, throttle: 0.005 }
const moody = { busy: 0.05, lostThere: 0.02, lostBack: 0.03, garbage: 0.01, doomed: 0.04 }
/** As many messages as are soon worked off: most of them are to meet trouble. */
const MOST_READY = 10
const START = Date.parse('2027-03-01T17:00:00Z')
const SCRIPT = 'tests/simulator/deliveries/run.ts'
const handlers = { deliverLead, writeSheet, lookAtDelivery, releaseDeliveries, replayLeads, endConnections }
/** What must not stand in a line of the log or in a mail. */
const SECRET = /@readers\.example|led_\w+@people\.example|nobody-at-all|of-nobody|whsec_|\/in\/whk_/

type Outside = { doubles: readonly ToolDoubles[]; receiver: WebhookReceiver }

export async function openDeliverySimulator() {
  const now = () => clock.now()
  let stage = await openStage(START, 'd')
  const doubles = await Promise.all(Array.from({ length: PLACES }, () => startToolDoubles({ now })))
  const receiver = await startWebhookReceiver({ now })
  const outside = { doubles, receiver }
  const learnPlaces = () => Object.assign(process.env, doubles[0]?.environment, { WEBHOOK_STAND_INS: 'localhost' })
  learnPlaces()
  return {
    async simulate(options: Options): Promise<Result> {
      try {
        return await simulate(options, stage, outside)
      } catch (error) {
        // What a life leaves that did not end well is due, and would be worked off in the next one.
        await stage.close()
        stage = await openStage(START, 'd')
        learnPlaces()
        throw error
      }
    },
    async close() {
      for (const each of doubles) await each.stop()
      await receiver.stop()
      await stage.close()
    },
  }
}

async function simulate(
  options: Options,
  { engines, cast, nameOf }: Stage,
  { doubles, receiver }: Outside,
): Promise<Result> {
  const { seed, ops, say } = options
  const dice = openDice(seed)
  let now = START
  clock.now = () => now
  forgetServices()
  const services = await openServices()
  const { db, sealer } = services
  const turns = openTurns(dice)
  const result: Result = { ...counted, ends: {} }
  const faults: string[] = []
  const trail: string[] = []
  const own = nameOf(seed)
  let rounds = 0
  let made = 0
  let present: World | undefined
  const accounts = new Map<string, { place: number; key: string }>()
  const books = openBooks({ accountOf: (sealed) => accounts.get(sealed)?.place, fault: (text) => faults.push(text) })
  const table = quicken(
    services.table,
    engines.endpoints.dynamodb,
    (command, run) =>
      turns.take(kindOf(command), async () => {
        const keys = (written(command) ?? []).filter(({ pk }) => isWatched(pk))
        const answer = await run()
        if (keys.length === 0) return answer
        const found = new Map((await table.read(keys)).map((item) => [`${item.pk}/${item.sk}`, item]))
        for (const { pk, sk } of keys) {
          const item = found.get(`${pk}/${sk}`)
          if (item && pk.endsWith('#TOOLS')) await learn(item)
          if (item && pk.endsWith('#WEBHOOKS')) await learnSecret(item)
          books.saw(pk, sk, item)
        }
        return answer
      }),
    (text) => faults.push(text),
  )
  /** Which account a connection opens. */
  async function learn(item: object): Promise<void> {
    // @NOTE a connection's item is what the product writes of it.
    const { companyId, slug, sealed, settings } = item as ToolConnection
    if (accounts.has(sealed)) return
    const tool = slug.replace(/#.*$/, '') as ToolConnection['slug']
    const credentials = await openCredentials(sealer, { companyId, slug: tool, settings, sealed })
    const key = credentials.api_key ?? credentials.token ?? credentials.refresh ?? ''
    const place = network.places.get(key)?.place
    if (place !== undefined) accounts.set(sealed, { place, key })
  }
  async function learnSecret(item: object): Promise<void> {
    // @NOTE a webhook's item is what the product writes of it.
    const webhook = item as StoredWebhook
    const {
      secrets: [secret = ''],
    } = await openWebhook(sealer, webhook, now)
    const known = present?.secrets.get(webhook.id) ?? []
    present?.secrets.set(webhook.id, known)
    const last = known.at(-1)
    if (last?.secret === secret) return
    if (last) last.until = webhook.oldSecretUntil
    known.push({ secret, round: rounds, until: Number.POSITIVE_INFINITY })
  }
  const network = openNetwork({
    doubles,
    receiver,
    turns,
    dice,
    services,
    listener: {
      tools: (handed) => books.handing(handed, now),
      took(handed, outcome) {
        books.handed(handed, outcome)
        if (handed.fileId) sheetFaults(handed)
        if (handed.slug === 'gohighlevel') contactFaults(handed.place)
        if (handed.slug === 'mailboxpower') addressFaults(handed.place)
      },
      letter: (letter) => books.letter(letter),
      shares(shared) {
        const sheet = doubles[shared.place]?.google_sheets.sheets().find(({ id }) => id === shared.fileId)
        const campaign = present?.campaigns.find(({ name }) => sheet?.title.includes(` ${name} `))
        books.sharing(shared, campaign)
      },
    },
  })
  const queue = openQueue({ turns, dice, now: () => now, handlers })
  const people = openPeople({
    services,
    cast,
    dice,
    network,
    receiverUrl: receiver.url,
    doubles,
    turns,
    isThere: (world, companyId) => tenants.isThere(world, companyId),
    accounts: {
      placeOf: (companyId, slug) => accountAt(companyId, slug)?.place,
      isGood: (companyId, slug) => network.places.has(accountAt(companyId, slug)?.key ?? ''),
    },
  })
  const tenants = openTenants({ services, dice, books, tag: own })
  const accountAt = (companyId: string, slug: string) =>
    accounts.get(String(books.rows.get(`C#${companyId}#TOOLS`)?.get(slug)?.sealed ?? ''))
  const judge = () => judgeFaults(faults, trail, { steps: result.ops, script: SCRIPT, options })

  /** Each lead stands once in a sheet, which is that of its campaign. */
  function sheetFaults({ place, fileId, leadIds }: Handed): void {
    const sheet = doubles[place]?.google_sheets.sheets().find(({ id }) => id === fileId)
    for (const id of sheet ? leadIds : []) {
      const name = books.leadOf(id)?.campaign.name ?? ''
      if (!sheet?.title.includes(name)) faults.push(`${id} stands in ${sheet?.title}`)
    }
    const ids = (sheet?.rows ?? []).slice(1).map((row) => row.at(-1))
    for (const [index, id] of ids.entries())
      if (ids.indexOf(id) !== index) faults.push(`${id} stands twice in ${sheet?.title}`)
  }
  /** Each person is one contact. */
  function contactFaults(place: number): void {
    const contacts = [...(doubles[place]?.gohighlevel.contacts().values() ?? [])]
    const names = contacts.map(({ email, phone }) => String(email ?? phone))
    for (const [index, name] of names.entries())
      if (names.indexOf(name) !== index) faults.push(`${name} is two contacts at GoHighLevel`)
  }
  function addressFaults(place: number): void {
    const streets = [...(doubles[place]?.mailboxpower.contacts().values() ?? [])].map(({ street }) => String(street))
    for (const [index, street] of streets.entries())
      if (streets.indexOf(street) !== index) faults.push(`${street} is two contacts at Mailbox Power`)
  }

  // What is written into the log.
  const levels = ['info', 'warn', 'error'] as const
  const written0 = levels.map((level): unknown => Reflect.get(Logger.prototype, level))
  for (const level of levels)
    Reflect.set(Logger.prototype, level, (...line: unknown[]) => {
      const text = JSON.stringify(line)
      if (SECRET.test(text)) faults.push(`a line of the log says ${SECRET.exec(text)?.[0]}: ${text.slice(0, 200)}`)
    })
  // What is left to chance is left to a die of its own.
  const chance = openDice(seed + 1)
  const { random } = Math
  Math.random = () => chance.below(1_000_000) / 1_000_000

  /** Leads that are stored and whose destinations are still to be told. */
  type Stored = { leads: SimLead[]; may: Set<string>; must: Set<string> | undefined }
  const stored: Stored[] = []
  const erasing = new Set<SimLead>()

  async function store(world: World): Promise<void> {
    const known = dice.pick(world.campaigns)
    const campaign = await db.campaign.findFresh(known)
    if (campaign?.status !== 'active') return
    const leads: SimLead[] = []
    for (let count = dice.between(1, 4); count > 0; count--) {
      const id = `led_${own}n${++made}`
      const hasEmail = dice.chance(0.85)
      const phone = !hasEmail || dice.chance(0.6) ? phoneOf(made) : ''
      network.phones.set(phone, id)
      const hasAddress = dice.chance(0.85)
      const email = hasEmail ? emailOf(id) : ''
      const home = hasAddress
        ? { street: `1 ${id} Street`, city: 'Springfield', stateCode: 'IL', zipCode: '62701' }
        : {}
      const person = { personId: id, email, firstName: 'A', lastName: 'B', phone, city: '', stateCode: '', ...home }
      const lead = { id, person, pageUrl: '', visitedAt: now, kind: 'basic' as const }
      const price = { retailCentiCents: 0, wholesaleCentiCents: 0 }
      const [end] = await db.lead.store(campaign, { at: now, leads: [lead], price })
      if (end?.end !== 'stored') continue
      leads.push({ id, campaign, createdAt: end.lead.createdAt, hasEmail, hasAddress, phone })
    }
    world.leads.push(...leads)
    result.leads += leads.length
    if (leads.length > 0) stored.push({ leads, may: new Set(), must: undefined })
  }

  /** As a worker does that stored them; if it crashes, another one does it again. */
  async function handOn(): Promise<void> {
    const one = stored.find(({ must }) => must === undefined)
    const campaign = one?.leads[0]?.campaign
    if (!one || !campaign) return
    const allow = () => {
      const [before, after] = books.destinations(campaign)
      for (const id of [...before, ...after]) one.may.add(id)
      return new Set([...before].filter((id) => after.has(id)))
    }
    try {
      await afterStored(services, campaign, one.leads)
      one.must = allow()
    } finally {
      allow()
    }
  }

  const timetable = async () => {
    const record = toRecord({ schedule: 'retryDeliveries', at: now })
    await retryDeliveries({ Records: [record] }, lambdaContext('retryDeliveries', HOUR))
  }
  async function rest(world: World): Promise<void> {
    const campaign = await db.campaign.findFresh(dice.pick(world.campaigns))
    const next =
      campaign &&
      nextState(
        campaign,
        dice.pick(['paused', 'active', 'active', 'active', dice.chance(0.1) ? 'removed' : 'active'] as const),
        'people',
      )
    if (next) await db.campaignChange.setStatus(campaign, next.status, next.statusReason, { at: now, clientName: 'x' })
  }
  async function newSheet({ campaigns }: World): Promise<void> {
    const campaign = dice.pick(campaigns)
    const [sheet] = await db.sheet.list(campaign)
    if (!sheet) return
    if (dice.chance(0.5)) for (const { google_sheets } of doubles) google_sheets.remove(sheet.fileId)
    await db.sheet.want(campaign, sheet.number + 1)
  }

  type Step = { name: string; run: () => Promise<unknown> }
  function nextStep(world: World): Step {
    const campaign = dice.pick(world.campaigns)
    const lead = world.leads.length > 0 ? dice.pick(world.leads.slice(-40)) : undefined
    const companyId = dice.pick([world.agencyId, ...world.clients])
    const kind = dice.below(200)
    if (dice.chance(0.005)) return { name: 'remove', run: () => tenants.remove(world) }
    if (dice.chance(0.02)) return { name: 'readers', run: () => tenants.changeReaders(world) }
    // Nobody of a company that is removed changes anything any more, nor does anybody for it.
    const isThere = tenants.isThere(world, companyId) && tenants.isThere(world, campaign.companyId)
    if (!isThere && kind >= 150 && kind < 190) return { name: 'work', run: queue.work }
    if (kind < 40) return { name: 'hand on', run: handOn }
    if (kind < 130) return { name: 'work', run: queue.work }
    if (kind < 150) return { name: 'timetable', run: timetable }
    if (kind < 161)
      return { name: 'connect', run: () => people.connect(world, companyId, dice.pick(slugs), dice.chance(0.3)) }
    if (kind < 163) return { name: 'disconnect', run: () => people.disconnect(companyId, dice.pick(slugs)) }
    if (kind < 172) return { name: 'choose', run: () => people.choose(campaign, world) }
    if (kind < 181) return { name: 'webhook', run: () => people.tendWebhook(world) }
    if (kind < 187) return { name: 'send again', run: () => people.sendAgain(lead?.campaign ?? campaign, lead) }
    if (kind < 190) return { name: 'send days', run: () => people.sendDays(world) }
    if (kind < 193 && lead) return { name: 'credit', run: () => people.credit(lead) }
    if (kind < 197 && lead) {
      erasing.add(lead)
      return { name: 'erase', run: () => people.erase(lead).then(() => erasing.delete(lead)) }
    }
    if (erasing.size > 0) {
      const [again] = erasing
      if (again) return { name: 'erase', run: () => people.erase(again).then(() => erasing.delete(again)) }
    }
    return { name: 'work', run: queue.work }
  }

  const isWaiting = (item: { state?: unknown }) => item.state === 'waiting'
  const deliveries = () =>
    [...books.rows].flatMap(([pk, page]) => (pk.includes('#DELIVERIES#') ? [...page.values()] : []))
  /** When the timetable, or a message, sees to something next. */
  const nextInstant = () => {
    const due = deliveries()
      .filter(isWaiting)
      .map(({ dueAt }) => (typeof dueAt === 'string' ? Number(dueAt.slice(0, 15)) : Number.POSITIVE_INFINITY))
    return Math.min(queue.next(), ...due)
  }
  function pass(): void {
    const next = nextInstant()
    if (dice.chance(0.02)) now += dice.between(1, 3) * DAY
    else if (dice.chance(0.05)) now += dice.between(1, 9) * HOUR
    else if (queue.ready() < 3 && dice.chance(0.7) && Number.isFinite(next)) now = Math.max(now + 1, next)
    else now += dice.between(1, 90) * 1000
  }

  async function round(world: World): Promise<void> {
    books.nextRound(++rounds)
    // What befalls others, it does between the steps of workers.
    if (queue.ready() < MOST_READY && dice.chance(0.4)) await store(world)
    if (dice.chance(0.25)) await people.befall(world)
    if (dice.chance(0.03)) await rest(world)
    if (books.removed.size > 0 && dice.chance(0.025)) await tenants.bringBack(world)
    if (world.leads.length > 0 && dice.chance(0.08)) await tenants.exclude(world, dice.pick(world.leads.slice(-12)))
    if (dice.chance(0.02)) await tenants.takeOff()
    if (dice.chance(0.02)) await newSheet(world)
    // Of a delivery that is listed the timetable sends another.
    if (dice.chance(0.03))
      queue.lose(({ leadId, destination }) => {
        const lead = books.leadOf(String(leadId))
        return lead !== undefined && books.rowOf(lead, String(Object(destination).id))?.dueAs !== undefined
      })
    if (dice.chance(0.03)) queue.sick.add(dice.pick(rescuedJobs))
    else if (dice.chance(0.15)) queue.sick.clear()
    books.nextRound(rounds)
    const working = { name: 'work', run: queue.work }
    const steps = [
      ...Array.from({ length: dice.between(1, AT_ONCE) }, () => nextStep(world)),
      ...Array.from({ length: Math.min(6, Math.ceil(queue.ready() / 3)) }, () => working),
    ]
    trail.push(steps.map((step) => step.name).join(' + '))
    await Promise.all(steps.map(({ run }) => turns.process(run).catch(() => undefined)))
    await turns.quiet()
    result.ops += steps.length
    books.heldFaults()
    judge()
    pass()
  }

  async function calm(run: () => Promise<unknown>): Promise<void> {
    books.nextRound(++rounds)
    await turns.process(run).catch((error: unknown) => void faults.push(`nothing fails, and yet: ${String(error)}`))
    await turns.quiet()
    judge()
  }
  /** Until nothing is under way any more. */
  async function drain(): Promise<void> {
    for (let looks = 0; looks < 600; looks++) {
      while (queue.ready() > 0) await calm(queue.work)
      await calm(timetable)
      if (queue.ready() > 0) continue
      const next = nextInstant()
      if (!Number.isFinite(next) && queue.dead() === 0) break
      now = Math.max(now + 1000, Number.isFinite(next) ? next : now + 2 * MINUTE)
    }
    for (const { leadId, destinationId } of deliveries().filter(isWaiting))
      faults.push(`${leadId} waits for ${destinationId} without end`)
    if (queue.waiting() + queue.dead() > 0) faults.push('messages are left that nobody brings to an end')
    judge()
  }

  /** Our own account with a tool is at fault for longer than a lead waits for that; everything else works. */
  async function ordeal(world: World): Promise<void> {
    turns.state.faults = noFaults
    network.state.faults = honest
    queue.sick.clear()
    trail.push('our own account is at fault')
    for (const { kartra } of doubles) kartra.disallow()
    for (let count = 0; count < 4; count++) await store(world)
    while (stored.some(({ must }) => must === undefined)) await calm(handOn)
    for (const until = now + LONGEST_REST + DAY; now < until; ) {
      await calm(timetable)
      for (let most = 0; queue.ready() > 0 && most < 200; most++) await calm(queue.work)
      const next = nextInstant()
      now = Math.max(now + LONG_LOOK, Number.isFinite(next) ? Math.min(next, now + HOUR) : now + HOUR)
    }
  }

  /** The worker that writes into a sheet next has it follow its readers: who left reads it no more, and who stayed or came does. */
  async function readerFaults({ campaigns }: World): Promise<void> {
    const present = campaigns.filter(
      ({ companyId, agencyId }) => ![companyId, agencyId].some((id) => books.removed.has(id)),
    )
    for (const { companyId, agencyId, id: campaignId } of present) {
      const sheets = await db.sheet.list({ companyId, id: campaignId })
      for (const ownerId of new Set(sheets.map((sheet) => sheet.ownerId)))
        await services.queues.send('writeSheet', { companyId, campaignId, agencyId, ownerId })
    }
    await drain()
    for (const campaign of present) {
      const { companyId, id: campaignId } = campaign
      const choice = await db.toolChoice.find({ companyId, campaignId, slug: 'google_sheets' })
      const sheets = await db.sheet.list(campaign)
      for (const sheet of sheets) {
        const connection = await db.tool.find({ companyId: sheet.ownerId, slug: 'google_sheets' })
        const at = accountAt(sheet.ownerId, 'google_sheets')
        const there = doubles[at?.place ?? -1]?.google_sheets.sheets().find(({ id }) => id === sheet.fileId)
        if (!connection || connection.lostAt > 0 || connection.account !== sheet.account || !there) continue
        const who = there.permissions.map(({ emailAddress }) => emailAddress)
        const readers = readersIn(books.now, campaign)
        for (const address of who) if (!readers.includes(address)) faults.push(`${address} still reads ${sheet.title}`)
        const isPresent = choice?.isEnabled === true && choice.ownerId === sheet.ownerId && sheet === sheets[0]
        for (const address of isPresent ? readers : [])
          if (!who.includes(address)) faults.push(`${address} may not read ${sheet.title}`)
      }
    }
    judge()
  }

  /** Leads wait for tools, and what has them leave cannot even start for so long that all of its messages are given up. */
  async function loseTools(world: World): Promise<void> {
    queue.sick.add('releaseDeliveries')
    for (let count = 0; count < 5; count++) await people.takeBack(world)
    for (let count = 0; count < 3; count++) await store(world)
    while (stored.some(({ must }) => must === undefined)) await calm(handOn)
    for (let most = 0; queue.ready() > 0 && most < 200; most++) await calm(queue.work)
  }

  /** Nothing fails any more: every lead comes to its end, and what could not be delivered is, once it is sent again. */
  async function settle(world: World): Promise<void> {
    turns.state.faults = noFaults
    network.state.faults = honest
    queue.sick.clear()
    queue.redrive()
    trail.push('settling')
    const isSick = dice.chance(SICK_AT_LAST)
    if (isSick) await loseTools(world)
    books.nextRound(++rounds)
    await people.mend(world)
    books.nextRound(++rounds)
    while (stored.some(({ must }) => must === undefined)) await calm(handOn)
    // Of a call that crashed a message is kept back, and its worker may have crashed, too.
    for (let count = 0; count < (isSick ? 8 : 4); count++) {
      while (queue.ready() > 0) await calm(queue.work)
      await calm(timetable)
      now += 5 * MINUTE
    }
    queue.sick.clear()
    await calm(timetable)
    books.heldInVainFaults()
    judge()
    for (const companyId of [world.agencyId, ...world.clients])
      if (!tenants.isThere(world, companyId) && (await db.tool.list(companyId)).length > 0)
        faults.push(`${companyId} is removed, and what lets us into its tools is kept`)
    const open = new Set(
      deliveries().filter((row) => isWaiting(row) && row.lookAt === undefined && row.happening === undefined),
    )
    const hopeful = new Set([...open].map(({ leadId, destinationId }) => `${leadId}#${destinationId}`))
    await drain()
    for (const row of deliveries()) {
      const { state, leadId, destinationId, attempts } = row
      const last = (Array.isArray(attempts) ? attempts.at(-1)?.words : '') ?? ''
      const end = state === 'skipped' ? `skipped: ${last}` : String(state)
      result.ends[end] = (result.ends[end] ?? 0) + 1
      if (state === 'failed' && hopeful.has(`${leadId}#${destinationId}`) && !/not in Google Drive|headings/.test(last))
        faults.push(`${leadId} to ${destinationId} failed although all works again: ${last}`)
    }
    judge()
    books.historyFaults()
    await readerFaults(world)
    for (const lead of [...erasing]) await people.erase(lead)
    erasing.clear()
    for (let again = 0; again < 3; again++) {
      for (const campaign of world.campaigns) await people.sendAgain(campaign, undefined)
      await drain()
    }
    for (const row of deliveries()) {
      const last = (Array.isArray(row.attempts) ? row.attempts.at(-1)?.words : '') ?? ''
      if (row.state === 'failed' && !/not in Google Drive/.test(last))
        faults.push(`${row.leadId} to ${row.destinationId} cannot be sent again: ${last}`)
    }
    for (const { leads, may, must } of stored)
      for (const lead of leads) {
        for (const id of must ?? [])
          if (!books.rowOf(lead, id) && !books.gone.has(lead.id)) faults.push(`${lead.id} was never sent to ${id}`)
        for (const row of books.deliveriesOf(lead))
          if (row.happening === undefined && !may.has(String(row.destinationId)))
            faults.push(`${lead.id} was sent to ${row.destinationId}, where it should not go`)
      }
    for (const campaign of world.campaigns) {
      const { undelivered } = await db.leadTally.sum(campaign, START - HOUR, now + HOUR)
      if (undelivered < books.lost(campaign))
        faults.push(`${campaign.id}: ${books.lost(campaign)} leads were lost, ${undelivered} are counted`)
    }
    for (const { companyId, about } of books.told())
      if (!(await db.notice.has({ companyId, id: idOf('leadsLost', about) })))
        faults.push(`nobody at ${companyId} heard of ${about}`)
    if ((await db.happening.listDue(1)).length > 0) faults.push('something that happened is told to nobody')
    for (const mail of queue.counted.mails) if (SECRET.test(mail)) faults.push(`a mail says ${SECRET.exec(mail)?.[0]}`)
    books.historyFaults()
    judge()
  }

  const lives = async (): Promise<Result> => {
    // What is loaded at first use is loaded before the die is thrown: how long that takes is another time each time.
    await services.tools.available()
    await services.webhooks.check(receiver.url)
    for (const slug of slugs) if (isAdapted(slug)) await services.tools.adapter(slug)
    for (let generation = 0; result.ops < ops; generation++) {
      for (const own of doubles) for (const double of own.all()) double.clear()
      const planted = await plantWorld(
        { services, cast, dice, network, receiverUrl: receiver.url },
        `${own}g${generation}`,
        (companyId, slug) => people.connect(planted.world, companyId, slug),
      )
      const { world } = planted
      present = world
      books.begin(world)
      await planted.fill(people.listId)
      const until = Math.min(ops, result.ops + STEPS_OF_A_LIFE)
      turns.state.faults = stormy
      network.state.faults = moody
      while (result.ops < until) await round(world)
      // A short life has no time for it.
      if (dice.chance(ORDEALS) && ops >= STEPS_OF_A_LIFE) await ordeal(world)
      await settle(world)
      queue.forget()
      stored.length = 0
      erasing.clear()
      tenants.forget()
      table.forget()
      trail.length = 0
      say?.(`${result.ops} steps`)
    }
    const { requests, injected } = turns.state
    const { worked, given } = queue.counted
    return { ...result, seen: books.seen(), requests, injected, worked, given, asked: network.state.requests }
  }
  return withoutWaiting(lives).finally(() => {
    table.end()
    network.end()
    queue.end()
    Math.random = random
    for (const [index, level] of levels.entries()) Reflect.set(Logger.prototype, level, written0[index])
  })
}
