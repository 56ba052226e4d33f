// Lives of people on exclusion lists, as leads, and erased, in one process: seeded, on a clock of their own, over the real engine, the
// real calls and the real workers, with everything that can fail failing. What does not add up ends a life with the command that
// shows it again.
import { Logger } from '@aws-lambda-powertools/logger'
import addEntry from '#functions/api/exclusions/addEntry.ts'
import download from '#functions/api/exclusions/download.ts'
import purge from '#functions/api/exclusions/purge.ts'
import removeEntry from '#functions/api/exclusions/removeEntry.ts'
import requestPerson from '#functions/api/exclusions/requestPerson.ts'
import upload from '#functions/api/exclusions/upload.ts'
import { orderFile } from '#functions/domain/companies/list-files.ts'
import { incomingKey } from '#functions/domain/exclusions/keys.ts'
import { collect } from '#functions/domain/leads/collect.ts'
import { leadIdOf } from '#functions/domain/leads/pull.ts'
import type { PullQuestion, SeenPerson } from '#functions/gateways/lead-data.ts'
import { handler as answerPersonRequest } from '#functions/jobs/answerPersonRequest.ts'
import { handler as creditExcluded } from '#functions/jobs/creditExcluded.ts'
import { handler as deliverLead } from '#functions/jobs/deliverLead.ts'
import { handler as importExclusions } from '#functions/jobs/importExclusions.ts'
import { handler as makeListFile } from '#functions/jobs/makeListFile.ts'
import { handler as pullCampaign } from '#functions/jobs/pullCampaign.ts'
import { handler as resolveVisits } from '#functions/jobs/resolveVisits.ts'
import { clock } from '#functions/kit/clock.ts'
import { forgetServices, services as openServices } from '#functions/kit/services.ts'
import { handler as expireStaleUploads } from '#functions/schedules/expireStaleUploads.ts'
import { handler as pullLeads } from '#functions/schedules/pullLeads.ts'
import { handler as retryDeliveries } from '#functions/schedules/retryDeliveries.ts'
import { lambdaContext } from '#infra/local/api.ts'
import { toCsvLine } from '#shared/csv.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { type IdKind, toId, ulidOf } from '#shared/ids.ts'
import { Person } from '#shared/model/lead.ts'
import type { Signals } from '#shared/pixel.ts'
import { openDice } from '../dice.ts'
import { openQueue } from '../deliveries/queue.ts'
import { written } from '../kept-reads.ts'
import { quicken } from '../quick-table.ts'
import { toRecord } from '../record.ts'
import { judge as judgeFaults, type Options, openStage, type Stage, withoutWaiting } from '../stage.ts'
import { kindOf, noFaults, openTurns } from '../turns.ts'
import { openBooks } from './books.ts'
import { type At, callAt } from './calls.ts'
import { newFile, newRecord } from './rows.ts'
import { openStore } from './store.ts'
import { formsOf, plantWorld, type SimPerson, type World } from './world.ts'

const counted = {
  ops: 0,
  requests: 0,
  injected: 0,
  worked: 0,
  leads: 0,
  letters: 0,
  erased: 0,
  seen: {} as Record<string, number>,
  calls: {} as Record<string, number>,
}
export type Result = typeof counted
const STEPS_OF_A_LIFE = 300
const AT_ONCE = 4
const stormy = { crash: 0.006, lost: 0.01, conflict: 0.03, throttle: 0.005 }
const START = Date.parse('2027-05-03T15:00:00Z')
const SCRIPT = 'tests/simulator/people/run.ts'
const handlers = {
  answerPersonRequest,
  creditExcluded,
  deliverLead,
  importExclusions,
  makeListFile,
  pullCampaign,
  resolveVisits,
}
const schedules = { expireStaleUploads, pullLeads, retryDeliveries }
/** Masked ones are nobody's. */
const ADDRESS = /n\d{3}b?(?:\+list)?@(?:people|b\S+cher|xn--)/i
const quiet: Signals = { gpc: '', dnt: '', purpose: '' }

export async function openPeopleSimulator() {
  let stage = await openStage(START, 'p')
  return {
    async simulate(options: Options): Promise<Result> {
      try {
        return await simulate(options, stage)
      } catch (error) {
        // What a life leaves that did not end well is due, and would be worked off in the next one.
        await stage.close()
        stage = await openStage(START, 'p')
        throw error
      }
    },
    close: () => stage.close(),
  }
}

type Search = SeenPerson & { campaignId: string }

async function simulate(options: Options, { engines, cast, nameOf }: Stage): Promise<Result> {
  const { seed, ops, say } = options
  const dice = openDice(seed)
  let now = START
  clock.now = () => now
  forgetServices()
  const services = await openServices()
  const { db, queues } = services
  const turns = openTurns(dice)
  const result: Result = { ...counted, seen: {}, calls: {} }
  const faults: string[] = []
  const trail: string[] = []
  const fault = (text: string) => void faults.push(text)
  const own = nameOf(seed)
  let made = 0
  const books = openBooks(fault, () => now)
  const visitors = new Map<string, { person: SimPerson | undefined; leadId: string }>()
  const searches: Search[] = []
  const pages = new Map<string, { people: SeenPerson[]; cursor: string | null; unreadable: number }>()

  const table = quicken(
    services.table,
    engines.endpoints.dynamodb,
    (command, run) =>
      turns.take(kindOf(command), async () => {
        const keys = (written(command) ?? []).filter(({ pk }) => pk.startsWith('C#'))
        const answer = await run()
        if (keys.length === 0) return answer
        const found = new Map((await table.read(keys)).map((item) => [`${item.pk}/${item.sk}`, item]))
        for (const { pk, sk } of keys) books.saw(pk, sk, found.get(`${pk}/${sk}`))
        return answer
      }),
    fault,
  )
  const queue = openQueue({ turns, dice, now: () => now, handlers })
  const store = openStore({
    turns,
    now: () => now,
    tell: (job, message) => queue.arrive(job, message),
    wrote: (key, text) => books.wrote(key, text),
  })
  const judge = () => judgeFaults(faults, trail, { steps: result.ops, script: SCRIPT, options })
  const isStormy = () => turns.state.faults !== noFaults

  // Ids in the order in which they were made, and the same each time.
  let ids = 0
  const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const inDigits = (value: number, length: number): string =>
    length === 0 ? '' : inDigits(Math.floor(value / 32), length - 1) + (digits[value % 32] ?? '')
  const newId = (kind: IdKind) => toId(kind, inDigits(now, 10) + inDigits(++ids, 16))

  const personOf = ({ id, addresses: [email = '', ...otherEmails] }: SimPerson) => {
    const { personId: _, ...rest } = Person.parse({
      personId: id,
      email,
      otherEmails,
      firstName: 'Petra',
      phone: `+1555${id.length}`,
    })
    return { ...rest, personId: id, id }
  }
  const leadData = {
    resolve: ({ visitorId }: { visitorId: string }) =>
      turns.take('payment', async () => {
        if (isStormy() && dice.chance(0.04)) throw new AppError('unavailable', 'The provider is down.')
        const known = visitors.get(visitorId)
        if (!known?.person) return undefined
        books.named(known.leadId)
        return personOf(known.person)
      }),
    pull: ({ keywords: [keyword = ''], from, to, limit, requestId, cursor }: PullQuestion) =>
      turns.take('payment', async () => {
        if (isStormy() && dice.chance(0.04)) throw new AppError('unavailable', 'The provider is down.')
        const found = searches.filter((each) => each.campaignId === keyword && from <= each.seenAt && each.seenAt < to)
        const start = Number(cursor ?? 0)
        const end = start + Math.min(limit, 4)
        const page = pages.get(requestId) ?? {
          people: found.slice(start, end),
          cursor: end < found.length ? String(end) : null,
          unreadable: 0,
        }
        pages.set(requestId, page)
        for (const { recordId } of page.people) books.named(leadIdOf(keyword, recordId))
        return page
      }),
  }
  const webhooks = {
    check: async () => undefined,
    post: (_: string, { body }: { body: string }) =>
      turns.take('payment', async () => {
        const leadId = String(Object(JSON.parse(body)).id)
        letterFaults(leadId, body)
        result.letters++
        const status = isStormy() && dice.chance(0.15) ? dice.pick([500, 503, 410, 200]) : 200
        return {
          status: status === 410 ? 429 : status,
          text: status === 200 ? 'Thanks' : `Who is ${body}?`,
          retryAfter: '',
        }
      }),
  }
  Object.assign(services, { leadData, webhooks, newId })

  /** Nobody is told of a person who was erased. */
  function letterFaults(leadId: string, body: string): void {
    const lead = books.leads.get(leadId)
    if (!lead) return fault(`a webhook is told of ${leadId}, whom nobody knows`)
    for (const { address, doneAt, companyId } of books.erasures)
      if (
        doneAt !== undefined &&
        doneAt <= roundBegan &&
        [lead.campaign.companyId, lead.campaign.agencyId, lead.campaign.rootId].includes(companyId) &&
        body.toLowerCase().includes(address)
      )
        fault(`a webhook is told of ${address}, who was erased below ${companyId}`)
  }

  const levels = ['info', 'warn', 'error'] as const
  const written0 = levels.map((level): unknown => Reflect.get(Logger.prototype, level))
  for (const level of levels)
    Reflect.set(Logger.prototype, level, (...line: unknown[]) => {
      const text = line
        .map((each) => (each instanceof Error ? `${each.message} ${each.stack}` : JSON.stringify(each)))
        .join()
      if (ADDRESS.test(text)) fault(`a line of the log says ${ADDRESS.exec(text)?.[0]}: ${text.slice(0, 300)}`)
    })
  const chance = openDice(seed + 1)
  const { random } = Math
  Math.random = () => chance.below(1_000_000) / 1_000_000

  const told = (details: object) => {
    if (ADDRESS.test(JSON.stringify(details)))
      fault(`a line for the audit log names somebody: ${JSON.stringify(details)}`)
  }
  const home = (world: World) => ({ services, world, told })
  const note = (name: string) => void (result.calls[name] = (result.calls[name] ?? 0) + 1)

  /** A list: of a whole company, or of one campaign. */
  function someList(world: World): { at: At; scope: string; fields: object } {
    const campaign = dice.chance(0.3) ? dice.pick(world.campaigns) : undefined
    const company = campaign ? world.companies.find(({ id }) => id === campaign.companyId) : dice.pick(world.companies)
    if (!company) throw new Error('A campaign has a company.')
    const scope = campaign?.id ?? 'client'
    const kind = campaign ? 'campaign' : 'client'
    return {
      at: { company, campaign },
      scope,
      fields: {
        companyId: company.id,
        ClientCompanyID: company.id,
        campaigntype: kind,
        campaignType: kind,
        paramID: company.id,
        ...(campaign && { leadspeekID: campaign.id }),
      },
    }
  }

  async function sendFile(world: World): Promise<void> {
    const { at, fields } = someList(world)
    const file = newFile(dice, world.people)
    if (file.text === '') return
    books.sends(file)
    note('file')
    if (dice.chance(0.4)) {
      const form = { name: 'List.csv', bytes: new TextEncoder().encode(file.text) }
      await callAt(home(world), upload, at, { ...fields, file: form })
      return
    }
    const { jobID } = await callAt(home(world), upload, at, { ...fields, filename: 'list.csv' })
    // The browser sends it, or is closed; some press twice.
    if (dice.chance(0.06)) return
    const key = incomingKey({ companyId: at.company.id, uploadId: jobID })
    store.post(key, file.text)
    if (dice.chance(0.06)) store.post(key, file.text)
  }
  async function enter(world: World): Promise<void> {
    const { at, fields } = someList(world)
    const { text, form } = newRecord(dice, world.people)
    const record = text.replaceAll('"', '')
    books.sends({ text: toCsvLine([record.trim()]), records: [form], bad: [] })
    note('entry')
    await callAt(home(world), addEntry, at, { ...fields, record })
  }
  async function takeOff(world: World): Promise<void> {
    const { at, scope, fields } = someList(world)
    const listed = [...(books.lists.get(`${at.company.id}#${scope}`)?.records.keys() ?? [])]
    const { address, form, text } = newRecord(dice, world.people)
    const wanted = listed.length > 0 && dice.chance(0.7) ? dice.pick(listed) : form
    const owner = world.people.flatMap(({ addresses }) => addresses).find((each) => formsOf(each).includes(wanted))
    const isPlain = dice.chance(0.6)
    const record = isPlain ? (owner ?? address) : (wanted.split(':')[1] ?? text)
    if (!books.takesOff(at.company.id, scope, isPlain ? formsOf(record) : [wanted])) return
    note('take off')
    await callAt(home(world), removeEntry, at, { ...fields, record })
  }
  async function empty(world: World): Promise<void> {
    const { at, fields } = someList(world)
    note('purge')
    await callAt(home(world), purge, at, fields)
  }
  async function fetchList(world: World): Promise<void> {
    const { at, fields } = someList(world)
    note('download')
    await callAt(home(world), download, at, fields)
  }
  async function askAbout(world: World, kind: 'erase' | 'export'): Promise<void> {
    const company = dice.pick(world.companies.filter((each) => each.kind !== 'client'))
    const address = dice.pick(dice.pick(world.people).addresses)
    note(kind)
    const email = dice.chance(0.5) ? address : ` ${address.toUpperCase()} `
    const wire = { company_id: company.id, email, kind }
    const { data } = await callAt(home(world), requestPerson, { company }, wire)
    if (kind === 'erase') books.erased({ companyId: company.id, address, requestId: data.id })
  }
  async function orderLeads(world: World): Promise<void> {
    const by = dice.pick(world.companies)
    const below = world.companies.filter(({ id, ancestors }) => id === by.id || ancestors.includes(by.id))
    const days = [-3, 0].map((ago) => new Date(now + ago * DAY).toISOString().slice(0, 10))
    const leads = { companyId: dice.pick(below).id, campaignId: '', line: '' as const, viewer: 'agency' as const }
    note('lead file')
    const wanted = { companyId: by.id, what: 'leads' as const, start: days[0] ?? '', end: days[1] ?? '', leads }
    await orderFile(services, wanted, world.users.get(by.id)?.id ?? '')
  }

  async function visit(world: World): Promise<void> {
    const campaign = dice.pick(world.campaigns.filter(({ line }) => line === 'local'))
    const agency = world.companies.find(({ id }) => id === campaign.agencyId)
    if (!agency) throw new Error('A campaign has an agency.')
    const visitorId = `visitor-${own}-${++made}`
    const isRefusing = dice.chance(0.1)
    const report = { c: campaign.number, v: visitorId, u: `${campaign.siteUrl}/page`, r: '', t: now, k: false }
    const signals = isRefusing ? { ...quiet, ...dice.pick([{ gpc: '1' }, { dnt: '1' }, { gpc: ' 1' }]) } : quiet
    const known = { person: dice.chance(0.1) ? undefined : dice.pick(world.people), leadId: '' }
    visitors.set(visitorId, known)
    const deps = {
      ...services,
      newId(kind: 'visit') {
        const id = newId(kind)
        known.leadId = toId('lead', ulidOf(id))
        return id
      },
    }
    const said = await collect(deps, agency, {
      report,
      ip: '198.51.100.7',
      userAgent: 'Mozilla/5.0 (X11)',
      signals,
      place: campaign.siteUrl,
    })
    note(said)
    if (isRefusing !== (said === 'opted-out')) fault('somebody who asked not to be tracked was')
  }
  async function search(world: World): Promise<void> {
    const campaign = dice.pick(world.campaigns.filter(({ line }) => line !== 'local'))
    for (let count = dice.between(1, 4); count > 0; count--)
      searches.push({
        recordId: `r${++made}`,
        keyword: campaign.id,
        campaignId: campaign.id,
        seenAt: now - dice.below(50) * MINUTE,
        person: personOf(dice.pick(world.people)),
      })
  }

  const timetable = async (name: keyof typeof schedules) => {
    await schedules[name]({ Records: [toRecord({ schedule: name, at: now })] }, lambdaContext(name, HOUR))
  }

  type Step = { name: string; run: () => Promise<unknown> }
  function nextStep(world: World): Step {
    const kind = dice.below(100)
    if (kind < 16) return { name: 'visit', run: () => visit(world) }
    if (kind < 22) return { name: 'search', run: () => search(world) }
    if (kind < 30) return { name: 'file', run: () => sendFile(world) }
    if (kind < 34) return { name: 'entry', run: () => enter(world) }
    if (kind < 38) return { name: 'take off', run: () => takeOff(world) }
    if (kind < 39) return { name: 'purge', run: () => empty(world) }
    if (kind < 41) return { name: 'download', run: () => fetchList(world) }
    if (kind < 43) return { name: 'erase', run: () => askAbout(world, 'erase') }
    if (kind < 45) return { name: 'copy', run: () => askAbout(world, 'export') }
    if (kind < 48) return { name: 'lead file', run: () => orderLeads(world) }
    if (kind < 54) {
      const name = dice.pick(['expireStaleUploads', 'pullLeads', 'pullLeads', 'retryDeliveries'] as const)
      return { name, run: () => timetable(name) }
    }
    return { name: 'work', run: queue.work }
  }

  function pass(): void {
    if (dice.chance(0.015)) now += dice.between(1, 3) * DAY
    else if (dice.chance(0.05)) now += dice.between(1, 9) * HOUR
    else if (queue.ready() < 3 && dice.chance(0.6) && queue.waiting() > 0) now = Math.max(now + 1, queue.next())
    else now += dice.between(1, 90) * 1000
  }

  let roundBegan = 0
  async function together(steps: readonly Step[]): Promise<void> {
    roundBegan = books.tick()
    trail.push(steps.map((step) => step.name).join(' + '))
    await Promise.all(
      steps.map(({ name, run }) =>
        turns.process(run).catch((error: unknown) => {
          const isMeant = error instanceof AppError && error.status < 500
          if (!isStormy() && !isMeant) fault(`nothing fails, and yet ${name}: ${String(error)}`)
        }),
      ),
    )
    await turns.quiet()
    books.quietFaults(store.texts())
    judge()
  }
  async function round(world: World): Promise<void> {
    const steps = [
      ...Array.from({ length: dice.between(1, AT_ONCE) }, () => nextStep(world)),
      ...Array.from({ length: Math.min(4, Math.ceil(queue.ready() / 4)) }, () => ({ name: 'work', run: queue.work })),
    ]
    await together(steps)
    result.ops += steps.length
    pass()
  }

  /** Nothing fails any more, until nothing is under way. */
  async function settle(): Promise<void> {
    turns.state.faults = noFaults
    trail.push('settling')
    for (let looks = 0; looks < 120; looks++) {
      while (queue.ready() > 0) await together([{ name: 'work', run: queue.work }])
      for (const name of ['expireStaleUploads', 'retryDeliveries'] as const)
        await together([{ name, run: () => timetable(name) }])
      // Until the last try of what was lost is over.
      if (looks > 30 && queue.waiting() === 0) break
      now = queue.waiting() > 0 && looks > 30 ? Math.max(now + 1000, queue.next()) : now + 5 * MINUTE
    }
    if (queue.waiting() > 0) fault('messages are left that nobody brings to an end')
    for (const mail of queue.counted.mails) if (ADDRESS.test(mail)) fault(`a mail says ${mail}`)
    books.quietFaults(store.texts(), true)
    books.finalFaults()
    judge()
  }

  const lives = async (): Promise<Result> => {
    for (let generation = 0; result.ops < ops; generation++) {
      const world = await plantWorld({ services, cast, dice }, `${own}g${generation}`)
      books.begin(world)
      const until = Math.min(ops, result.ops + STEPS_OF_A_LIFE)
      turns.state.faults = stormy
      while (result.ops < until) await round(world)
      await settle()
      result.leads += books.leads.size
      result.erased += books.erasures.length
      queue.forget()
      store.forget()
      visitors.clear()
      searches.length = 0
      pages.clear()
      table.forget()
      trail.length = 0
      say?.(`${result.ops} steps`)
    }
    const { requests, injected } = turns.state
    return { ...result, seen: books.seen, requests, injected, worked: queue.counted.worked }
  }
  return withoutWaiting(lives).finally(() => {
    table.end()
    queue.end()
    store.end()
    Math.random = random
    for (const [index, level] of levels.entries()) Reflect.set(Logger.prototype, level, written0[index])
  })
}
