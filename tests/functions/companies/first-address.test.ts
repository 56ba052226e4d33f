// Anybody who registers may give anybody's address: until it is confirmed, nobody is written to on their word.
import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { file, importStage, person } from './import-stage.ts'

const h = await harness()
const stage = await importStage(h)
const { northlight, users } = h.cast
let made = 0
const fresh = () => `first${++made}@address.example`
const waits = /^Confirm your e-mail address first: open the link in the mail that we sent to /
const setConfirmed = (id: string, at: number | null) => h.db.user.update(id, { emailConfirmedAt: at })
beforeEach(() => setConfirmed(users.ada.id, null))

const add = (more: object = {}) =>
  h.call('ada', 'companies.create', {
    companyID: northlight.id,
    ClientCompanyName: `First ${made}`,
    ClientFullName: 'Fir St',
    ClientEmail: fresh(),
    ...more,
  })
const me = async (who: 'ada' | 'amos') => (await h.call(who, 'account.me', { id: users[who].id })).body

describe('a company whose first address is not confirmed', () => {
  it('invites no client and no administrator, and nothing is made', async () => {
    for (const more of [{}, { userType: 'administrator', ClientPhone: '(312) 555-0145' }]) {
      const { status, body } = await add(more)
      expect([status, body.message]).toEqual([403, expect.stringMatching(waits)])
      for (const scope of [northlight.id, northlight.rootId])
        expect(await h.db.user.findIdByLogin(scope, `first${made}@address.example`)).toBeUndefined()
      expect(await h.mailsTo(`first${made}@address.example`)).toEqual([])
    }
    await setConfirmed(users.ada.id, 1)
    expect((await add()).status).toBe(200)
  })

  it('sends no invitation again and to no corrected address', async () => {
    await setConfirmed(users.ada.id, 1)
    const { body } = await add()
    const id = body.data[0]?.id ?? ''
    await setConfirmed(users.ada.id, null)
    h.setClock(Date.now() + 120_000)
    h.forgetTokens()
    expect(
      (await h.call('ada', 'companies.resendInvitation', { companyID: body.data[0]?.company_id ?? '', userID: id }))
        .status,
    ).toBe(403)
    const { status } = await h.call('ada', 'companies.update', {
      ClientID: id,
      action: 'downline',
      ClientCompanyName: 'First',
      ClientFullName: 'Fir St',
      ClientEmail: fresh(),
      ClientPhone: '(312) 555-0145',
    })
    expect(status).toBe(403)
    h.setClock()
  })

  it('confirms no file of clients, which goes on waiting', async () => {
    stage.at.agency = northlight
    const { ref } = await stage.check(file(person(1, 'unconfirmed')))
    const confirm = () => h.call('ada', 'companies.confirmImport', { companyID: northlight.id, importID: ref.importId })
    expect((await confirm()).status).toBe(403)
    expect((await stage.jobs(northlight.id))[0]).toMatchObject({ id: ref.importId, status: 'checked' })
    await setConfirmed(users.ada.id, 1)
    expect((await confirm()).status).toBe(200)
    await h.drain()
  })

  it('sends no test mail', async () => {
    const { status, body } = await h.call('ada', 'settings.testSmtp', {
      companyID: northlight.id,
      sendto: 'somebody@example.com',
      host: 'smtp.example.com',
      port: 587,
      security: 'tls',
      username: '',
      password: '',
      fromaddress: 'from@example.com',
    })
    expect([status, body.message]).toEqual([403, expect.stringMatching(waits)])
  })

  it('is told so, each of its people in their words, and gets the mail again', async () => {
    expect(await me('ada')).toMatchObject({ email_confirmed: 'F', why_not_invite: expect.stringMatching(waits) })
    expect(await me('amos')).toMatchObject({
      email_confirmed: 'T',
      why_not_invite: expect.stringMatching(/^The first person of .+ has to confirm/),
    })
    expect((await h.call('ada', 'session.resendConfirmation', {})).status).toBe(200)
    const mail = (await h.mailsTo(users.ada.email)).at(-1)
    const token = /\/confirm-email\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await h.call(null, 'session.confirmEmail', { token }, { host: h.cast.hosts.northlight })).body.valid).toBe(
      true,
    )
    expect(await me('ada')).toMatchObject({ email_confirmed: 'T', why_not_invite: '' })
    expect((await add()).status).toBe(200)
  })
})

describe('a password that was chosen by a mailed link', () => {
  const choose = async (email: string, host: string) => {
    const mail = (await h.mailsTo(email)).findLast(({ text }) => text?.includes('/set-new-password/'))
    const token = /\/set-new-password\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    const input = { token, email, newpassword: 'fresh paint 7' }
    return h.call(null, 'session.setPassword', input, { host })
  }

  it('confirms the address of an invited owner, whose company may invite then', async () => {
    const email = fresh()
    const { body } = await h.call('olive', 'companies.create', {
      companyID: h.cast.root.id,
      ClientCompanyName: 'Invited Agency',
      ClientFullName: 'In Vited',
      ClientEmail: email,
      ClientPhone: '(312) 555-0145',
      DownlineSubDomain: 'invited-agency',
    })
    const id = body.data[0]?.id ?? ''
    expect((await h.db.user.get(id)).emailConfirmedAt).toBeNull()
    expect((await choose(email, 'invited-agency.localhost')).status).toBe(200)
    expect(await h.db.user.get(id)).toMatchObject({ status: 'active', emailConfirmedAt: expect.any(Number) })
  })

  it('confirms it with a reset too, and the link is worth nothing once the person has another address', async () => {
    const reset = () =>
      h.call(null, 'session.forgot', { username: users.ada.email, gtoken: '' }, { host: h.cast.hosts.northlight })
    await reset()
    expect((await choose(users.ada.email, h.cast.hosts.northlight)).status).toBe(200)
    const after = await h.db.user.get(users.ada.id)
    expect(after.emailConfirmedAt).toEqual(expect.any(Number))
    // What was read before another address was confirmed opens nothing.
    const stale = { ...after, email: 'earlier@address.example' }
    const hash = 'a'.repeat(43)
    await h.db.token.create({
      hash,
      kind: 'resetPassword',
      userId: after.id,
      tenantId: northlight.id,
      subject: stale.email,
      createdAt: Date.now(),
      endsAt: Date.now() + 60_000,
      usedAt: undefined,
    })
    expect(await h.db.tenancy.resetPassword(stale, hash, 'other', Date.now())).toBe(false)
    expect((await h.db.user.get(users.ada.id)).passwordHash).toBe(after.passwordHash)
  })
})

it('the mail is sent again five times in any hour, and what is refused does not count', async () => {
  await setConfirmed(users.abe.id, null)
  // A minute before the clock begins another hour, which changes nothing.
  const hour = Math.ceil(Date.now() / HOUR) * HOUR
  h.setClock(hour - MINUTE)
  const ask = async () => {
    h.forgetTokens()
    return h.call('abe', 'session.resendConfirmation', {})
  }
  const asked = []
  for (let time = 0; time < 8; time++) asked.push((await ask()).status)
  expect(asked).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  h.setClock(hour)
  const refused = await ask()
  expect(refused.status).toBe(429)
  h.setClock(hour + Number(refused.headers['retry-after']) * 1000)
  expect((await ask()).status).toBe(200)
  h.setClock()
})
