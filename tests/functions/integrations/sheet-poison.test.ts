// A lead that ends the worker of its sheet each time: the others of its batch lose no try by it, and it fails alone.
import { setImmediate as afterCallbacks } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { handler } from '#functions/jobs/writeSheet.ts'
import { lambdaContext } from '#infra/local/api.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#shared/dates.ts'
import { jobs, visibilitySecondsOf } from '#shared/jobs.ts'
import { MOST_TRIES } from '#shared/leads/retries.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Lead } from '#shared/model/lead.ts'
import { isRead } from '../../support/reads.ts'
import { startDeliveries } from './stage.ts'

const h = await startDeliveries()
const { services, db } = h
const google = h.tools.google_sheets
const { northlight } = h.cast
const { beginSheets } = await import('#functions/domain/sheets/begin.ts')
/** When the queue hands out again what a worker had that ended. */
const AGAIN_MS = visibilitySecondsOf(jobs.writeSheet.timeoutSeconds) * SECOND
const { tries: MOST_RECEIVES, batchSize: BATCH = 1 } = jobs.writeSheet
let clock = Date.UTC(2031, 7, 5, 12)
const at = (ms: number) => {
  clock = ms
  h.setClock(ms)
}

type Message = {
  companyId: string
  campaignId: string
  agencyId: string
  ownerId: string
  leadId: string
  leadAt: number
}
type Waiting = { message: Message; receives: number; dueAt: number }

/** The ids of leads at whose append the worker ends: `heard` once Google has them, `unheard` before it is asked. */
let poison = new Map<string, 'heard' | 'unheard'>()
/** A worker that has ended says nothing and gets no answer. `lives`: how many changes it still makes. */
let [isDead, lives] = [false, Number.POSITIVE_INFINITY]
let end: () => void = () => undefined
let asked: string[][] = []
const never = <T>() => new Promise<T>(() => undefined)
function kill<T>(): Promise<T> {
  isDead = true
  end()
  return never()
}
/** What was asked for and is not answered yet. */
const underWay = new Set<Promise<unknown>>()
function follow<T>(answer: Promise<T>): Promise<T> {
  underWay.add(answer)
  const isOver = () => underWay.delete(answer)
  answer.then(isOver, isOver)
  return answer
}
function step<T>(run: () => Promise<T>, isChange: boolean): Promise<T> {
  if (isDead || (isChange && lives-- <= 0)) return kill()
  // Of a worker that ends meanwhile the answer is lost.
  return follow(run()).then((answer) => (isDead ? never<T>() : answer))
}
/** Until what a worker that ended had asked for before is answered, to nobody. */
async function silence(): Promise<void> {
  do {
    await Promise.allSettled(underWay)
    await afterCallbacks()
  } while (underWay.size > 0)
}
services.table.client.middlewareStack.add(
  (next, { commandName = '' }) =>
    (args) =>
      step(() => next(args), !isRead(commandName)),
  { step: 'initialize', priority: 'high', name: 'poison' },
)
const { sheets } = services.tools
Object.assign(services.tools, {
  sheets: async () => {
    const real = await sheets()
    // All that Google is asked is waited for as well: a worker that had ended would go on with the answer.
    const followed = Object.entries(real).map(([name, ask]: [string, unknown]) => [
      name,
      typeof ask === 'function' ? (...order: unknown[]) => follow(Promise.resolve(ask(...order))) : ask,
    ])
    return {
      ...real,
      ...(Object.fromEntries(followed) as typeof real),
      async append(...order: Parameters<typeof real.append>) {
        const ids = order[3].map((row) => String(row.at(-1)))
        asked.push(ids)
        const how = ids.flatMap((id) => poison.get(id) ?? [])[0]
        if (how === undefined) return step(() => real.append(...order), true)
        if (how === 'heard') await follow(real.append(...order))
        return kill<string>()
      },
    }
  },
})

/** One queue with its dead letters, as far as this is about it. */
let queue: Waiting[] = []
let dead: Waiting[] = []
const { send } = services.queues
Object.assign(services.queues, {
  async send(...order: Parameters<typeof send>) {
    const [job, message, { delaySeconds = 0 } = {}] = order
    if (isDead) return never<void>()
    if (!isOurs || (job !== 'writeSheet' && job !== 'deliverLead')) return send(...order)
    // A delivery into a sheet is handed on as it is.
    const handed = { ...(message as Message), ownerId: northlight.id }
    queue.push({ message: handed, receives: 0, dueAt: clock + delaySeconds * SECOND })
  },
})
let isOurs = false

/** Hands out what is due, all of it together, as the queue does. Answers whether the worker lived. */
async function work(now: number, changes = Number.POSITIVE_INFINITY): Promise<boolean> {
  at(now)
  const batch = queue.filter(({ dueAt }) => dueAt <= now).slice(0, BATCH)
  if (batch.length === 0) return true
  queue = queue.filter((each) => !batch.includes(each))
  for (const each of batch) each.receives++
  const Records = batch.map(({ message, receives }, index) => ({
    messageId: String(index),
    body: JSON.stringify(message),
    attributes: { ApproximateReceiveCount: String(receives) },
  }))
  lives = changes
  const ended = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined)
  })
  const context = { ...lambdaContext('writeSheet'), getRemainingTimeInMillis: () => 300_000 }
  const said = await Promise.race([handler({ Records } as never, context), ended])
  if (!said) await silence()
  const hasEnded = isDead
  ;[isDead, lives] = [false, Number.POSITIVE_INFINITY]
  const failed = hasEnded
    ? batch
    : (said?.batchItemFailures ?? []).flatMap(({ itemIdentifier }) => batch[Number(itemIdentifier)] ?? [])
  for (const each of failed) (each.receives >= MOST_RECEIVES ? dead : queue).push({ ...each, dueAt: now + AGAIN_MS })
  return !hasEnded
}
/** Until so long has passed, with the timetable that sees to what the queue gave up. */
async function live(forMs: number, isOver: () => Promise<boolean>, before?: (now: number) => Promise<void>) {
  const until = clock + forMs
  for (let now = clock; now <= until && !(await isOver()); now += 5 * MINUTE) {
    await before?.(now)
    await work(now)
    if ((await db.delivery.listDue(now, 1)).length === 0) continue
    await h.runner.trigger('retryDeliveries', now)
    await h.drain()
  }
}

beforeEach(async () => {
  ;[isOurs, queue, dead, asked, poison] = [false, [], [], [], new Map()]
  at(clock + 10 * DAY)
  google.clear()
  const named = { company_id: northlight.id, integration_slug: 'google_sheets' } as const
  const { body } = await h.call('ada', 'integrations.beginSignIn', named)
  const answer = await fetch(body.url ?? '', { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '').searchParams
  const [state, code] = [back.get('state') ?? '', back.get('code') ?? '']
  expect((await h.call('ada', 'integrations.finishSignIn', { ...named, state, code })).status).toBe(200)
  await h.drain()
})

/** A campaign whose leads come together. */
async function together(count: number) {
  const campaign = await h.newCampaign({ reportType: 'GoogleSheet' })
  expect(await beginSheets(services, [campaign])).toBe(1)
  const leads: Lead[] = []
  for (let each = 0; each < count; each++) leads.push(await h.newLead(campaign))
  await h.drain()
  isOurs = true
  const { companyId, agencyId, id: campaignId } = campaign
  const messages = leads.map(({ id, createdAt }) => ({
    companyId,
    agencyId,
    campaignId,
    ownerId: northlight.id,
    leadId: id,
    leadAt: createdAt,
  }))
  queue = messages.map((message) => ({ message, receives: 0, dueAt: clock }))
  return { campaign, leads, ids: leads.map(({ id }) => id) }
}
const rowOf = async ({ companyId, id: campaignId }: Campaign, leadId: string) => {
  const row = await db.delivery.find({ companyId, campaignId }, leadId, 'google_sheets')
  if (!row) throw new Error('There is no such delivery.')
  return row
}
const written = (campaign: Campaign) =>
  google
    .sheets()
    .filter(({ title }) => title.includes(`#${campaign.number}`))
    .flatMap(({ rows }) => rows.slice(1).map((row) => String(row.at(-1))))
    .sort()

describe('a batch whose worker ends', () => {
  it('is written at once where none of its rows ends it', async () => {
    const { campaign, ids } = await together(40)
    expect(await work(clock)).toBe(true)
    expect([asked.length, written(campaign)]).toEqual([1, [...ids].sort()])
    expect(queue).toEqual([])
  })

  it.each([
    { count: 10, how: 'unheard' as const, rounds: 3, appends: 12 },
    { count: 10, how: 'heard' as const, rounds: 3, appends: 1 },
    { count: 60, how: 'unheard' as const, rounds: 4, appends: 18 },
  ])('loses no try but that of the one lead that ends it ($count, $how)', async ({ count, how, rounds, appends }) => {
    const { campaign, ids } = await together(count)
    const [bad = ''] = ids.slice(4)
    const others = ids.filter((id) => id !== bad)
    poison = new Map([[bad, how]])
    const isWritten = () => others.every((id) => written(campaign).includes(id))
    // All of them, some, the one alone; then those that stood behind it.
    for (let round = 0; round < rounds; round++) await work(clock + AGAIN_MS)
    expect(isWritten()).toBe(true)
    // Of what Google had already, nothing is appended once more.
    expect(asked).toHaveLength(appends)
    await live(HOUR, async () => queue.length === 0)
    for (const id of others) {
      const { state, attempts, tries } = await rowOf(campaign, id)
      expect([id, state, attempts.map(({ status }) => status), tries]).toEqual([id, 'delivered', [200], 0])
    }
    // Each once, also where Google had them before the worker ended.
    expect(written(campaign)).toEqual([...(how === 'heard' ? ids : others)].sort())
  })

  it('CMP-59+ fails the lead that ends it after ten tries, and nothing else, whatever comes with it meanwhile', async () => {
    const { campaign, ids } = await together(6)
    const [bad = ''] = ids.slice(2)
    poison = new Map([[bad, 'unheard']])
    const begun = clock
    const later: string[] = []
    /** Another one comes with it each time that it is to be tried. */
    async function bringAnother(now: number) {
      if (!queue.some(({ message, dueAt, receives }) => message.leadId === bad && dueAt <= now && receives === 0))
        return
      const { id: leadId, createdAt: leadAt } = await h.newLead(campaign)
      later.push(leadId)
      const { companyId, agencyId, id: campaignId } = campaign
      const message = { companyId, agencyId, campaignId, ownerId: northlight.id, leadId, leadAt }
      queue.push({ message, receives: 0, dueAt: now })
    }
    const hasFailed = async () => (await rowOf(campaign, bad).catch(() => undefined))?.state === 'failed'
    await live(5 * DAY, hasFailed, bringAnother)
    expect(later.length).toBeGreaterThan(4)
    // From then on nothing is asked for together with it.
    expect(asked.filter((rows) => rows.includes(bad)).map((rows) => rows.length)).toEqual([
      7,
      ...Array(MOST_TRIES).fill(1),
    ])
    const { state, tries, attempts } = await rowOf(campaign, bad)
    expect([state, tries, attempts.length]).toEqual(['failed', MOST_TRIES, MOST_TRIES])
    // Each wait is up to a quarter shorter.
    expect(clock - begun).toBeGreaterThan(50 * HOUR)
    await live(HOUR, async () => queue.length === 0)
    for (const id of [...ids, ...later].filter((each) => each !== bad))
      expect([id, (await rowOf(campaign, id)).state, (await rowOf(campaign, id)).tries]).toEqual([id, 'delivered', 0])
    expect(written(campaign)).toEqual([...ids, ...later].filter((each) => each !== bad).sort())
  })

  it('keeps rows apart that had to wait for their sheet meanwhile', async () => {
    const { campaign, leads, ids } = await together(4)
    const [bad = ''] = ids.slice(2)
    poison = new Map([[bad, 'unheard']])
    expect(await work(clock)).toBe(false)
    const now = clock + AGAIN_MS
    const writer = await db.sheet.takeWriter(campaign, now, now + MINUTE)
    await work(now)
    expect(asked).toHaveLength(1)
    if (writer) await db.sheet.freeWriter(campaign, writer, false)
    await live(HOUR, async () => written(campaign).length === leads.length - 1)
    expect(written(campaign)).toEqual(ids.filter((id) => id !== bad).sort())
    expect(asked.slice(1).map((rows) => rows.length)).toEqual(Array(asked.length - 1).fill(1))
  })

  it('delivers the others also where several end it and the queue gives its messages up', async () => {
    const { campaign, ids } = await together(60)
    const bad = [ids[3], ids[17], ids[31], ids[32], ids[55]].flatMap((id) => id ?? [])
    poison = new Map(bad.map((id) => [id, 'unheard']))
    const others = ids.filter((id) => !bad.includes(id)).sort()
    await live(DAY, async () => others.every((id) => written(campaign).includes(id)))
    expect(written(campaign)).toEqual(others)
    expect(dead.length).toBeGreaterThan(0)
    for (const id of others) expect((await rowOf(campaign, id)).tries).toBe(0)
  })

  it('comes to its end at whichever change a worker ends that takes the rows apart', {
    timeout: 300_000,
  }, async () => {
    for (let changes = 0; ; changes++) {
      const { campaign, ids } = await together(3)
      const [bad = ''] = ids.slice(1)
      poison = new Map([[bad, 'unheard']])
      expect(await work(clock)).toBe(false)
      poison = new Map()
      const isAlive = await work(clock + AGAIN_MS, changes)
      await live(DAY, async () => written(campaign).length === 3 && queue.length === 0)
      expect([changes, written(campaign)]).toEqual([changes, [...ids].sort()])
      for (const id of ids) expect([changes, (await rowOf(campaign, id)).state]).toEqual([changes, 'delivered'])
      if (isAlive) break
    }
  })
})
