import { describe, expect, it } from 'vitest'
import { hashing } from '#functions/kit/password.ts'
import { HOUR, MINUTE } from '#shared/dates.ts'
import { signInLimits } from '#shared/sign-in.ts'
import { type Member, PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const DEVICE = 'd'.repeat(43)

const guess = (who: Member, ip: string, more: { headers?: Record<string, string>; device?: string } = {}) =>
  h.call(
    null,
    'session.login',
    { username: h.cast.users[who].email, password: 'not this one', ...(more.device && { device: more.device }) },
    { host: h.hostOf(who), ip, ...(more.headers && { headers: more.headers }) },
  )
const enter = (who: Member, ip: string, device?: string) =>
  h.call(
    null,
    'session.login',
    { username: h.cast.users[who].email, password: PASSWORD, ...(device && { device }) },
    { host: h.hostOf(who), ip },
  )
const hashesOf = async (work: () => Promise<unknown>) => {
  const before = hashing.runs
  await work()
  return hashing.runs - before
}

describe('guessing passwords', () => {
  it('AUT-038 CON-032 stops one source after ten tries, with a time to wait, and another one is not stopped', async () => {
    const statuses = []
    for (let i = 0; i < signInLimits.perSource + 1; i++) statuses.push((await guess('lola', '192.0.2.9')).status)
    expect(statuses).toEqual([...Array(signInLimits.perSource).fill(401), 429])
    const stopped = await enter('lola', '192.0.2.9')
    expect(stopped.status).toBe(429)
    expect(stopped.body.message).toMatch(/^Too many sign-in attempts\. Please try again in 1[45] minutes\.$/)
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(14 * 60)
    expect((await enter('lola', '192.0.2.10')).status).toBe(200)
  })

  it('makes at most ten hashes of 200 parallel guesses from one source', async () => {
    const hashes = await hashesOf(() => Promise.all(Array.from({ length: 200 }, () => guess('carl', '192.0.2.20'))))
    expect(hashes).toBeLessThanOrEqual(signInLimits.perSource)
  })

  it('makes at most a hundred hashes a day for one account, whoever guesses; its owner gets in with a known device', async () => {
    expect((await enter('abe', '192.0.2.30', DEVICE)).status).toBe(200)
    const hashes = await hashesOf(async () => {
      for (let i = 0; i < 140; i++) await guess('abe', `198.51.${Math.floor(i / 200)}.${i % 200}`)
    })
    expect(hashes).toBe(signInLimits.perDay)
    const stranger = await enter('abe', '192.0.2.31')
    expect([stranger.status, stranger.body.message]).toEqual([
      429,
      'Too many sign-in attempts. Please try again tomorrow, or reset your password.',
    ])
    for (let i = 0; i < 5; i++) expect((await enter('abe', '192.0.2.30', DEVICE)).status).toBe(200)
    // A device that the owner never signed in on opens nothing.
    expect((await enter('abe', '192.0.2.30', 'e'.repeat(43))).status).toBe(429)
    expect((await enter('abe', '192.0.2.30')).status).toBe(429)
  }, 60_000)

  it('TRN-023 counts by the address that our own edge saw, whatever headers say', async () => {
    const headers = (i: number) => ({
      'x-forwarded-for': `203.0.113.${i}`,
      'x-client-ip': `203.0.113.${i} America/Chicago`,
      'x-real-ip': `203.0.113.${i}`,
      'x-viewer-ip': `203.0.113.${i}`,
      forwarded: `for=203.0.113.${i}`,
    })
    const hashes = await hashesOf(async () => {
      for (let i = 0; i < 20; i++) await guess('sam', '192.0.2.40', { headers: headers(i) })
    })
    expect(hashes).toBe(signInLimits.perSource)
  })

  it('shares the count of an account over all hosts that know it', async () => {
    const username = h.cast.users.admin.email
    const hashes = await hashesOf(async () => {
      for (let i = 0; i < 12; i++) {
        const host = i % 2 ? h.cast.hosts.root : h.cast.hosts.northlight
        await h.call(null, 'session.login', { username, password: 'x' }, { host, ip: '192.0.2.50' })
      }
    })
    expect(hashes).toBe(signInLimits.perSource)
  })

  it('does not slow an office by its own right passwords', async () => {
    for (let i = 0; i < 25; i++) expect((await enter('ellen', '192.0.2.60')).status).toBe(200)
  })

  it('tells the owner by mail, once an hour however much is tried', async () => {
    const start = Date.now()
    h.setClock(start)
    for (let i = 0; i < 25; i++) await guess('otto', '192.0.2.70')
    await Promise.all(Array.from({ length: 10 }, () => guess('otto', '192.0.2.70')))
    const about = (subject: string) => subject.startsWith('Somebody tries to sign in')
    const count = async () => (await h.mailsTo(h.cast.users.otto.email)).filter((mail) => about(mail.subject)).length
    expect(await count()).toBe(1)
    h.setClock(start + HOUR + MINUTE)
    for (let i = 0; i < 25; i++) await guess('otto', '192.0.2.70')
    expect(await count()).toBe(2)
    h.setClock()
  })

  it('lets the account be tried again when the wait is over', async () => {
    const start = Date.now()
    h.setClock(start)
    for (let i = 0; i < 11; i++) await guess('rita', '192.0.2.80')
    h.setClock(start + 15 * MINUTE + 1000)
    expect((await enter('rita', '192.0.2.80')).status).toBe(200)
    h.setClock()
  })

  it('stops guesses at names that nobody has just as it stops others', async () => {
    const answers = []
    for (let i = 0; i < 12; i++)
      answers.push(
        await h.call(null, 'session.login', { username: 'ghost@example.com', password: 'x' }, { ip: '192.0.2.90' }),
      )
    expect(answers.map((answer) => answer.status)).toEqual([...Array(10).fill(401), 429, 429])
  })
})
