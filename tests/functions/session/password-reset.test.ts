import { beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { signInLimits } from '#shared/sign-in.ts'
import { type Member, PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const NEW = 'fresh paint 7'
let n = 0
beforeEach(() => {
  n++
  h.setClock()
})

const at = (who: Member) => ({ host: h.hostOf(who), ip: `198.51.100.${n}` })
const ask = (who: Member) => h.call(null, 'session.forgot', { username: h.cast.users[who].email }, at(who))

/** Asks for a link and reads it out of the mail. */
async function linkOf(who: Member) {
  expect((await ask(who)).status).toBe(200)
  const { email } = h.cast.users[who]
  const mails = (await h.mailsTo(email)).filter((mail) => mail.subject.startsWith('Set a new password'))
  const [, site, token = '', query] = /(http\S+)\/set-new-password\/([\w-]{43})\?(\S+)/.exec(mails[0]?.text ?? '') ?? []
  return { site, token, email: new URLSearchParams(query).get('email') ?? '', count: mails.length }
}
const verify = (who: Member, token: string, email = h.cast.users[who].email) =>
  h.call(null, 'session.verifyReset', { token, email }, at(who))
const set = (who: Member, token: string, newpassword = NEW, email = h.cast.users[who].email) =>
  h.call(null, 'session.setPassword', { token, email, newpassword }, at(who))
const login = (who: Member, password: string) =>
  h.call(null, 'session.login', { username: h.cast.users[who].email, password }, at(who))

describe('session.forgot', () => {
  it('AUT-019 AUT-020 AUT-052 answers the same for known and unknown accounts', async () => {
    const sent = (username: string) => ({
      username,
      gtoken: '',
      ownedcompanyid: h.cast.northlight.id,
      companyrootid: h.cast.root.id,
    })
    const known = await h.call(null, 'session.forgot', sent(h.cast.users.cleo.email), at('cleo'))
    const unknown = await h.call(null, 'session.forgot', sent('nobody@example.com'), at('cleo'))
    expect(known.status).toBe(200)
    expect(known.body.message).toMatch(/^If there is an account/)
    expect(unknown.body).toEqual(known.body)
    expect(await h.mailsTo('nobody@example.com')).toEqual([])
  })

  it("mails a link to the tenant's own site, whatever host a header names", async () => {
    await h.call(
      null,
      'session.forgot',
      { username: h.cast.users.ada.email },
      {
        ...at('ada'),
        headers: {
          host: 'evil.example',
          'x-host': 'evil.example',
          forwarded: 'host=evil.example',
          origin: 'https://evil.example',
        },
      },
    )
    const [mail] = await h.mailsTo(h.cast.users.ada.email)
    expect(mail?.text).toContain(`http://${h.cast.northlight.subdomain}.localhost:8787/set-new-password/`)
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil')
  })

  it('fills nobody a mailbox: five mails an hour, and the answer stays the same', async () => {
    const answers = []
    for (let i = 0; i < 9; i++) answers.push((await ask('otto')).body)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await h.mailsTo(h.cast.users.otto.email)).toHaveLength(5)
  })

  it('keeps nobody without a mail for longer, however often somebody else asked for their name', async () => {
    const start = Math.ceil(Date.now() / HOUR) * HOUR
    h.setClock(start)
    const username = h.cast.users.amos.email
    for (let i = 0; i < 12; i++)
      await h.call(null, 'session.forgot', { username }, { ...at('amos'), ip: `198.18.${i}.1` })
    expect(await h.mailsTo(username)).toHaveLength(5)
    // Of five that were sent an hour ago and more, a fifth weighs no more.
    h.setClock(start + HOUR + HOUR / 5)
    await ask('amos')
    expect(await h.mailsTo(username)).toHaveLength(6)
    h.setClock()
  })

  it('stops one source that asks for many accounts', async () => {
    const statuses = []
    // As if it had asked for so many already.
    const { perSource, windowMs } = signInLimits.linkMails
    for (let i = 0; i < perSource - 5; i++)
      await h.db.guard.count('link-mail-source', '203.0.113.50', windowMs, h.services.now())
    for (let i = 0; i < 7; i++)
      statuses.push(
        (await h.call(null, 'session.forgot', { username: `someone${i}@example.com` }, { ip: '203.0.113.50' })).status,
      )
    expect(statuses).toEqual([...Array(5).fill(200), 429, 429])
  })
})

describe('session.verifyReset', () => {
  it('AUT-021 AUT-022 AUT-053 tells a fresh link from an unknown, an old, a used one and one of another address', async () => {
    const start = Date.now()
    h.setClock(start)
    const { token, email, site } = await linkOf('cleo')
    expect([email, site]).toEqual([h.cast.users.cleo.email, `http://${h.cast.northlight.subdomain}.localhost:8787`])
    expect((await verify('cleo', token)).body).toEqual({ valid: true, reason: '' })
    expect((await verify('cleo', 'a'.repeat(43))).body).toEqual({ valid: false, reason: 'invalid' })
    expect((await verify('cleo', token, 'someone@else.example')).body).toEqual({ valid: false, reason: 'invalid' })
    h.setClock(start + 30 * MINUTE - 1000)
    expect((await verify('cleo', token)).body).toEqual({ valid: true, reason: '' })
    h.setClock(start + 30 * MINUTE)
    expect((await verify('cleo', token)).body).toEqual({ valid: false, reason: 'expired' })
    h.setClock(start)
    expect((await set('cleo', token)).status).toBe(200)
    expect((await verify('cleo', token)).body).toEqual({ valid: false, reason: 'used' })
  })

  it('AUT-025 says `invalid` of what is no token at all', async () => {
    expect((await verify('cleo', 'x')).body).toEqual({ valid: false, reason: 'invalid' })
  })

  it('knows a link on its own tenant only', async () => {
    const { token, email } = await linkOf('lola')
    const elsewhere = await h.call(null, 'session.verifyReset', { token, email }, { host: h.cast.hosts.copper })
    expect(elsewhere.body).toEqual({ valid: false, reason: 'invalid' })
  })
})

describe('session.setPassword', () => {
  it('AUT-054 sets the new password, after which it and not the old one opens', async () => {
    const { token } = await linkOf('carl')
    const done = await set('carl', token)
    expect([done.status, done.body.result]).toEqual([200, 'success'])
    expect(done.body.message).toEqual(expect.any(String))
    expect((await login('carl', PASSWORD)).status).toBe(401)
    expect((await login('carl', NEW)).status).toBe(200)
    const [mail] = await h.mailsTo(h.cast.users.carl.email)
    expect(mail?.subject).toBe('Your password for Copper & Co was changed')
  })

  it('AUT-044 ends every session of the person', async () => {
    const before = await h.signIn('lola')
    const { token } = await linkOf('lola')
    await set('lola', token)
    const { access_token, refresh_token } = before.body
    const read = await h.call('lola', 'account.me', { id: h.cast.users.lola.id }, { token: access_token })
    const refreshed = await h.call(null, 'session.refresh', { refresh_token }, at('lola'))
    expect([read.status, refreshed.status]).toEqual([401, 401])
  })

  it('lets in at once who was guessed at too often, here and from everywhere, as the refusal says', async () => {
    const guess = (ip: string) =>
      h.call(null, 'session.login', { username: h.cast.users.rita.email, password: 'no' }, { ...at('rita'), ip })
    const own = at('rita').ip
    for (let i = 0; i < signInLimits.perSource; i++) await guess(own)
    // From elsewhere as many as make the rest of a day's: written down as they would be, since each of them takes eight requests.
    const [record] = await h.db.signIn.look([h.cast.root.id], h.cast.users.rita.email)
    if (!record) throw new Error('Nobody has this name.')
    const others = Array.from({ length: signInLimits.perDay - signInLimits.perSource - 1 }, (_, i) => ({
      at: h.services.now(),
      source: `192.0.2.${Math.floor(i / 10)}`,
    }))
    await h.db.signIn.save(record, { tries: [...record.tries, ...others] }, h.services.now())
    expect((await guess('192.0.2.200')).status).toBe(401)
    expect((await guess('192.0.2.201')).status).toBe(429)
    expect((await login('rita', PASSWORD)).body).toMatchObject({
      message: expect.stringMatching(/reset your password/),
    })
    const { token } = await linkOf('rita')
    expect((await set('rita', token)).status).toBe(200)
    expect((await login('rita', NEW)).status).toBe(200)
    // Nothing else was forgiven: who goes on guessing is stopped as before.
    for (let i = 0; i < signInLimits.perSource; i++) expect((await guess('192.0.2.250')).status).toBe(401)
    expect((await guess('192.0.2.250')).status).toBe(429)
  })

  it('works once of ten parallel tries', async () => {
    const { token } = await linkOf('abe')
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => set('abe', token, `fresh paint ${i}`)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(422)])
  })

  it('spends older links too, and a link is spent by a password that was changed otherwise', async () => {
    const start = Date.now()
    h.setClock(start)
    const first = await linkOf('sam')
    h.setClock(start + MINUTE)
    const second = await linkOf('sam')
    expect(second.token).not.toBe(first.token)
    h.setClock(start + 2 * MINUTE)
    await set('sam', second.token)
    const late = await set('sam', first.token)
    expect([late.status, late.body.fields]).toEqual([
      422,
      { token: 'This link was used before. Please ask for a new one.' },
    ])
  })

  it('of two links that are used at once sets one password, and none where the person sets one at that moment', async () => {
    const start = Date.now()
    h.setClock(start)
    const first = await linkOf('admin')
    h.setClock(start + MINUTE)
    const links = [first, await linkOf('admin')]
    expect(new Set(links.map(({ token }) => token)).size).toBe(2)
    h.setClock(start + 2 * MINUTE)
    const answers = await Promise.all(links.map(({ token }, i) => set('admin', token, `fresh paint ${i}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    const password = `fresh paint ${answers.findIndex(({ status }) => status === 200)}`
    const { token } = await linkOf('admin')
    expect((await verify('admin', token)).body.valid).toBe(true)
    const { body } = await login('admin', password)
    h.setClock(start + 3 * MINUTE)
    const own = { usrID: h.cast.users.admin.id, currpassword: password, newpassword: 'fresh paint 8' }
    const shown = { token: 'access_token' in body ? body.access_token : '' }
    const both = await Promise.all([h.call('admin', 'session.changePassword', own, shown), set('admin', token)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await login('admin', both[0].status === 200 ? 'fresh paint 8' : NEW)).status).toBe(200)
  })

  it('AUT-050 refuses a weak password without spending the link', async () => {
    const { token } = await linkOf('ellen')
    for (const weak of ['abc', 'abcdefgh', '12345678', 'password1', h.cast.users.ellen.email.split('@')[0] ?? ''])
      expect((await set('ellen', token, weak)).body.fields).toHaveProperty('newpassword')
    expect((await set('ellen', token)).status).toBe(200)
  })

  it('refuses a link that is too old, with the reason', async () => {
    const start = Date.now()
    h.setClock(start)
    const { token } = await linkOf('rita')
    h.setClock(start + DAY)
    const { status, body } = await set('rita', token)
    expect([status, body.message]).toEqual([422, 'This link is too old. Please ask for a new one.'])
  })

  it('slows whoever tries out tokens', async () => {
    const statuses = []
    // As if it had shown so many already.
    const { perSource, windowMs } = signInLimits.wrongTokens
    for (let i = 0; i < perSource - 5; i++)
      await h.db.guard.count('wrong-token', '203.0.113.77', windowMs, h.services.now())
    for (let i = 0; i < 7; i++)
      statuses.push(
        (
          await h.call(
            null,
            'session.verifyReset',
            { token: `${'x'.repeat(40)}${100 + i}`, email: 'a@example.com' },
            { ip: '203.0.113.77' },
          )
        ).status,
      )
    expect(statuses).toEqual([...Array(5).fill(200), 429, 429])
  })
})
