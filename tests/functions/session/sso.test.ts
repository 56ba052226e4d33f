import { beforeEach, describe, expect, it } from 'vitest'
import { issueToken } from '#functions/domain/security/one-time.ts'
import { signInLimits } from '#shared/sign-in.ts'
import { type Member, PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
beforeEach(() => h.setClock())

/** Written into the table, so that any person may have one; the developer API gives them for few. */
const issue = (who: Member) =>
  issueToken(h.db, {
    kind: 'sso' as const,
    userId: h.cast.users[who].id,
    tenantId: h.cast.northlight.id,
    subject: h.cast.northlight.subdomain ?? '',
    lifeMs: signInLimits.ssoTokenMs,
    now: h.services.now(),
  })
const redeem = (token: string, more: { subdomain?: string; currentUserID?: string; host?: string } = {}) =>
  h.call(
    null,
    'session.sso',
    { token, subdomain: more.subdomain ?? h.cast.northlight.subdomain ?? '', currentUserID: more.currentUserID ?? '' },
    { host: more.host ?? h.cast.hosts.northlight },
  )

describe('session.sso', () => {
  it('AUT-026 AUT-027 AUT-028 AUT-056 signs the person of the token in', async () => {
    const { status, body } = await redeem(await issue('cleo'))
    expect(status).toBe(200)
    expect(body).toEqual({
      message: 'Access Token Valid',
      action: '',
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: 900,
    })
    const me = await h.call('cleo', 'account.me', { id: h.cast.users.cleo.id }, { token: body.access_token })
    expect(me.body.email).toBe(h.cast.users.cleo.email)
  })

  it('AUT-056 says `replace` when somebody else is signed in in that browser, and nothing when it is the same person', async () => {
    const other = await redeem(await issue('cleo'), { currentUserID: h.cast.users.ada.id })
    const same = await redeem(await issue('cleo'), { currentUserID: h.cast.users.cleo.id })
    expect([other.body.action, same.body.action]).toEqual(['replace', ''])
  })

  it('takes a token once, also of ten parallel tries', async () => {
    const token = await issue('cleo')
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(token)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(401)])
  })

  it('refuses what is too old, of another sub-domain, on another host, or made up, all alike', async () => {
    const start = Date.now()
    h.setClock(start)
    const old = await issue('cleo')
    h.setClock(start + signInLimits.ssoTokenMs)
    const answers = [
      await redeem(old),
      await redeem(await issue('cleo'), { subdomain: h.cast.copper.subdomain ?? '' }),
      await redeem(await issue('cleo'), { host: h.cast.hosts.copper }),
      await redeem(await issue('cleo'), { host: h.cast.hosts.root }),
      await redeem('x'.repeat(43)),
      await redeem('x'),
    ]
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body.message, body.code]))).size).toBe(1)
    expect(answers[0]?.status).toBe(401)
  })

  it("signs in neither another agency's people nor staff of the platform, whatever a token says", async () => {
    for (const who of ['carl', 'abe', 'olive'] as const) expect((await redeem(await issue(who))).status).toBe(401)
  })

  it('is no password: what asks for a fresh one asks for it right after such a sign-in', async () => {
    const { id: userId } = h.cast.users.cleo
    const { access_token: token } = (await redeem(await issue('cleo'))).body
    const off = () => h.call('cleo', 'security.saveTwoFactor', { userId, two_factor_auth: false }, { token })
    const codes = () => h.call('cleo', 'security.newRecoveryCodes', { userId }, { token })
    expect([(await off()).body.code, (await codes()).body.code]).toEqual(['reauthenticate', 'reauthenticate'])
    expect((await h.call('cleo', 'session.confirmPassword', { password: PASSWORD }, { token })).status).toBe(200)
    expect((await off()).status).toBe(200)
  })

  it('refuses a person who was switched off after the token was made', async () => {
    const token = await issue('lola')
    await h.db.user.update(h.cast.users.lola.id, { status: 'disabled' })
    expect((await redeem(token)).status).toBe(401)
  })
})
