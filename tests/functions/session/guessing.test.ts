import { describe, expect, it } from 'vitest'
import { hashing } from '#functions/identity/password.ts'
import { countSource, uncountSource } from '#functions/kit/source-limit.ts'
import { HOUR, MINUTE } from '#shared/dates.ts'
import { SOURCES_OF_NETWORK, signInLimits } from '#shared/sign-in.ts'
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
/** As if so many wrong passwords had been sent for somebody, each from another source: each would cost a hash, and eight requests. */
async function plantGuesses(who: Member, count: number) {
  const scopes = [h.cast.northlight.id, h.cast.copper.id, h.cast.root.id]
  const record = (await h.db.signIn.look(scopes, h.cast.users[who].email)).find(({ userId }) => userId !== undefined)
  if (!record) throw new Error(`Nobody has the name of ${who}.`)
  const at = h.services.now()
  const tries = Array.from({ length: count }, (_, i) => ({ at, source: `203.0.113.${i}` }))
  if (!(await h.db.signIn.save(record, { tries: [...record.tries, ...tries] }, at))) throw new Error('It was changed.')
}
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

  it('makes at most ten hashes of 50 parallel guesses from one source', async () => {
    const hashes = await hashesOf(() => Promise.all(Array.from({ length: 50 }, () => guess('carl', '192.0.2.20'))))
    expect(hashes).toBeLessThanOrEqual(signInLimits.perSource)
  })

  it('makes at most a hundred hashes a day for one account, whoever guesses; its owner gets in with a known device', async () => {
    expect((await enter('abe', '192.0.2.30', DEVICE)).status).toBe(200)
    const last = 15
    await plantGuesses('abe', signInLimits.perDay - last)
    const hashes = await hashesOf(async () => {
      for (let i = 0; i < last + 10; i++) await guess('abe', `198.51.100.${i}`)
    })
    expect(hashes).toBe(last)
    const stranger = await enter('abe', '192.0.2.31')
    expect([stranger.status, stranger.body.message]).toEqual([
      429,
      'Too many sign-in attempts. Please try again tomorrow, or reset your password.',
    ])
    for (let i = 0; i < 5; i++) expect((await enter('abe', '192.0.2.30', DEVICE)).status).toBe(200)
    // A device that the owner never signed in on opens nothing.
    expect((await enter('abe', '192.0.2.30', 'e'.repeat(43))).status).toBe(429)
    expect((await enter('abe', '192.0.2.30')).status).toBe(429)
  })

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
    for (let i = 0; i < signInLimits.perSource + 3; i++) expect((await enter('ellen', '192.0.2.60')).status).toBe(200)
  })

  it('tells the owner by mail, once an hour however much is tried', async () => {
    const start = Date.now()
    h.setClock(start)
    for (let i = 0; i < signInLimits.perSource + 3; i++) await guess('otto', '192.0.2.70')
    await Promise.all(Array.from({ length: 10 }, () => guess('otto', '192.0.2.70')))
    const about = (subject: string) => subject.startsWith('Somebody tries to sign in')
    const count = async () => (await h.mailsTo(h.cast.users.otto.email)).filter((mail) => about(mail.subject)).length
    expect(await count()).toBe(1)
    h.setClock(start + HOUR + MINUTE)
    for (let i = 0; i < signInLimits.perSource + 3; i++) await guess('otto', '192.0.2.70')
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

  it.each([12, 30])(
    'counts none of %i right passwords at once, and forgives the wrong ones before them',
    { timeout: 60_000 },
    async (count) => {
      const ip = `192.0.2.${100 + count}`
      for (let i = 0; i < 5; i++) expect((await guess('cleo', ip)).status).toBe(401)
      const answers = await Promise.all(Array.from({ length: count }, () => enter('cleo', ip)))
      expect(answers.map(({ status }) => status)).toEqual(Array(count).fill(200))
      const [kept] = await h.db.signIn.look([h.cast.northlight.id], h.cast.users.cleo.email)
      expect(kept?.tries).toEqual([])
      expect((await guess('cleo', ip)).status).toBe(401)
      expect((await enter('cleo', ip)).status).toBe(200)
    },
  )

  it('lets right passwords through beside as many wrong ones at once, and still checks at most ten of those', async () => {
    const ip = '192.0.2.170'
    const wrong = Array.from({ length: 20 }, () => guess('carl', ip))
    await Promise.all(wrong)
    expect((await enter('carl', ip)).status).toBe(429)
    expect((await enter('carl', '192.0.2.171')).status).toBe(200)
  })

  it('does not lock a person out by giving the own password twelve times at once', async () => {
    const confirm = () => h.call('otto', 'session.confirmPassword', { password: PASSWORD })
    await Promise.all(Array.from({ length: 12 }, confirm))
    expect((await confirm()).status).toBe(200)
  })
})

describe('spraying: one source that tries one password at many names', () => {
  const { perSource, windowMs } = signInLimits.spraying
  const spray = (i: number, ip: string, device?: string) =>
    h.call(
      null,
      'session.login',
      { username: `name${i}@example.com`, password: 'Summer 2026!', ...(device && { device }) },
      { host: h.cast.hosts.northlight, ip },
    )

  it('is stopped after sixty names, whichever address of its /64 it uses, with a time to wait; others are not', async () => {
    const start = 500_000 * windowMs
    h.setClock(start)
    const answers = []
    for (let i = 0; i < perSource + 5; i++) answers.push(await spray(i, `2001:db8:1:2::${(i % 40) + 1}`))
    expect(answers.map(({ status }) => status)).toEqual([...Array(perSource).fill(401), ...Array(5).fill(429)])
    const stopped = answers.at(-1)
    expect(stopped?.body.message).toMatch(
      /^Too many sign-in attempts from your network\. Please try again in \d+ minutes\.$/,
    )
    const waitS = Number(stopped?.headers['retry-after'])
    expect(waitS).toBeGreaterThan(HOUR / 1000)
    expect((await spray(1, '2001:db8:1:3::1')).status).toBe(401)
    // The window slides: the next one of the clock is no new beginning, and the wait that was named is over when it says so.
    h.setClock(start + windowMs + MINUTE)
    expect((await spray(200, '2001:db8:1:2::1')).status).toBe(401)
    expect((await spray(201, '2001:db8:1:2::1')).status).toBe(429)
    h.setClock()
  })

  it('sums up the sources of one network, which somebody takes one after the other out of a /48', async () => {
    const limit = { perSource: 3, windowMs: HOUR }
    const most = SOURCES_OF_NETWORK * limit.perSource
    const count = (ip: string) =>
      countSource(h.services, 'test-network', { ip }, limit, (wait) => `Wait ${wait}.`).then(
        () => true,
        () => false,
      )
    const all = await Promise.all(
      Array.from({ length: most + 12 }, (_, i) => count(`2001:db8:77:${i.toString(16)}::1`)),
    )
    expect(all.filter(Boolean)).toHaveLength(most)
    expect(await count('2001:db8:77:ffff::1')).toBe(false)
    // What is taken back makes room, for one at a time.
    await uncountSource(h.services, 'test-network', { ip: '2001:db8:77:0::1' }, limit, h.services.now())
    expect([await count('2001:db8:77:ffff::1'), await count('2001:db8:77:fffe::1')]).toEqual([true, false])
    // Another network, and addresses of four numbers, are not held up by it.
    expect([await count('2001:db8:78:1::1'), await count('192.0.2.177')]).toEqual([true, true])
  })

  /** As if so many wrong passwords had come from a source already: each would cost a hash. */
  const fill = async (ip: string, count: number) => {
    for (let i = 0; i < count; i++) await h.db.guard.count('sign-in-source', ip, windowMs, h.services.now())
  }
  const counted = (ip: string) => h.db.guard.read('sign-in-source', ip, windowMs, h.services.now())

  it('counts two at once as two', async () => {
    const left = 10
    await fill('198.18.0.1', perSource - left)
    const statuses = (await Promise.all(Array.from({ length: left + 15 }, (_, i) => spray(i, '198.18.0.1')))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 401)).toHaveLength(left)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15)
  })

  it('does not fill the count of a name: what is refused tried nothing', async () => {
    await fill('198.18.0.2', perSource)
    for (let i = 0; i < signInLimits.perSource + 2; i++) expect((await guess('rita', '198.18.0.2')).status).toBe(429)
    const [kept] = await h.db.signIn.look([h.cast.root.id], h.cast.users.rita.email)
    expect(kept?.tries ?? []).toEqual([])
    expect(await counted('198.18.0.2')).toBe(perSource)
  })

  it('does not lock an office out: typing errors are forgiven by what follows, and known devices go by themselves', async () => {
    const ip = '198.18.0.3'
    for (const who of ['lola', 'carl', 'ellen'] as const) {
      for (let i = 0; i < 3; i++) expect((await guess(who, ip)).status).toBe(401)
      expect((await enter(who, ip)).status).toBe(200)
      expect(await counted(ip)).toBe(0)
    }
    const device = 'k'.repeat(43)
    expect((await enter('otto', ip, device)).status).toBe(200)
    await fill(ip, perSource)
    expect((await spray(99, ip)).status).toBe(429)
    expect((await enter('otto', ip, device)).status).toBe(200)
    // Anybody who is new here waits, although the password is right.
    expect((await enter('ellen', ip)).status).toBe(429)
  })

  it('is not forgiven by an account of its own: signing in there takes back nothing of other names', async () => {
    const ip = '198.18.0.4'
    for (let i = 0; i < 5; i++) {
      expect((await spray(i, ip)).status).toBe(401)
      expect((await enter('lola', ip)).status).toBe(200)
    }
    expect(await counted(ip)).toBe(5)
  })
})
