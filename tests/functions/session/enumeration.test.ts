import { describe, expect, it } from 'vitest'
import { hashing } from '#functions/identity/password.ts'
import type { CallName, Input } from '#shared/contracts/index.ts'
import { type Member, PASSWORD } from '../../support/cast.ts'
import { countRequests } from '../../support/counting.ts'
import { type Answer, harness } from '../../support/harness.ts'

const h = await harness()
const host = h.cast.hosts.northlight
let n = 0
const nextIp = () => `10.${Math.floor(n / 65_000)}.${Math.floor(n / 250) % 250}.${n++ % 250}`

/** What of an answer anybody could tell two accounts apart by. */
function outside({ status, headers, body }: Answer) {
  const text = JSON.stringify(body).replace(/"req_\w+"/, '""')
  const { 'x-request-id': _, ...others } = headers
  return JSON.stringify({ status, headers: others, length: text.length, text })
}

/** The jobs whose queues a call writes to. */
const posted: string[] = []
const { send } = h.services.queues
h.services.queues.send = (job, message, options) => {
  posted.push(job)
  return send(job, message, options)
}

async function measure<Name extends CallName>(name: Name, input: Input<Name>, ip = nextIp()) {
  const counted = countRequests(h.services.table)
  const hashes = hashing.runs
  const before = posted.length
  const answer = await h.call(null, name, input, { host, ip })
  counted.stop()
  const jobs = posted.slice(before).join(' ')
  return { outside: outside(answer), hashes: hashing.runs - hashes, requests: counted.requests.sort().join(' '), jobs }
}

// The tenant of a host is looked up once.
await h.call(null, 'public.keys', {}, { host })

/** Kinds of name that an outsider must not tell apart. */
const disabled = h.cast.users.amos
await h.db.user.update(disabled.id, { status: 'disabled' })
const invited = h.cast.users.admin
await h.db.user.update(invited.id, { status: 'invited', passwordHash: '' })
const names: Record<string, (i: number) => string> = {
  'a client': () => h.cast.users.cleo.email,
  'an agency': () => h.cast.users.ada.email,
  'nobody at all': (i) => `nobody${i}@example.com`,
  'what is no address': (i) => `nobody ${i}`,
  "another agency's client": () => h.cast.users.carl.email,
  "another agency's owner": () => h.cast.users.abe.email,
  "the platform's staff": () => h.cast.users.olive.email,
  'someone switched off': () => disabled.email,
  'someone who was invited and has no password yet': () => invited.email,
}

describe('an outsider', () => {
  it('AUT-036 learns nothing from the login: same answer, one hash, the same requests, for every kind of name', async () => {
    const seen: Record<string, Set<string>> = {}
    for (let round = 0; round < 6; round++) {
      for (const [kind, name] of Object.entries(names)) {
        const { outside, hashes, requests, jobs } = await measure('session.login', {
          username: name(round),
          password: 'not this one',
        })
        seen[kind] ??= new Set()
        seen[kind].add(JSON.stringify({ outside, hashes, requests, jobs }))
      }
    }
    expect(new Set(Object.values(seen).flatMap((kinds) => [...kinds])).size).toBe(1)
    expect(JSON.parse([...(seen['a client'] ?? [])][0] ?? '{}')).toMatchObject({ hashes: 1, jobs: 'writeAuditLog' })
  })

  it('is stopped after as many tries whoever it guesses at, with the same words', async () => {
    const kinds = new Map<string, string>()
    for (const [kind, name] of Object.entries(names)) {
      if (kind === 'what is no address') continue
      const ip = nextIp()
      const answers = []
      for (let i = 0; i < 13; i++)
        answers.push(outside(await h.call(null, 'session.login', { username: name(99), password: 'no' }, { host, ip })))
      kinds.set(kind, answers.join('\n').replace(/"retry-after":"\d+"/g, ''))
    }
    expect(new Set(kinds.values()).size).toBe(1)
  })

  it('AUT-052 learns nothing from asking for a link', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < 3; round++)
      for (const name of Object.values(names))
        seen.add(JSON.stringify(await measure('session.forgot', { username: name(round) })))
    expect(seen.size).toBe(1)
  })

  it('learns nothing from showing links and tokens that do not work', async () => {
    const token = 'x'.repeat(43)
    for (const call of ['session.verifyReset', 'session.setPassword'] as const) {
      const seen = new Set<string>()
      for (const name of Object.values(names)) {
        const input = { token, email: name(0), newpassword: 'fresh paint 7' }
        seen.add(JSON.stringify(await measure(call, input)))
      }
      expect(seen.size).toBe(1)
    }
  })

  it('gets in with the right password only where the account lives', async () => {
    const enter = (who: Member) =>
      h.call(null, 'session.login', { username: h.cast.users[who].email, password: PASSWORD }, { host, ip: nextIp() })
    const statuses = await Promise.all((['cleo', 'ada', 'amos', 'admin', 'carl', 'abe', 'olive'] as const).map(enter))
    expect(statuses.map((answer) => answer.status)).toEqual([200, 200, 401, 401, 401, 401, 401])
  })

  it('costs the table little: a login is one look, one count that is taken back, one person and one session beside the mark of its body', async () => {
    const counted = countRequests(h.services.table)
    const hashes = hashing.runs
    const answer = await h.call(
      null,
      'session.login',
      { username: h.cast.users.cleo.email, password: PASSWORD, device: 'c'.repeat(43) },
      { host, ip: nextIp() },
    )
    counted.stop()
    expect(answer.status).toBe(200)
    const again = countRequests(h.services.table)
    await h.call(
      null,
      'session.login',
      { username: h.cast.users.cleo.email, password: PASSWORD, device: 'c'.repeat(43) },
      { host, ip: nextIp() },
    )
    again.stop()
    expect(hashing.runs - hashes).toBe(2)
    expect(again.requests.filter((name) => !name.startsWith('Get')).length).toBeLessThanOrEqual(5)
    expect(again.requests.length).toBeLessThanOrEqual(7)
  })
})
