// Lives of campaigns in one process: seeded, on a clock of their own, over the real engine and the real pipeline, with everything
// that can fail failing. What does not add up after any write ends it with the command that shows it again.
import { openDb } from '#functions/data/index.ts'
import type { Item, TableKey } from '#functions/data/lib/table.ts'
import { importUpload } from '#functions/domain/exclusions/import.ts'
import { incomingKey } from '#functions/domain/exclusions/keys.ts'
import { leadIdOf } from '#functions/domain/leads/pull.ts'
import { type Candidate, take } from '#functions/domain/leads/take.ts'
import { clock } from '#functions/kit/clock.ts'
import { forgetServices, services as openServices } from '#functions/kit/services.ts'
import { nextState } from '#shared/campaigns/state.ts'
import { addDays, DAY, dayIn, HOUR, MINUTE, startOfDay } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { type Campaign, CampaignTarget } from '#shared/model/campaign.ts'
import { Person } from '#shared/model/lead.ts'
import { type CostList, noCosts, noPrice, type RetailPrice } from '#shared/money/price-list.ts'
import { openDice } from '../dice.ts'
import { written } from '../kept-reads.ts'
import { quicken } from '../quick-table.ts'
import { judge as judgeFaults, type Options, openStage, type Stage, withoutWaiting } from '../stage.ts'
import { kindOf, noFaults, openTurns } from '../turns.ts'
import {
  agencyFaults,
  type Begun,
  clientFaults,
  countFaults,
  type Known,
  leadsIn,
  monthFaults,
  newLeadFaults,
  type Rows,
  type SimLead,
} from './books.ts'
import { openSearches } from './searches.ts'

const counted = {
  ops: 0,
  requests: 0,
  injected: 0,
  leads: 0,
  /** Of them, those of searches; and what became of campaigns. */
  pulled: 0,
  stopped: 0,
  removed: 0,
  terms: 0,
  days: 0,
  ends: {} as Record<string, number>,
}
export type Result = typeof counted
const STEPS_OF_A_LIFE = 160
const AT_ONCE = 4
const PEOPLE = 40
const stormy = { crash: 0.006, lost: 0.012, conflict: 0.03, throttle: 0.006 }
/** The clocks go forward in the night after. */
const START = Date.parse('2027-03-13T17:00:00Z')
const LINES = ['locator', 'enhance', 'b2b'] as const
const KINDS = { local: 'basic', locator: 'basic', enhance: 'advanced', b2b: 'b2b' } as const
/** Each product costs something else under each term. */
const COSTS: CostList = {
  ...noCosts,
  costs: {
    local: perTerm(100),
    locator: perTerm(200),
    enhance: perTerm(300),
    b2b: perTerm(400),
  },
}
function perTerm(base: number) {
  const of = (perLeadCentiCents: number) => ({ ...noCosts.costs.local.Weekly, perLeadCentiCents })
  return { Weekly: of(base + 1), Monthly: of(base + 2), OneTime: of(base + 3), Prepaid: of(base + 4) }
}

const SCRIPT = 'tests/simulator/leads/run.ts'

export async function openLeadSimulator() {
  const stage = await openStage(START)
  return { simulate: (options: Options) => simulate(options, stage), close: stage.close }
}

type Message = { candidate: Candidate; person: Person | undefined; receives: number; campaign: Known }
type Life = { agencyId: string; all: Known[]; people: Person[]; listed: Set<string> }

/** Once the person is a lead anew, the mark is that of the new one: a message that comes after it is told something else. */
const isForgotten = (all: readonly SimLead[], lead: SimLead) =>
  all.some((each) => each.createdAt > lead.createdAt && each.email === lead.email)

const isWatched = (pk: string) =>
  /^C#[^#]+#(?:L#|CNT#|LEADDAYS|LEADMONTHS|CLIENTDAYS|CAMPAIGNS$)/.test(pk) && !pk.endsWith('#PEOPLE')

async function simulate(options: Options, { engines, cast, nameOf }: Stage): Promise<Result> {
  const { seed, ops, say } = options
  const dice = openDice(seed)
  let now = START
  clock.now = () => now
  forgetServices()
  const services = await openServices()
  const { db } = services
  const turns = openTurns(dice)
  const result: Result = { ...counted, ends: {} }
  const faults: string[] = []
  const trail: string[] = []
  const rows: Rows = new Map()
  const begun = new Map<string, Begun>()
  let life: Life | undefined

  const pageOf = (pk: string): Map<string, Item> => {
    const known = rows.get(pk) ?? new Map<string, Item>()
    rows.set(pk, known)
    return known
  }
  /** After every write, before anybody else has a turn. */
  function saw(keys: readonly TableKey[], found: ReadonlyMap<string, Item>): void {
    const before: Rows = new Map([...rows].map(([pk, page]) => [pk, new Map(page)]))
    for (const { pk, sk } of keys) {
      const item = found.get(`${pk}/${sk}`)
      if (item) pageOf(pk).set(sk, item)
      else pageOf(pk).delete(sk)
    }
    if (!life) return
    for (const known of life.all) {
      const { companyId, id } = known.campaign
      const own = new Set([`C#${companyId}#L#${id}`, `C#${companyId}#CNT#${id}`])
      if (!keys.some(({ pk }) => own.has(pk))) continue
      const had = new Set(leadsIn(before, known.campaign).map((lead) => lead.id))
      const fresh = leadsIn(rows, known.campaign).filter((lead) => !had.has(lead.id))
      const siblings = life.all.filter(({ campaign }) => campaign.companyId === companyId)
      faults.push(...countFaults(rows, known), ...newLeadFaults(before, known, siblings, fresh, begun))
    }
    for (const companyId of new Set(life.all.map(({ campaign }) => campaign.companyId)))
      if (keys.some(({ pk }) => pk === `C#${companyId}#CLIENTDAYS` || pk.startsWith(`C#${companyId}#CNT#`)))
        faults.push(...clientFaults(rows, companyId, life.all))
    if (keys.some(({ pk }) => pk.endsWith('#LEADMONTHS') || pk.includes('#CNT#')))
      faults.push(...monthFaults(rows, life.all))
    if (keys.some(({ pk }) => pk.endsWith('#LEADDAYS'))) faults.push(...agencyFaults(rows, life.agencyId, life.all))
  }
  const table = quicken(
    services.table,
    engines.endpoints.dynamodb,
    (command, run) =>
      turns.take(kindOf(command), async () => {
        const keys = (written(command) ?? []).filter(({ pk }) => isWatched(pk))
        const answer = await run()
        if (keys.length > 0) saw(keys, new Map((await table.read(keys)).map((item) => [`${item.pk}/${item.sk}`, item])))
        return answer
      }),
    (text) => faults.push(text),
  )

  const judge = () => judgeFaults(faults, trail, { steps: result.ops, script: SCRIPT, options })

  // Those of one door wait for one another, as in one process; workers are several.
  const isCalm = () => turns.state.faults === noFaults
  const searches = openSearches({
    dice,
    turns,
    isCalm,
    say: (fault) => faults.push(fault),
    onPage(keyword, people) {
      if (!life) return
      const all = new Set(leadsIdsOf(life))
      for (const { recordId, person } of people) {
        const id = leadIdOf(keyword, recordId)
        if (!begun.has(id) || !all.has(id)) begun.set(id, { person, listed: new Set(life.listed), leads: all })
      }
    },
  })
  const doors = [db, openDb(services.table), openDb(services.table)]
  let made = 0
  const own = nameOf(seed)
  const queue: Message[] = []
  const sent = new Map<string, Message>()

  function newPerson(index: number): Person {
    const id = `${own}p${index}`
    const email = dice.chance(0.12) ? '' : `${id}@people.example`
    const otherEmails = dice.chance(0.2) ? [`${own}p${dice.below(PEOPLE)}@people.example`] : []
    return Person.parse({ personId: id, email, otherEmails: otherEmails.filter((each) => each !== email) })
  }
  async function plantLife(generation: number): Promise<Life> {
    const tag = `${own}g${generation}`
    const agencyId = `com_${tag}a`
    await db.company.create({ ...cast.northlight, id: agencyId, name: tag, subdomain: null })
    await db.price.saveCosts(agencyId, COSTS, { by: 'usr_simulator', at: now })
    now++
    const all: Known[] = []
    for (const client of [0, 1]) {
      const companyId = `com_${tag}c${client}`
      await db.company.create({
        ...cast.brightSmiles,
        id: companyId,
        name: `${tag} ${client}`,
        parentId: agencyId,
        ancestors: [agencyId, cast.root.id],
      })
      for (const each of [0, 1, 2]) {
        const id = `cmp_${tag}c${client}k${each}`
        const line = each === 2 ? LINES[(2 * generation + client) % LINES.length] : undefined
        const asked = {
          ...cast.campaigns.smiles,
          line: line ?? 'local',
          informationType: KINDS[line ?? 'local'],
          startedAt: now,
          id,
          name: `${tag} ${client} ${each}`,
          companyId,
          agencyId,
          status: 'active',
          statusReason: '',
          version: 0,
          createdAt: now,
          timeZone: dice.pick(['America/Chicago', 'America/Chicago', 'America/New_York', 'Pacific/Honolulu']),
          reidentification: dice.pick<Campaign['reidentification']>(['never', '1 week', '1 week']),
          reidentifiesAcross: client === 0 || dice.chance(0.5),
          requiresEmail: dice.chance(0.3),
        } as const
        // Each looks for a word of its own, so that it is known who was asked for by whom.
        const target = CampaignTarget.parse(line ? { keywords: [id], isNational: true } : {})
        const made = await db.campaignChange.create(asked, { target })
        if (typeof made === 'string') throw new Error(`A campaign could not be planted: ${made}.`)
        all.push({ campaign: made, prices: [], term: 'Weekly', startedAt: now, isRemoved: false, costs: COSTS })
      }
    }
    return { agencyId, all, people: Array.from({ length: PEOPLE }, (_, index) => newPerson(index)), listed: new Set() }
  }

  function send(known: Known, person: Person | undefined, isVisit: boolean): void {
    const id = `led_${own}n${++made}`
    const ask = async () => {
      if (turns.state.faults !== noFaults && dice.chance(0.04))
        throw new AppError('unavailable', 'The provider is down.')
      return person
    }
    const candidate: Candidate = {
      id,
      seenAt: now - dice.below(3) * MINUTE,
      person: isVisit || !person ? () => turns.take('payment', ask) : person,
    }
    const message = { candidate, person, receives: 0, campaign: known }
    sent.set(id, message)
    queue.push(message)
    if (dice.chance(0.3)) queue.push(message)
  }

  async function work(most: number): Promise<void> {
    const [first] = queue.length > 0 ? [dice.pick(queue)] : []
    if (!first || !life) return
    const batch: Message[] = []
    for (let tries = 0; tries < 3 * most && batch.length < most; tries++) {
      const index = dice.below(queue.length)
      const message = queue[index]
      if (message?.campaign !== first.campaign) continue
      batch.push(message)
      queue.splice(index, 1)
      if (queue.length === 0) break
    }
    const all = new Set(leadsIdsOf(life))
    for (const { candidate, person } of batch)
      if (!begun.has(candidate.id) || !all.has(candidate.id))
        begun.set(candidate.id, { person, listed: new Set(life.listed), leads: all })
    for (const message of batch) message.receives++
    let isThrough = false
    try {
      const { companyId, id } = first.campaign.campaign
      const campaign = await db.campaign.find(companyId, id)
      if (!campaign) {
        if (!first.campaign.isRemoved) faults.push(`${id} is gone`)
        result.ends.inactive = (result.ends.inactive ?? 0) + batch.length
        isThrough = true
        return
      }
      // Clocks of containers are not the same.
      const behind = dice.chance(0.3) ? dice.below(90) * MINUTE : 0
      const outcomes = await take(
        { ...services, db: dice.pick(doors), now: () => now - behind },
        campaign,
        batch.map(({ candidate, receives }) => ({ ...candidate, isRepeat: receives > 1 })),
      )
      isThrough = true
      for (const [index, outcome] of outcomes.entries()) {
        const message = batch[index]
        if (!message) continue
        if (outcome.end === 'again') queue.push(message)
        else {
          result.ends[outcome.end] = (result.ends[outcome.end] ?? 0) + 1
          const ofCampaign = leadsIn(rows, first.campaign.campaign)
          const lead = ofCampaign.find((each) => each.id === message.candidate.id)
          const isThere = lead !== undefined
          const isReplaced = lead !== undefined && isForgotten(ofCampaign, lead)
          if (outcome.end === 'stored' && !isThere)
            faults.push(`${message.candidate.id} is said to be stored, and is not`)
          // Two workers may hold it at once: who began before the other stored it may say what was true then.
          if (outcome.end !== 'stored' && all.has(message.candidate.id) && !isReplaced)
            faults.push(`${message.candidate.id} is stored, and said to be ${outcome.end}`)
          if (dice.chance(0.1) && message.receives < 4) queue.push(message)
        }
      }
    } finally {
      // What a worker held that crashed is handed out again.
      if (!isThrough) queue.push(...batch)
    }
  }
  /** One person in several messages, each in the hands of a worker of its own. */
  async function crowd(known: Known, person: Person): Promise<void> {
    const before = queue.splice(0)
    for (let each = 0; each < 3; each++) send(known, person, each > 0)
    await Promise.all([work(1), work(1), work(2)].map((each) => each.catch(() => undefined)))
    queue.push(...before)
  }
  /** Many people at once, in the hands of several workers: they meet at the meter, and at its limit. */
  async function rush(known: Known, { people }: Life): Promise<void> {
    const before = queue.splice(0)
    const first = dice.below(people.length)
    for (let each = 0; each < 8; each++) send(known, people[(first + each) % people.length], each > 1)
    await Promise.all([2, 2, 2, 3].map((most) => work(most).catch(() => undefined)))
    queue.push(...before)
  }
  const leadsIdsOf = ({ all }: Life) => all.flatMap(({ campaign }) => leadsIn(rows, campaign).map((lead) => lead.id))

  async function change(known: Known): Promise<void> {
    const campaign = await db.campaign.findFresh(known.campaign)
    // What rests is soon started again, or little would be sold.
    if (!campaign || (campaign.status === 'active' && dice.chance(0.6))) return
    const to = campaign.status === 'active' ? 'paused' : 'active'
    const next = nextState(campaign, to, 'people')
    // What was searched before is not asked for; a worker that crashes may have started it all the same.
    if (next?.status === 'active') known.startedAt = now
    if (next) await db.campaignChange.setStatus(campaign, next.status, next.statusReason, { at: now, clientName: 'x' })
  }

  const statusOf = ({ campaign: { companyId, id } }: Known) => rows.get(`C#${companyId}#CAMPAIGNS`)?.get(id)?.status
  /** A campaign that rests is removed: nothing of it is sold any more, and its leads stay. */
  async function remove(known: Known): Promise<void> {
    const campaign = await db.campaign.findFresh(known.campaign)
    const next = campaign && campaign.status !== 'active' && nextState(campaign, 'removed', 'people')
    if (!next) return
    known.isRemoved = await db.campaignChange.setStatus(campaign, next.status, next.statusReason, {
      at: now,
      clientName: 'x',
    })
    if (known.isRemoved) result.removed++
  }

  /** As a person changes it: with a price that says it from now on. */
  async function changeTerm(known: Known): Promise<void> {
    const campaign = await db.campaign.findFresh(known.campaign)
    if (!campaign || campaign.status === 'active' || known.isRemoved) return
    const term = known.term === 'Weekly' ? 'Monthly' : 'Weekly'
    now++
    const at = now
    const value = nextPrice(term)
    const version = await db.price.nextOfCampaign(campaign, () => value, { by: 'usr_simulator', at })
    if (!(await db.campaignChange.setPrice(campaign, { term, clientName: 'x', version }))) return
    known.term = term
    known.prices.push({ effectiveAt: at, value })
    result.terms++
  }

  function nextPrice(term: Known['term']): RetailPrice {
    return {
      ...noPrice,
      term,
      perLeadCentiCents: 100 * dice.between(1, 90),
      perLeadAdvancedCentiCents: 100 * dice.between(1, 90),
      perLeadB2bCentiCents: 100 * dice.between(1, 90),
      aboveLimitCentiCents: dice.chance(0.25) ? 100 * dice.between(1, 9) : 0,
      limit: {
        count: dice.pick([0, 2, 3, 5, 8, 20]),
        every: dice.pick(['day', 'day', 'month', 'max']),
        fromOn: '',
        toOn: '',
      },
    }
  }

  async function price(known: Known): Promise<void> {
    // A price holds from its millisecond on: who began before has the one before.
    now++
    const value = nextPrice(known.term)
    const { companyId, line, id } = known.campaign
    known.prices.push({ effectiveAt: now, value })
    await db.price.saveRetail(companyId, line, value, { by: 'usr_simulator', at: now }, id)
  }

  async function list({ people, listed, agencyId: ownerId }: Life): Promise<void> {
    const email = dice.pick(people).email
    if (!email || listed.has(email)) return
    // In the list of the agency, so that it holds for both clients.
    const uploadId = `upl_${own}n${++made}`
    const { epoch } = await db.exclusion.get(ownerId, 'client')
    const none = { totalRows: 0, currentRow: 0, accepted: 0, duplicates: 0, rejected: 0, resends: 0 }
    await db.upload.create({
      id: uploadId,
      companyId: ownerId,
      campaignType: 'client',
      fileName: 'list.csv',
      status: 'waiting',
      epoch,
      ...none,
      plan: null,
      reason: null,
      requestedBy: 'usr_simulator',
      createdAt: now,
      updatedAt: now,
    })
    await services.files.put(incomingKey({ companyId: ownerId, uploadId }), `${email}\n`, 'text/csv')
    await importUpload(services, { companyId: ownerId, uploadId })
    listed.add(email)
  }

  type Step = { name: string; run: () => Promise<unknown> }
  function nextStep(current: Life): Step {
    const known = dice.pick(current.all)
    const somebody = () => (dice.chance(0.08) ? undefined : dice.pick(current.people))
    const kind = dice.below(100)
    if (known.campaign.line !== 'local' && kind < 60) {
      const { companyId, id } = known.campaign
      const pull = () =>
        searches.pull({ ...services, db: dice.pick(doors), now: () => now }, { companyId, campaignId: id })
      const search = async () => {
        const person = dice.pick(current.people)
        for (let count = dice.between(1, 6); count > 0; count--)
          searches.add({
            recordId: `r${++made}`,
            keyword: id,
            seenAt: now,
            person: dice.chance(0.4) ? person : dice.pick(current.people),
          })
      }
      return kind < 25 ? { name: 'search', run: search } : { name: 'ask', run: pull }
    }
    if (kind < 28) return { name: 'visit', run: async () => send(known, somebody(), true) }
    if (kind < 38)
      return {
        name: 'pull',
        run: async () => {
          const count = dice.between(1, 12)
          for (let index = 0; index < count; index++) send(known, dice.pick(current.people), false)
        },
      }
    if (kind < 88) return { name: 'work', run: () => work(dice.pick([1, 2, 6, 12])) }
    if (kind > 95 && known.campaign.line === 'local') return { name: 'rush', run: () => rush(known, current) }
    if (kind < 91) return { name: 'crowd', run: () => crowd(known, dice.pick(current.people)) }
    if (kind < 95) return { name: 'start or pause', run: () => change(known) }
    return { name: 'stand still', run: async () => undefined }
  }

  function pass(): void {
    if (dice.chance(0.03)) now += dice.between(1, 9) * DAY
    else if (dice.chance(0.15)) now += dice.between(1, 9) * HOUR
    // A little after midnight, when clocks that are behind are still on the day before; or to the very edge of an hour.
    else if (dice.chance(0.12))
      now = startOfDay('America/Chicago', addDays(dayIn('America/Chicago', now), 1)) + dice.below(20) * MINUTE
    else if (dice.chance(0.18)) now = Math.ceil((now + 1) / HOUR) * HOUR - dice.below(2)
    else now += dice.between(1, 90) * 1000
  }

  async function round(current: Life): Promise<void> {
    // What people change by themselves, they change between the steps of others, at an instant of its own.
    if (dice.chance(0.08)) await price(dice.pick(current.all))
    if (dice.chance(0.03)) await list(current)
    const resting = current.all.filter((known) => !known.isRemoved && statusOf(known) !== 'active')
    if (resting.length > 0 && dice.chance(0.15)) await changeTerm(dice.pick(resting))
    if (resting.length > 0 && dice.chance(0.015)) await remove(dice.pick(resting))
    const steps = Array.from({ length: dice.between(1, AT_ONCE) }, () => nextStep(current))
    trail.push(steps.map((step) => step.name).join(' + '))
    await Promise.all(steps.map(({ run }) => turns.process(run).catch(() => undefined)))
    await turns.quiet()
    result.ops += steps.length
    judge()
    pass()
  }

  /** Nothing fails any more: every message comes to an end, and what became of all of them is told once. */
  async function settle(current: Life): Promise<void> {
    turns.state.faults = noFaults
    trail.push('settling')
    for (let rounds = 0; queue.length > 0 && rounds < 2000; rounds++) {
      await turns.process(() => work(12)).catch((error: unknown) => faults.push(`work failed: ${String(error)}`))
      await turns.quiet()
      judge()
    }
    if (queue.length > 0) faults.push('messages are left that nobody brings to an end')
    const since = now - 23 * HOUR
    for (const known of current.all) await settlePulls(known)
    for (const { campaign, isRemoved } of current.all) {
      const tally = await db.leadTally.count(campaign, START - HOUR, now + HOUR)
      const total = Object.values(tally).reduce((sum, count) => sum + count, 0)
      const own = [...sent.values()].filter((message) => message.campaign.campaign === campaign).length
      const handed = searches.handed(campaign.id)
      const leads = leadsIn(rows, campaign).length
      // A page that nobody worked off before its campaign was stopped for long, and visits of one that is gone, have no end.
      const least = isRemoved ? 0 : own
      if (total < least || total > own + handed)
        faults.push(`${campaign.id}: ${own} candidates and ${handed} searches, ${total} ends are told`)
      if (campaign.line !== 'local') result.pulled += leads
      // A window that was left lying for a day is not finished any more, so a worker that crashed there told nothing.
      const ofCampaign = leadsIn(rows, campaign)
      const left = ofCampaign.filter(
        (lead) => searches.windowOf(lead.id) < since || isForgotten(ofCampaign, lead),
      ).length
      if (tally.stored > leads || tally.stored < leads - left)
        faults.push(`${campaign.id}: ${leads} leads, ${tally.stored} are told`)
      result.leads += leads
      const head = await db.campaign.findFresh(campaign)
      if (head?.status === 'stopped') result.stopped++
      result.days += [...(rows.get(`C#${campaign.companyId}#CNT#${campaign.id}`)?.keys() ?? [])].length - 1
    }
    judge()
  }

  /** With nothing in the way, all is asked for that is to be, and a campaign that does not run has nothing in hand. */
  async function settlePulls({ campaign, startedAt }: Known): Promise<void> {
    if (campaign.line === 'local') return
    const ref = { companyId: campaign.companyId, campaignId: campaign.id }
    for (let rounds = 0; rounds < 30; rounds++) {
      now += 10 * MINUTE
      const said = await turns.process(() => searches.pull({ ...services, now: () => now }, ref))
      await turns.quiet()
      judge()
      if (/^(\d+ leads|inactive|no room|nothing to ask for)$/.test(said) && rounds > 7) break
    }
    const head = await db.campaign.findFresh(campaign)
    const pull = await db.pull.find(ref)
    if (head?.status !== 'active') {
      if (pull) faults.push(`${campaign.id} is ${head?.status}, and people are still asked for`)
      return
    }
    if (!pull) return void faults.push(`${campaign.id} runs, and nobody asks for its people`)
    const since = Math.max(startedAt, now - DAY)
    for (const { recordId } of searches.missing(campaign.id, since, pull.pulledTo))
      faults.push(`${campaign.id}: the search ${recordId} was passed over`)
  }

  const lives = async (): Promise<Result> => {
    for (let generation = 0; result.ops < ops; generation++) {
      const current = await plantLife(generation)
      life = current
      for (const known of current.all) await price(known)
      const until = Math.min(ops, result.ops + STEPS_OF_A_LIFE)
      turns.state.faults = stormy
      while (result.ops < until) await round(current)
      await settle(current)
      life = undefined
      rows.clear()
      begun.clear()
      sent.clear()
      queue.length = 0
      table.forget()
      trail.length = 0
      say?.(`${result.ops} steps`)
    }
    const { requests, injected } = turns.state
    return { ...result, requests, injected }
  }
  return withoutWaiting(lives).finally(() => table.end())
}
