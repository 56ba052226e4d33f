import { beforeEach, describe, expect, it } from 'vitest'
import { type Member, PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
beforeEach(() => h.setClock())

const fileKey = `documents/${h.cast.northlight.id}/terms.csv`
await h.services.files.put(fileKey, 'a,b\n1,2\n', 'text/csv')
await h.db.protectedFile.create({
  companyId: h.cast.northlight.id,
  id: 'doc_1',
  fileKey,
  fileName: 'terms.csv',
  createdAt: Date.now(),
})

const ask = (who: Member, pwd = PASSWORD, urldata = 'doc_1') => h.call(who, 'session.documentAccess', { pwd, urldata })
const open = (url: string, host = h.cast.hosts.northlight) =>
  h.call(null, 'session.openDocument', { ticket: url.split('/').at(-1) ?? '' }, { host })

describe('session.documentAccess', () => {
  it('AUT-031 AUT-058 SET-21 answers an address that leads to the file once, for the right password', async () => {
    const { status, body } = await ask('ada')
    expect([status, body.result]).toEqual([200, 'success'])
    expect(body.url).toMatch(/^http:\/\/northlight-t\d+\.localhost:8787\/api\/docauth\/[\w-]{43}$/)
    const first = await open(body.url)
    expect(first.status).toBe(303)
    expect(first.headers['referrer-policy']).toBe('no-referrer')
    expect(first.headers.location).toContain('terms.csv')
    expect((await open(body.url)).status).toBe(404)
  })

  it('works once of ten parallel openings', async () => {
    const { body } = await ask('amos')
    const answers = await Promise.all(Array.from({ length: 10 }, () => open(body.url)))
    expect(answers.filter((answer) => answer.status === 303)).toHaveLength(1)
  })

  it('SET-22 is over after 15 minutes, and works on its own host only', async () => {
    const start = Date.now()
    h.setClock(start)
    const { body } = await ask('ada')
    const { body: other } = await ask('ada')
    expect((await open(body.url, h.cast.hosts.copper)).status).toBe(404)
    h.setClock(start + 15 * 60_000 - 1)
    expect((await open(body.url)).status).toBe(303)
    h.setClock(start + 15 * 60_000)
    expect((await open(other.url)).status).toBe(404)
  })

  it('AUT-058 answers `failed` with a message for a wrong password', async () => {
    const { status, body } = await ask('admin', 'not this one')
    expect(status).toBe(422)
    expect(body).toMatchObject({ result: 'failed', message: 'This is not your password.' })
  })

  it("knows nothing of another company's documents, nor of unknown ones", async () => {
    const foreign = await ask('abe')
    const unknown = await ask('ada', PASSWORD, 'doc_2')
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect(foreign.body.message).toBe(unknown.body.message)
  })

  it.each(['cleo', 'sam'] as const)('is closed to %s', async (who) => {
    expect((await ask(who)).status).toBe(403)
  })

  it('SET-22 stops after five wrong passwords of a person in ten minutes, from wherever, and stops nobody else', async () => {
    const start = Math.ceil(Date.now() / 600_000) * 600_000
    h.setClock(start)
    const from = (ip: string, who: Member, pwd: string) =>
      h.call(who, 'session.documentAccess', { pwd, urldata: 'doc_1' }, { ip })
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await from(`203.0.113.${10 + i}`, 'amos', `no ${i}`)).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    // Also the right one, until those wrong ones are old enough, whenever the clock's hour begins; who sits beside them is not held up.
    const stopped = await from('203.0.113.99', 'amos', PASSWORD)
    expect(stopped.status).toBe(429)
    expect((await from('203.0.113.10', 'ada', PASSWORD)).status).toBe(200)
    h.setClock(start + 600_000)
    expect((await from('203.0.113.10', 'amos', PASSWORD)).status).toBe(429)
    h.setClock(start + Number(stopped.headers['retry-after']) * 1000)
    expect((await from('203.0.113.10', 'amos', PASSWORD)).status).toBe(200)
  })
})
