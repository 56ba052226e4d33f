import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '#shared/dates.ts'
import { type Member, PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
beforeEach(() => {
  h.setClock()
  h.forgetTokens()
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

async function signIn(who: Member, more: { agent?: string; device?: string } = {}) {
  const { body } = await h.call(
    null,
    'session.login',
    { username: h.cast.users[who].email, password: PASSWORD, ...(more.device && { device: more.device }) },
    {
      host: h.hostOf(who),
      ip: `198.51.100.${Math.floor(Math.random() * 250)}`,
      headers: { 'user-agent': more.agent ?? 'vitest' },
    },
  )
  if (!('access_token' in body)) throw new Error(`${who} could not sign in.`)
  return body
}
const works = async (who: Member, token: string) =>
  (await h.call(who, 'account.me', { id: h.cast.users[who].id }, { token })).status

describe('session.logout', () => {
  it('AUT-014 ends access and refresh token for good, without a payload', async () => {
    const { access_token: token, refresh_token } = await signIn('cleo')
    expect((await h.call('cleo', 'session.logout', {}, { token })).status).toBe(200)
    expect(await works('cleo', token)).toBe(401)
    expect((await h.call(null, 'session.refresh', { refresh_token }, { host: h.hostOf('cleo') })).status).toBe(401)
  })
})

describe('session.list', () => {
  it('names every device where one is signed in, this one marked, the latest use first', async () => {
    const start = Date.now()
    h.setClock(start)
    const old = await signIn('ada', { agent: firefox })
    h.setClock(start + MINUTE)
    const { access_token: token } = await signIn('ada', { agent: safari })
    const { body } = await h.call('ada', 'session.list', {}, { token })
    expect(body.data.map(({ device, is_current }) => [device, is_current])).toEqual([
      ['Safari on iPhone', true],
      ['Firefox on Linux', false],
    ])
    h.setClock(start + 2 * MINUTE)
    const headers = { 'user-agent': firefox }
    await h.call(null, 'session.refresh', { refresh_token: old.refresh_token }, { host: h.hostOf('ada'), headers })
    const later = await h.call('ada', 'session.list', {}, { token })
    expect(later.body.data[0]?.device).toBe('Firefox on Linux')
  })

  it("shows nobody else's", async () => {
    const { access_token: token } = await signIn('carl')
    const { body } = await h.call('carl', 'session.list', {}, { token })
    expect(body.data).toHaveLength(1)
  })
})

describe('session.end', () => {
  it('signs one device out at once and leaves the others', async () => {
    const lost = await signIn('lola')
    const { access_token: token } = await signIn('lola')
    const { body } = await h.call('lola', 'session.list', {}, { token })
    const other = body.data.find((session) => !session.is_current)
    await h.call('lola', 'session.end', { session_id: other?.id ?? '' }, { token })
    expect([await works('lola', lost.access_token), await works('lola', token)]).toEqual([401, 200])
    expect((await h.call('lola', 'session.list', {}, { token })).body.data).toHaveLength(1)
  })

  it("ends nothing of another person's, who is not even told to exist", async () => {
    const mine = await signIn('carl')
    const theirs = await signIn('abe')
    const { body } = await h.call('abe', 'session.list', {}, { token: theirs.access_token })
    const ended = await h.call(
      'carl',
      'session.end',
      { session_id: body.data[0]?.id ?? '' },
      { token: mine.access_token },
    )
    expect(ended.status).toBe(200)
    expect(await works('abe', theirs.access_token)).toBe(200)
  })
})

describe('session.endAll', () => {
  it('signs out everywhere from the next request on', async () => {
    const all = await Promise.all([1, 2, 3].map(() => signIn('amos')))
    const [first] = all
    await h.call('amos', 'session.endAll', {}, { token: first?.access_token ?? '' })
    for (const { access_token, refresh_token } of all) {
      expect(await works('amos', access_token)).toBe(401)
      expect((await h.call(null, 'session.refresh', { refresh_token }, { host: h.hostOf('amos') })).status).toBe(401)
    }
  })
})

describe('a change of the account', () => {
  it('counts from the next request on: switched off, and another role', async () => {
    const { access_token: token } = await signIn('admin')
    await h.db.user.update(h.cast.users.admin.id, { userType: 'sales', salesKind: 'referrer' })
    const { status } = await h.call(
      'admin',
      'exclusions.progress',
      { companyId: h.cast.northlight.id, campaignType: 'client' },
      { token },
    )
    expect(status).toBe(403)
    await h.db.user.update(h.cast.users.admin.id, { status: 'disabled' })
    expect(await works('admin', token)).toBe(401)
  })
})

describe('session.confirmPassword', () => {
  it('opens sensitive calls again for a while, and only with the right password', async () => {
    const start = Date.now()
    h.setClock(start)
    const { access_token: token, refresh_token } = await signIn('cleo')
    h.setClock(start + 16 * MINUTE)
    const headers = { 'user-agent': 'vitest' }
    const fresh = await h.call(null, 'session.refresh', { refresh_token }, { host: h.hostOf('cleo'), headers })
    const now = fresh.body.access_token
    expect(await works('cleo', token)).toBe(401)
    const sensitive = () =>
      h.call('cleo', 'security.newRecoveryCodes', { userId: h.cast.users.cleo.id }, { token: now })
    const asked = await sensitive()
    expect([asked.status, asked.body.code]).toEqual([403, 'reauthenticate'])
    const wrong = await h.call('cleo', 'session.confirmPassword', { password: 'no' }, { token: now })
    expect([wrong.status, wrong.body.fields]).toEqual([422, { password: 'This is not your password.' }])
    expect((await sensitive()).body.code).toBe('reauthenticate')
    expect((await h.call('cleo', 'session.confirmPassword', { password: PASSWORD }, { token: now })).status).toBe(200)
    expect((await sensitive()).body.code).not.toBe('reauthenticate')
  })

  it('stops guessing with a stolen token, and says when it may go on', async () => {
    const { access_token: token } = await signIn('lola')
    const statuses = []
    for (let i = 0; i < 6; i++)
      statuses.push((await h.call('lola', 'session.confirmPassword', { password: `no${i}` }, { token })).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  })
})

describe('a new device', () => {
  it('is told to the owner by mail, the first one ever is not, and a known one is not again', async () => {
    const { email } = h.cast.users.abe
    const subjects = async () => (await h.mailsTo(email)).map((mail) => mail.subject)
    await h.services.db.signIn.look([h.cast.root.id], email)
    const before = (await subjects()).length
    await signIn('abe', { device: 'a'.repeat(43), agent: safari })
    const first = (await subjects()).length
    await signIn('abe', { device: 'b'.repeat(43), agent: firefox })
    await signIn('abe', { device: 'b'.repeat(43), agent: firefox })
    const mails = await h.mailsTo(email)
    expect(mails).toHaveLength(first + 1)
    expect(first - before).toBeLessThanOrEqual(1)
    expect(mails[0]?.subject).toBe('New sign-in to your Copper & Co account')
    expect(mails[0]?.text).toContain('Firefox on Linux')
  })
})
