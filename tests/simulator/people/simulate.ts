// Lives of people on exclusion lists, as leads, and erased, in one process: seeded, on a clock of their own, over the real engine, the
// real calls and the real workers, with everything that can fail failing. What does not add up ends a life with the command that
// shows it again.
import { Logger } from '@aws-lambda-powertools/logger'
import cancelExclusionUpload from '#functions/api/developer/cancelExclusionUpload.ts'
import createExclusionUpload from '#functions/api/developer/createExclusionUpload.ts'
import addEntry from '#functions/api/exclusions/addEntry.ts'
import download from '#functions/api/exclusions/download.ts'
import purge from '#functions/api/exclusions/purge.ts'
import removeEntry from '#functions/api/exclusions/removeEntry.ts'
import requestPerson from '#functions/api/exclusions/requestPerson.ts'
import upload from '#functions/api/exclusions/upload.ts'
import { addedRows, openTree } from '#functions/data/tenancy/tree.ts'
import { loginScopeOf } from '#functions/data/tenancy/user.ts'
import { keepFile, orderFile } from '#functions/domain/companies/list-files.ts'
import { incomingKey } from '#functions/domain/exclusions/keys.ts'
import { collect } from '#functions/domain/leads/collect.ts'
import { leadIdOf } from '#functions/domain/leads/pull.ts'
import type { PullQuestion, SeenPerson } from '#functions/gateways/lead-data.ts'
import { handler as answerPersonRequest } from '#functions/jobs/answerPersonRequest.ts'
import { handler as creditExcluded } from '#functions/jobs/creditExcluded.ts'
import { handler as deliverLead } from '#functions/jobs/deliverLead.ts'
import { handler as forgetCompany } from '#functions/jobs/forgetCompany.ts'
import { handler as importExclusions } from '#functions/jobs/importExclusions.ts'
import { handler as makeListFile } from '#functions/jobs/makeListFile.ts'
import { handler as pullCampaign } from '#functions/jobs/pullCampaign.ts'
import { handler as resolveVisits } from '#functions/jobs/resolveVisits.ts'
import { clock } from '#functions/kit/clock.ts'
import { forgetServices, services as openServices } from '#functions/kit/services.ts'
import { handler as expireStaleUploads } from '#functions/schedules/expireStaleUploads.ts'
import { handler as forgetRemoved } from '#functions/schedules/forgetRemoved.ts'
import { handler as pullLeads } from '#functions/schedules/pullLeads.ts'
import { handler as retryDeliveries } from '#functions/schedules/retryDeliveries.ts'
import { lambdaContext } from '#infra/local/api.ts'
import { nextState } from '#shared/campaigns/state.ts'
import { toCsvLine } from '#shared/csv.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { type IdKind, toId, ulidOf } from '#shared/ids.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import { Person } from '#shared/model/lead.ts'
import { nodeOf } from '#shared/model/node.ts'
import type { Signals } from '#shared/pixel.ts'
import { type JobHandler, openQueue } from '../deliveries/queue.ts'
import { openDice } from '../dice.ts'
import { written } from '../kept-reads.ts'
import { quicken } from '../quick-table.ts'
import { toRecord } from '../record.ts'
import { judge as judgeFaults, type Options, openStage, type Stage, withoutWaiting } from '../stage.ts'
import { kindOf, noFaults, openTurns } from '../turns.ts'
import { openBooks } from './books.ts'
import { type At, callAt } from './calls.ts'
import { newFile, newLongFile, newRecord } from './rows.ts'
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
const stormy = { crash: 0.006, lost: 0.015, conflict: 0.03, throttle: 0.005 }
const START = Date.parse('2027-05-03T15:00:00Z')
const SCRIPT = 'tests/simulator/people/run.ts'
const handlers = {
  answerPersonRequest,
  creditExcluded,
  deliverLead,
  forgetCompany,
  importExclusions,
  makeListFile,
  pullCampaign,
  resolveVisits,
}
const schedules = { expireStaleUploads, forgetRemoved, pullLeads, retryDeliveries }
/** Masked ones are nobody's. */
const ADDRESS = /n\d{3}b?(?:\+list)?@(?:people|b\S+cher|xn--)/i
const quiet: Signals = { gpc: '', dnt: '', purpose: '' }

export async function openPeopleSimulator() {
  let stage = await openStage(START, 'p')
  let isFresh = true
  return {
    async simulate(options: Options): Promise<Result> {
      // What a life leaves (companies that are removed and wait for their end) is found in the next one: each has tables of its own.
      if (!isFresh) {
        await stage.close()
        stage = await openStage(START, 'p')
      }
      isFresh = false
      return simulate(options, stage)
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
  const { db } = services
  const turns = openTurns(dice)
  const isStormy = () => turns.state.faults !== noFaults
  const result: Result = { ...counted, seen: {}, calls: {} }
  const faults: string[] = []
  const trail: string[] = []
  const fault = (text: string) => void faults.push(text)
  const own = nameOf(seed)
  let made = 0
  const books = openBooks(fault, () => now)
  const visitors = new Map<string, { person: SimPerson | undefined; leadId: string }>()
  const searches: Search[] = []
  const batches: { company: Company; id: string }[] = []
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
  /** Some workers have no time left soon. */
  const short =
    (handler: JobHandler): JobHandler =>
    (event, context) =>
      handler(event, {
        ...context,
        getRemainingTimeInMillis: () => (isStormy() && dice.chance(0.1) ? 0 : context.getRemainingTimeInMillis()),
      })
  const queue = openQueue({
    turns,
    dice,
    now: () => now,
    handlers: {
      ...handlers,
      answerPersonRequest: short(answerPersonRequest),
      forgetCompany: short(forgetCompany),
      makeListFile: short(makeListFile),
    },
  })
  const store = openStore({
    turns,
    now: () => now,
    tell: (job, message) => queue.arrive(job, message),
    wrote: (key, text) => books.wrote(key, text),
  })
  const judge = () => judgeFaults(faults, trail, { steps: result.ops, script: SCRIPT, options })

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
        const status = isStormy() && dice.chance(0.35) ? dice.pick([500, 503, 410, 200]) : 200
        return {
          status: status === 410 ? 429 : status,
          text: status === 200 ? 'Thanks' : `Who is ${books.leads.get(leadId)?.addresses}?`,
          retryAfter: '',
        }
      }),
  }
  Object.assign(services, { leadData, webhooks, newId })

  /** Nobody is told of a person who was erased. */
  function letterFaults(leadId: string, body: string): void {
    const lead = books.leads.get(leadId)
    if (!lead) return void fault(`a webhook is told of ${leadId}, whom nobody knows`)
    if ((books.blankAt.get(leadId) ?? Number.POSITIVE_INFINITY) <= roundBegan)
      fault(`a webhook is told of ${leadId}, whose person was erased`)
    const { companyId, agencyId } = lead.campaign
    // The agency is looked up where a lead is late.
    for (const id of now - lead.createdAt > 15 * MINUTE ? [companyId, agencyId] : [companyId])
      if ((books.removed.get(id) ?? Number.POSITIVE_INFINITY) <= roundBegan)
        fault(`a webhook is told of ${leadId}, whose company ${id} is removed`)
    for (const { address, doneAt, companyId: erasedBy } of books.erasures)
      if (
        doneAt !== undefined &&
        doneAt <= roundBegan &&
        [companyId, agencyId, lead.campaign.rootId].includes(erasedBy) &&
        body.toLowerCase().includes(address)
      )
        fault(`a webhook is told of ${address}, who was erased below ${erasedBy}`)
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
  const note = (name: string): void => {
    result.calls[name] = (result.calls[name] ?? 0) + 1
  }

  const isThere = ({ id, parentId }: Pick<Company, 'id' | 'parentId'>) =>
    !books.removed.has(id) && !books.removed.has(parentId ?? '')
  const companyOf = (world: World, id: string): Company => {
    const company = world.companies.find((each) => each.id === id)
    if (!company) throw new Error(`Nobody knows ${id}.`)
    return company
  }
  /** A list of a company that is there: of the whole, or of one campaign. Many mean the same one. */
  function someList(world: World): { at: At; scope: string; fields: object } {
    const there = world.companies.filter(isThere)
    const campaigns = world.campaigns.filter(({ companyId }) => there.some(({ id }) => id === companyId))
    const isHot = dice.chance(0.4)
    const campaign = !isHot && campaigns.length > 0 && dice.chance(0.3) ? dice.pick(campaigns) : undefined
    const other = isHot ? (there.at(-1) ?? world.root) : dice.pick(there)
    const company = campaign ? companyOf(world, campaign.companyId) : other
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
  async function sendLong(world: World): Promise<void> {
    const company = dice.pick(world.companies.filter((each) => each.kind === 'client'))
    if (!isThere(company)) return
    const { text, pieces } = newLongFile(dice, world.people, `${own}l${++made}`)
    for (const piece of pieces) books.sends(piece)
    note('long file')
    const wire = { client: company.id, filename: 'long.csv' }
    const { id } = await callAt(home(world), createExclusionUpload, { company }, wire)
    store.post(incomingKey({ companyId: company.id, uploadId: id }), text)
    batches.push({ company, id })
  }
  async function cancelLong(world: World): Promise<void> {
    const one = batches.length > 0 ? dice.pick(batches) : undefined
    if (one) await callAt(home(world), cancelExclusionUpload, { company: one.company }, { upload: one.id })
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
  const request = (world: World, company: Company, address: string, kind: 'erase' | 'export') => {
    const email = dice.chance(0.5) ? address : ` ${address.toUpperCase()} `
    return callAt(home(world), requestPerson, { company }, { company_id: company.id, email, kind })
  }
  const erase = (world: World, company: Company, address: string) => request(world, company, address, 'erase')
  async function askAbout(world: World, kind: 'erase' | 'export'): Promise<void> {
    const company = dice.pick(world.companies.filter((each) => each.kind !== 'client' && isThere(each)))
    const known = [...books.leads.values()].flatMap(({ addresses }) => addresses)
    // Who asks has mostly been found by somebody.
    const isLead = known.length > 0 && dice.chance(0.6)
    const address = isLead ? dice.pick(known) : dice.pick(dice.pick(world.people).addresses)
    note(kind)
    const { data } = await request(world, company, address, kind)
    books.said(kind, { companyId: company.id, address, requestId: data.id })
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

  /** A file of leads that has no room in an answer, as the call keeps it. */
  async function keepLeads(world: World): Promise<void> {
    const campaign = dice.pick(world.campaigns)
    const day = new Date(now).toISOString().slice(0, 10)
    const { companyId, id: campaignId } = campaign
    const leads = { companyId, campaignId, line: '' as const, viewer: 'agency' as const }
    const make = async () => {
      const found = await db.lead.list(campaign, { start: 0, end: now + 1 }, { limit: 100 })
      return { text: found.map(({ person }) => `${person.email}\r\n`).join(''), rows: found.length }
    }
    note('kept file')
    const by = dice.pick([companyId, campaign.agencyId])
    const wanted = { companyId: by, what: 'leads' as const, start: day, end: day, leads }
    await keepFile(services, wanted, `usr_${by.slice(4)}`, await make(), make)
  }

  async function remove(world: World): Promise<void> {
    const company = dice.pick(world.companies.filter((each) => each.kind !== 'root'))
    const node = company.parentId ? await db.node.find(company.parentId, company.id) : undefined
    if (!node || !isThere(company)) return
    for (const campaign of world.campaigns)
      if ([campaign.companyId, campaign.agencyId].includes(company.id)) await rest(campaign)
    const user = world.users.get(company.id)
    const people = user ? [{ user, scopeId: loginScopeOf(user, company.parentId ?? '') }] : []
    const starts = company.kind === 'agency' ? await db.node.countStarts(company.id) : 0
    note('remove')
    const fresh = await db.node.find(node.parentId, company.id)
    if (fresh && (await db.tenancy.retire({ company, node: fresh, people, hosts: [], starts, now })))
      books.removed.set(company.id, books.tick())
  }
  /** As the operator's tool does it, and the recount after it. */
  async function bringBack(world: World): Promise<void> {
    const id = dice.pick([...books.removed.keys()])
    const company = companyOf(world, id)
    const user = world.users.get(id)
    const deletedAt = (await db.company.findFresh(id))?.deletedAt
    if (!deletedAt || !user || !(await db.tenancy.reopen({ id, deletedAt, now: deletedAt + 1 }))) return
    const node = nodeOf(company, user)
    if (node)
      await openTree(services.table)
        .transaction.write((to) => addedRows(to, node))
        .go()
    books.back(id)
    note('bring back')
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

  const start = async (world: World): Promise<void> => {
    const campaign = await db.campaign.findFresh(dice.pick(world.campaigns))
    if (!campaign || !isThere(companyOf(world, campaign.companyId))) return
    const next = nextState(campaign, 'active', 'people')
    if (next) await db.campaignChange.setStatus(campaign, next.status, next.statusReason, { at: now, clientName: 'x' })
  }

  type Step = { name: string; run: () => Promise<unknown> }
  function nextStep(world: World): Step {
    if (dice.chance(0.004)) return { name: 'long file', run: () => sendLong(world) }
    if (batches.length > 0 && dice.chance(0.01)) return { name: 'cancel', run: () => cancelLong(world) }
    const kind = dice.below(100)
    if (kind < 18) return { name: 'visit', run: () => visit(world) }
    if (kind < 20) return { name: 'kept file', run: () => keepLeads(world) }
    if (kind < 26) return { name: 'search', run: () => search(world) }
    if (kind < 34) return { name: 'file', run: () => sendFile(world) }
    if (kind < 37) return { name: 'entry', run: () => enter(world) }
    if (kind < 40) return { name: 'take off', run: () => takeOff(world) }
    if (kind < 41) return { name: 'purge', run: () => empty(world) }
    if (kind < 42) return { name: 'download', run: () => fetchList(world) }
    if (kind < 44) return { name: 'erase', run: () => askAbout(world, 'erase') }
    if (kind < 46) return { name: 'copy', run: () => askAbout(world, 'export') }
    if (kind < 49) return { name: 'lead file', run: () => orderLeads(world) }
    if (kind < 55) {
      const name = dice.pick(['expireStaleUploads', 'pullLeads', 'pullLeads', 'retryDeliveries'] as const)
      return { name, run: () => timetable(name) }
    }
    return { name: 'work', run: queue.work }
  }

  /** What is done in the very moment in which a person is erased, or copied. */
  function besides(world: World): Step[] {
    const others: Step[] = [
      { name: 'kept file', run: () => keepLeads(world) },
      { name: 'make file', run: () => orderLeads(world).then(() => queue.workOn('makeListFile')) },
      { name: 'make file', run: () => orderLeads(world).then(() => queue.workOn('makeListFile')) },
      { name: 'read file', run: () => sendFile(world).then(() => queue.workOn('importExclusions')) },
      { name: 'download', run: () => fetchList(world) },
      { name: 'take off', run: () => takeOff(world) },
      { name: 'work', run: queue.work },
    ]
    return [{ name: 'work', run: queue.work }, dice.pick(others), dice.pick(others)]
  }

  function pass(): void {
    store.expire()
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
  /** Months in which nobody does anything but the timetable. */
  async function leap(): Promise<void> {
    for (let looks = 0; queue.waiting() > 0 && looks < 200; looks++) {
      if (queue.ready() === 0) now = Math.max(now + 1000, queue.next())
      await together([{ name: 'work', run: queue.work }])
    }
    now += dice.between(40, 95) * DAY
    store.expire()
    await together([{ name: 'forgetRemoved', run: () => timetable('forgetRemoved') }])
  }
  async function round(world: World): Promise<void> {
    // What ends and begins companies is done by itself, between the steps of others.
    if (dice.chance(0.025)) await remove(world)
    if (books.removed.size > 0 && dice.chance(0.03)) await bringBack(world)
    if (dice.chance(0.08)) await start(world)
    if (dice.chance(books.removed.size > 0 ? 0.04 : 0.004)) await leap()
    const steps = [
      ...Array.from({ length: dice.between(1, AT_ONCE) }, () => nextStep(world)),
      ...(queue.isReady('answerPersonRequest') && dice.chance(0.6) ? besides(world) : []),
      ...Array.from({ length: Math.min(4, Math.ceil(queue.ready() / 4)) }, () => ({ name: 'work', run: queue.work })),
    ]
    await together(steps)
    result.ops += steps.length
    pass()
  }

  /** Nothing fails any more, until nothing is under way. */
  async function settle(world: World): Promise<void> {
    turns.state.faults = noFaults
    trail.push('settling')
    queue.redrive()
    await drain()
    for (const { companyId, address } of books.openErasures()) await erase(world, companyOf(world, companyId), address)
    await drain()
    if (queue.waiting() > 0) fault('messages are left that nobody brings to an end')
    for (const mail of queue.counted.mails) if (ADDRESS.test(mail)) fault(`a mail says ${mail}`)
    books.quietFaults(store.texts(), true)
    books.finalFaults(store.texts())
    judge()
  }
  async function drain(): Promise<void> {
    for (let looks = 0; looks < 120; looks++) {
      while (queue.ready() > 0) await together([{ name: 'work', run: queue.work }])
      for (const name of ['expireStaleUploads', 'forgetRemoved', 'retryDeliveries'] as const)
        await together([{ name, run: () => timetable(name) }])
      // Until the last try of what was lost is over.
      if (looks > 30 && queue.waiting() === 0) break
      now = queue.waiting() > 0 && looks > 30 ? Math.max(now + 1000, queue.next()) : now + 5 * MINUTE
    }
  }

  async function rest(known: Campaign): Promise<void> {
    const campaign = await db.campaign.findFresh(known)
    const next = campaign && nextState(campaign, 'paused', 'people')
    if (next) await db.campaignChange.setStatus(campaign, next.status, next.statusReason, { at: now, clientName: 'x' })
    await db.pull.removeEnded({ companyId: known.companyId, campaignId: known.id })
  }

  const lives = async (): Promise<Result> => {
    for (let generation = 0; result.ops < ops; generation++) {
      const world = await plantWorld({ services, cast, dice }, `${own}g${generation}`)
      books.begin(world)
      const until = Math.min(ops, result.ops + STEPS_OF_A_LIFE)
      turns.state.faults = stormy
      while (result.ops < until) await round(world)
      await settle(world)
      // Nothing of this life is due in the next one.
      for (const campaign of world.campaigns) await rest(campaign)
      result.leads += books.leads.size
      result.erased += books.erasures.length
      queue.forget()
      store.forget()
      visitors.clear()
      searches.length = 0
      batches.length = 0
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
