import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashing } from '#functions/identity/password.ts'
import { startCaptcha } from '#infra/local/doubles/captcha.ts'
import { MINUTE } from '#shared/dates.ts'
import { signInLimits } from '#shared/sign-in.ts'
import { type Member, PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const captcha = await startCaptcha({ secret: 'the secret' })
const h = await harness({
  env: { CAPTCHA_URL: captcha.url, CAPTCHA_SITE_KEY: 'local-key', CAPTCHA_SECRET: captcha.secret },
})
afterAll(() => captcha.stop())
let at = Date.now()
const pass = (ms: number) => {
  at += ms
  h.setClock(at)
}
beforeEach(() => pass(20 * MINUTE))
afterEach(() => captcha.fail(500, 0))

const host = h.cast.hosts.northlight
const login = (who: Member, gtoken: string, password = PASSWORD, ip = '192.0.2.1') =>
  h.call(null, 'session.login', { username: h.cast.users[who].email, password, gtoken }, { host, ip })

describe('the captcha', () => {
  it('AUT-039 lets a solved token through once, and refuses a made-up, a spent and a missing one', async () => {
    const token = captcha.solve(host)
    expect((await login('cleo', token)).status).toBe(200)
    for (const bad of [token, 'made up', '']) {
      const { status, body } = await login('cleo', bad)
      expect([status, body.fields]).toEqual([
        422,
        { gtoken: 'The check that you are a person did not succeed. Please try again.' },
      ])
    }
  })

  it('ENT-018 gives its public key to everybody with that of the payment provider, and no secret', async () => {
    const { status, body } = await h.call(null, 'public.domainInfo', {}, { host })
    expect([status, body.data.captcha_key, body.data.payment_public_key]).toEqual([
      200,
      'local-key',
      h.stripe.publishableKey,
    ])
    const sent = JSON.stringify(body)
    for (const secret of [captcha.secret, h.stripe.secretKey]) {
      expect(secret.length).toBeGreaterThan(5)
      expect(sent).not.toContain(secret)
    }
    expect(sent).not.toMatch(/sk_|whsec_|rk_/)
  })

  it('refuses a token that was solved on another site, a robot and a low score', async () => {
    const tokens = [
      captcha.solve('evil.example'),
      captcha.solve(h.cast.hosts.copper),
      captcha.solve(host, { isRobot: true }),
      captcha.solve(host, { score: 0.1 }),
    ]
    for (const token of tokens) expect((await login('cleo', token)).status).toBe(422)
    expect((await login('cleo', captcha.solve(host, { score: 0.9 }))).status).toBe(200)
  })

  it('makes no hash and counts no try for who does not pass it, so robots cannot lock anybody out', async () => {
    const before = hashing.runs
    for (let i = 0; i < 30; i++) await login('lola', 'made up', 'guess')
    expect(hashing.runs).toBe(before)
    expect((await login('lola', captcha.solve(host))).status).toBe(200)
  })

  it('guards register and forgot as well', async () => {
    const forgot = await h.call(null, 'session.forgot', { username: 'a@example.com', gtoken: 'no' }, { host })
    const form = {
      companyname: 'X',
      name: 'Y',
      email: 'y@example.com',
      phonenum: '+1 312 555 0100',
      password: 'fresh paint 7',
      userType: 'client' as const,
    }
    const register = await h.call(null, 'session.register', { ...form, gtoken: 'no' }, { host })
    expect([forgot.status, register.status]).toEqual([422, 422])
    const gtoken = captcha.solve(host)
    expect((await h.call(null, 'session.register', { ...form, gtoken }, { host })).status).toBe(200)
  })

  it.each([500, 429, 'garbage', 'refused'] as const)(
    'that fails with %s keeps nobody out, but leaves half the tries',
    async (failure) => {
      captcha.fail(failure)
      const before = hashing.runs
      const statuses = []
      for (let i = 0; i < 8; i++) statuses.push((await login('amos', 'any', 'guess', '192.0.2.2')).status)
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
      expect(hashing.runs - before).toBe(signInLimits.withoutCaptcha.perSource)
      expect((await login('amos', 'any', PASSWORD, '192.0.2.3')).status).toBe(200)
    },
  )

  it('that does not answer is waited for a few times and then left alone for a while', async () => {
    captcha.fail('timeout')
    const asked = captcha.asked()
    await Promise.all(Array.from({ length: 5 }, (_, i) => login('ada', 'any', PASSWORD, `192.0.2.${10 + i}`)))
    expect(captcha.asked() - asked).toBe(5)
    // Left alone: the person who comes now waits for nobody, because nobody is asked.
    expect((await login('ada', 'any', PASSWORD, '192.0.2.20')).status).toBe(200)
    expect(captcha.asked() - asked).toBe(5)
    captcha.fail(500, 0)
    pass(31_000)
    expect((await login('ada', 'made up')).status).toBe(422)
  })
})
