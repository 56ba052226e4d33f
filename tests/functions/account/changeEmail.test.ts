import { afterEach, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#shared/dates.ts'
import { type Member, PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { openMailQueue } from '../../support/mail-queue.ts'

const h = await harness()
const mails = openMailQueue(h)
const idOf = (who: Member) => h.cast.users[who].id
const begin = (who: Member, newemail: string) => h.call(who, 'account.changeEmail', { usrID: idOf(who), newemail })
const confirm = (who: Member, oldcode: string, newcode: string) =>
  h.call(who, 'account.confirmEmail', { usrID: idOf(who), oldcode, newcode })
const login = (who: Member, username: string) =>
  h.call(
    null,
    'session.login',
    { username, password: PASSWORD },
    { host: h.hostOf(who), ip: `192.0.2.${idOf(who).length}` },
  )

/** The codes of the two mails that a change sends, by the address they go to. */
async function codes(): Promise<Record<string, string>> {
  const sent = (await mails()).filter(({ mail }) => mail === 'emailChangeCode')
  return Object.fromEntries(sent.map(({ facts }) => [String(facts.address), String(facts.code)]))
}
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

afterEach(() => h.setClock())

describe('account.changeEmail and account.confirmEmail', () => {
  it('gives nobody of an agency an address of one of its clients, nor the other way round: its site knows both by it', async () => {
    const { email: client } = await h.db.user.get(idOf('lola'))
    const { email: staff } = await h.db.user.get(idOf('amos'))
    for (const [who, theirs] of [
      ['amos', client],
      ['lola', staff],
    ] as const) {
      await mails()
      expect((await begin(who, theirs)).status).toBe(200)
      const sent = (await mails()).map(({ mail, facts }) => [mail, facts.address])
      expect(sent.sort()).toEqual([
        ['emailChangeCode', who === 'amos' ? staff : client],
        ['emailTaken', theirs],
      ])
    }
    // One that was free when the codes were sent.
    await begin('amos', 'meanwhile@example.com')
    const sent = await codes()
    await begin('lola', 'meanwhile@example.com')
    const hers = await codes()
    expect((await confirm('lola', hers[client] ?? '', hers['meanwhile@example.com'] ?? '')).status).toBe(200)
    expect((await confirm('amos', sent[staff] ?? '', sent['meanwhile@example.com'] ?? '')).status).toBe(409)
    expect((await login('amos', staff)).status).toBe(200)
    await h.db.user.changeEmail(await h.db.user.get(idOf('lola')), client, h.cast.northlight.id, Date.now())
  })

  it('changes the address once both have agreed, tells both, and moves the login in one step', async () => {
    const old = h.cast.users.cleo.email
    expect((await begin('cleo', 'Cleo.New@Example.com')).status).toBe(200)
    const sent = await codes()
    expect(Object.keys(sent).sort()).toEqual([old, 'cleo.new@example.com'].sort())
    expect((await login('cleo', 'cleo.new@example.com')).status).toBe(401)
    const { status, body } = await confirm('cleo', sent[old] ?? '', sent['cleo.new@example.com'] ?? '')
    expect([status, body.message]).toEqual([200, 'Your e-mail address is cleo.new@example.com now.'])
    expect((await login('cleo', 'cleo.new@example.com')).status).toBe(200)
    expect((await login('cleo', old)).status).toBe(401)
    const told = (await mails()).filter(({ mail }) => mail === 'emailChanged').map(({ facts }) => facts.address)
    expect(told.sort()).toEqual([old, 'cleo.new@example.com'].sort())
    // The old address is free again for somebody else.
    await begin('lola', old)
    const next = await codes()
    expect((await confirm('lola', next[h.cast.users.lola.email] ?? '', next[old] ?? '')).status).toBe(200)
  })

  it('ends every other sign-in, and keeps the one that asked', async () => {
    const other = (await h.signIn('ada')).body.access_token
    await begin('ada', 'ada.two@example.com')
    const sent = await codes()
    await confirm('ada', sent[h.cast.users.ada.email] ?? '', sent['ada.two@example.com'] ?? '')
    expect((await h.call('ada', 'account.me', { id: idOf('ada') }, { token: other })).status).toBe(401)
    expect((await h.call('ada', 'account.me', { id: idOf('ada') })).status).toBe(200)
  })

  it('ends a sign-in that waits for a code which was mailed to the address before', async () => {
    const { email: old } = await h.db.user.get(idOf('otto'))
    await h.call('otto', 'security.saveTwoFactor', {
      userId: idOf('otto'),
      two_factor_auth: true,
      two_factor_auth_type: 'email',
    })
    const { body } = await login('otto', old)
    const asked = (await mails()).findLast(({ mail }) => mail === 'twoFactorCode')
    await begin('otto', 'otto.new@example.com')
    const sent = await codes()
    expect((await confirm('otto', sent[old] ?? '', sent['otto.new@example.com'] ?? '')).status).toBe(200)
    const shown = { code: String(asked?.facts.code), otp_token: 'otp_token' in body ? body.otp_token : '' }
    for (const email of [old, 'otto.new@example.com']) {
      const late = await h.call(null, 'security.verifyLogin', { email, ...shown }, { host: h.hostOf('otto') })
      expect([late.status, late.body.message]).toEqual([422, 'This sign-in has ended. Please log in again.'])
    }
    await h.call('otto', 'security.saveTwoFactor', { userId: idOf('otto'), two_factor_auth: false })
    await h.db.user.changeEmail(await h.db.user.get(idOf('otto')), old, h.cast.root.id, Date.now())
  })

  it('needs both codes, takes five tries, and half an hour', async () => {
    const at = Date.now()
    h.setClock(at)
    const old = h.cast.users.carl.email
    await begin('carl', 'carl.new@example.com')
    const sent = await codes()
    const [right, fresh] = [sent[old] ?? '', sent['carl.new@example.com'] ?? '']
    expect((await confirm('carl', right, otherThan(fresh))).body.fields).toEqual({ newcode: 'The code is not right.' })
    expect((await confirm('carl', otherThan(right), fresh)).body.fields).toEqual({ oldcode: 'The code is not right.' })
    for (let i = 0; i < 3; i++) await confirm('carl', otherThan(right), otherThan(fresh))
    expect((await confirm('carl', right, fresh)).status).toBe(422)

    await begin('carl', 'carl.new@example.com')
    const late = await codes()
    h.setClock(at + 31 * 60_000)
    expect((await confirm('carl', late[old] ?? '', late['carl.new@example.com'] ?? '')).status).toBe(422)
    expect((await h.db.user.get(idOf('carl'))).email).toBe(old)
  })

  it('counts once however often it is sent at once', async () => {
    const old = h.cast.users.abe.email
    await begin('abe', 'abe.new@example.com')
    const sent = await codes()
    const all = await Promise.all(
      Array.from({ length: 20 }, () => confirm('abe', sent[old] ?? '', sent['abe.new@example.com'] ?? '')),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('answers alike for an address that is taken, and lets only its owner know', async () => {
    const taken = h.cast.users.amos.email
    const free = await begin('admin', 'nobody.has.this@example.com')
    await mails()
    const used = await begin('admin', taken)
    expect({ ...used.body, requestId: '' }).toEqual({ ...free.body, requestId: '' })
    const sent = await mails()
    expect(sent.map(({ mail, facts }) => [mail, facts.address])).toEqual([
      ['emailChangeCode', h.cast.users.admin.email],
      ['emailTaken', taken],
    ])
    const code = String(sent[0]?.facts.code)
    for (const guess of ['', '000000', 'undefined'])
      expect((await confirm('admin', code, guess || ' 0')).status).toBe(422)
    expect((await h.db.user.get(idOf('amos'))).email).toBe(taken)
  })

  it('lets one of two people have an address that both ask for', async () => {
    await begin('otto', 'both@example.com')
    await begin('sam', 'x@example.com')
    const first = await codes()
    await begin('olive', 'both@example.com')
    const second = await codes()
    const one = await confirm('otto', first[h.cast.users.otto.email] ?? '', first['both@example.com'] ?? '')
    const two = await confirm('olive', second[h.cast.users.olive.email] ?? '', second['both@example.com'] ?? '')
    expect([one.status, two.status]).toEqual([200, 409])
    expect((await h.db.user.get(idOf('olive'))).email).toBe(h.cast.users.olive.email)
  })

  it('keeps no code in the table, and refuses what is no change', async () => {
    await begin('amos', 'amos.new@example.com')
    const sent = await codes()
    const row = await h.db.profile.countEmailTry(idOf('amos'), 5, Date.now())
    for (const code of Object.values(sent)) expect(JSON.stringify(row)).not.toContain(code)
    expect((await begin('amos', h.cast.users.amos.email)).status).toBe(422)
    expect((await begin('amos', 'no address')).status).toBe(422)
  })

  it('is asked for ten times in a day at most, however many hours are used', async () => {
    const day = Math.ceil((Date.now() + 3 * DAY) / DAY) * DAY
    const begin = async (at: number) => {
      h.setClock(at)
      const input = { usrID: idOf('carl'), newemail: `carl${at}@example.com` }
      return (await h.call('carl', 'account.changeEmail', input)).status
    }
    // Before and after the clock begins another day, which begins nothing anew.
    const [evening, morning] = [day - 3 * HOUR, day + HOUR]
    const statuses = []
    for (let n = 0; n < 12; n++) statuses.push(await begin((n < 6 ? evening : morning) + (n % 6) * (HOUR / 3)))
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
    expect(await begin(day + 2 * DAY)).toBe(200)
  })

  it('is asked for a few times an hour, and with a fresh password', async () => {
    const at = Date.now() + 3_600_000
    h.setClock(at)
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await begin('rita', `rita.${i}@example.com`)).status)
    // Sales people without a connected account are held at another page first.
    expect(new Set(statuses)).toEqual(new Set([403]))
    const own = []
    for (let i = 0; i < 6; i++) own.push((await begin('amos', `amos.${i}@example.com`)).status)
    expect(own).toEqual([200, 200, 200, 200, 200, 429])
    const { refresh_token } = (await h.signIn('amos')).body
    h.setClock(at + 16 * 60_000)
    const later = await h.call(null, 'session.refresh', { refresh_token }, { host: h.hostOf('amos') })
    const { status, body } = await h.call(
      'amos',
      'account.changeEmail',
      { usrID: idOf('amos'), newemail: 'late@example.com' },
      {
        token: later.body.access_token,
      },
    )
    expect([status, body.code]).toEqual([403, 'reauthenticate'])
  })
})
