// People who searched: the provider's real door against its double.
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fixedSecret } from '#functions/gateways/kept-secret.ts'
import { type LeadData, openLeadData, type PullQuestion } from '#functions/gateways/lead-data.ts'
import { type LeadDataDouble, type Search, startLeadData } from '#infra/local/doubles/lead-data.ts'

const HOUR = 3_600_000
const noon = Date.UTC(2026, 10, 21, 12)
let provider: LeadDataDouble
let door: LeadData

beforeAll(async () => {
  provider = await startLeadData({ key: 'the-key' })
  door = openLeadData({ url: provider.url, keys: fixedSecret({ leadDataKey: 'the-key' }), timeoutMs: 1000 })
})
beforeEach(() => provider.search())
afterAll(() => provider.stop())

let asked = 0
const question = (more: Partial<PullQuestion> = {}): PullQuestion => ({
  line: 'locator',
  keywords: ['roof repair', 'gutter cleaning'],
  area: 'national',
  informationTypeIds: [],
  from: noon - 24 * HOUR,
  to: noon,
  limit: 100,
  cursor: null,
  requestId: `request-${++asked}`,
  ...more,
})
const pull = async (more: Partial<PullQuestion> = {}, at = door) => {
  const page = await at.pull(question(more))
  if (!page) throw new Error('There is no provider.')
  return page
}
async function pullAll(more: Partial<PullQuestion> = {}) {
  const people = []
  for (let cursor: string | null = null, page = 0; page === 0 || cursor; page++) {
    const found = await pull({ ...more, cursor, ...(more.requestId && { requestId: `${more.requestId}-${page}` }) })
    people.push(...found.people)
    cursor = found.cursor
  }
  return people
}
const search = (number: number, more: Partial<Search> = {}): Search => ({
  recordId: `record-${number}`,
  seenAt: noon - HOUR + number * 60_000,
  keyword: 'roof repair',
  person: { id: `person-${number}`, email: `person-${number}@example.com` },
  ...more,
})

describe('pulls of people who searched', () => {
  it('CMP-63+ finds the same people each time, on another double too, however they are paged or cut into hours', async () => {
    const people = await pullAll()
    expect(people.length).toBeGreaterThan(10)
    expect(new Set(people.map(({ recordId }) => recordId)).size).toBe(people.length)
    expect(people.map(({ seenAt }) => seenAt)).toEqual(people.map(({ seenAt }) => seenAt).sort((a, b) => a - b))
    expect(people.every(({ seenAt }) => seenAt >= noon - 24 * HOUR && seenAt < noon)).toBe(true)
    expect(await pullAll({ limit: 7 })).toEqual(people)
    const other = await startLeadData({ key: 'the-key' })
    expect(
      await pull({}, openLeadData({ url: other.url, keys: fixedSecret({ leadDataKey: 'the-key' }) })),
    ).toMatchObject({ people })
    await other.stop()
    const hours = []
    for (let hour = 24; hour > 0; hour--)
      hours.push(...(await pullAll({ from: noon - hour * HOUR, to: noon - (hour - 1) * HOUR })))
    expect(hours).toEqual(people)
  })

  it('finds others for other words, places and products, and some in several', async () => {
    const texas = { area: { states: ['TX'], cities: [], zips: [] } } as const
    const inTexas = await pullAll(texas)
    const people = await pullAll({ ...texas, keywords: ['plumber'] })
    const idsOf = (all: typeof people) => new Set(all.map(({ person }) => person.personId))
    const everyone = idsOf(await pullAll())
    expect([...idsOf(inTexas)].some((id) => everyone.has(id))).toBe(true)
    expect([...idsOf(inTexas)].some((id) => !everyone.has(id))).toBe(true)
    expect(inTexas.filter(({ person }) => person.stateCode === 'TX').length).toBeGreaterThan(inTexas.length / 2)
    expect(people.map(({ recordId }) => recordId)).not.toEqual(inTexas.map(({ recordId }) => recordId))
    expect(await pullAll({ keywords: ['zero interest'] })).toEqual([])
    const many = await pullAll({ keywords: 'abcdefgh'.split('') })
    const has = (is: (person: (typeof many)[number]['person']) => boolean) => many.some(({ person }) => is(person))
    expect(has(({ email }) => email === '')).toBe(true)
    expect(has(({ phone }) => phone === '')).toBe(true)
    expect(has(({ otherEmails }) => otherEmails.length > 0)).toBe(true)
  })

  it('tells of a person or a company what was asked for', async () => {
    const [enhanced] = await pullAll({ line: 'enhance', informationTypeIds: ['gender', 'education'] })
    expect(Object.keys(enhanced?.person.advanced ?? {})).toEqual(['gender', 'education'])
    const [business] = await pullAll({ line: 'b2b', informationTypeIds: ['job-title'] })
    expect(Object.keys(business?.person.business ?? {})).toEqual(['job-title'])
  })

  it('answers a repeated request as it did before and charges for it once, also when the answer was lost', async () => {
    provider.search([1, 2, 3].map((number) => search(number)))
    const before = provider.billed()
    provider.fail('lost')
    await expect(pull({ requestId: 'again', limit: 2 })).rejects.toMatchObject({ code: 'unavailable' })
    expect(provider.billed() - before).toBe(2)
    // Meanwhile there are other people.
    provider.search([4, 5, 6].map((number) => search(number)))
    const { people, cursor } = await pull({ requestId: 'again', limit: 2 })
    expect(people.map(({ recordId }) => recordId)).toEqual(['record-1', 'record-2'])
    expect(cursor).not.toBeNull()
    expect(provider.billed() - before).toBe(2)
  })

  it('may tell a search on two pages', async () => {
    provider.search([1, 2, 3].map((number) => search(number)))
    provider.repeatAcrossPages(true)
    const people = await pullAll({ limit: 2 })
    provider.repeatAcrossPages(false)
    expect(people.map(({ recordId }) => recordId)).toEqual(['record-1', 'record-2', 'record-2', 'record-3'])
  })

  it.each([429, 500, 'timeout', 'garbage', 'other shape', 'lost'] as const)('is unavailable on %s', async (failure) => {
    provider.fail(failure)
    await expect(pull()).rejects.toMatchObject({ code: 'unavailable' })
    if (failure !== 429) return
    provider.fail(failure)
    await expect(pull()).rejects.toMatchObject({ retryAfterSeconds: 1 })
  })

  it('asks nobody where there is no provider', async () => {
    expect(await openLeadData({ keys: fixedSecret({ leadDataKey: '' }) }).pull(question())).toBeUndefined()
  })

  it('takes fields that it does not know, leaves out what cannot be read, and refuses a page of which nothing can', async () => {
    const answers: unknown[] = []
    const requests: string[] = []
    const server = createServer((req, res) => {
      requests.push(`${req.url} ${req.headers['idempotency-key']}`)
      res.end(JSON.stringify(answers.shift()))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const strange = openLeadData({
      url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
      keys: fixedSecret({ leadDataKey: 'k' }),
    })
    const good = { recordId: 'r1', seenAt: '2026-11-21T11:00:00Z', person: { id: 'p1', age: 7 }, score: 0.5 }
    answers.push({ people: [good, { recordId: 'r2' }, null], total: 3 }, { people: [{ recordId: 'r2' }] })
    const page = await pull({ requestId: 'named' }, strange)
    expect(page).toMatchObject({ cursor: null, unreadable: 2 })
    expect(page.people).toMatchObject([
      { recordId: 'r1', seenAt: noon - HOUR, keyword: '', person: { personId: 'p1' } },
    ])
    expect(requests).toEqual(['/v1/audience/people named'])
    await expect(pull({}, strange)).rejects.toMatchObject({ code: 'unavailable' })
    await new Promise((resolve) => server.close(resolve))
  })
})
