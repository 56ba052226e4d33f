import { beforeEach, describe, expect, it } from 'vitest'
import { hashing } from '#functions/identity/password.ts'
import type { Input } from '#shared/contracts/index.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const PASSWORD = 'fresh paint 7'
let n = 0
let form: Input<'session.register'>

beforeEach(() => {
  n++
  form = {
    companyname: `Riverside Media ${n}`,
    name: 'Nora New',
    email: `Nora.New+${n}@Example.com`,
    phonenum: '+1 312 555 0199',
    password: PASSWORD,
    gtoken: '',
    userType: 'userdownline',
    domainName: '',
    ownedcompanyid: '',
    idsys: '',
    refcode: '',
  }
})

type Host = 'root' | 'northlight' | 'copper'
const send = (on: Host, more: Partial<Input<'session.register'>> = {}, ip = `192.0.2.${n}`) =>
  h.call(null, 'session.register', { ...form, ...more }, { host: h.cast.hosts[on], ip })
const whoIs = async (token: string, on: Host) => {
  const id = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub
  const me = await h.call(null, 'account.me', { id }, { token, host: h.cast.hosts[on] })
  expect(me.status).toBe(200)
  return { user: await h.db.user.get(id), company: await h.db.company.get(me.body.company_id), me: me.body }
}

describe('session.register', () => {
  it("AUT-018 AUT-045 AUT-047 makes an agency on the root's host and signs its first person in", async () => {
    const { status, body } = await send('root')
    expect(status).toBe(200)
    expect(body).toMatchObject({ result: 'success', message: 'Your account is ready.', notice: '', expires_in: 900 })
    const { user, company, me } = await whoIs(body.access_token, 'root')
    expect(user).toMatchObject({
      userType: 'agency',
      email: `nora.new+${n}@example.com`,
      emailConfirmedAt: null,
      profileSetupCompleted: false,
    })
    expect(company).toMatchObject({
      kind: 'agency',
      parentId: h.cast.root.id,
      ancestors: [h.cast.root.id],
      subdomain: `riverside-media-${n}`,
    })
    expect(me.profile_setup_completed).toBe('F')
    expect(JSON.stringify(body) + JSON.stringify(me)).not.toContain(PASSWORD)
    expect(user.passwordHash).toMatch(/^\$argon2id\$/)
  })

  it("AUT-047 makes a client of the agency on an agency's host, whatever the form says of companies", async () => {
    const named = { userType: 'client' as const, ownedcompanyid: h.cast.copper.id, idsys: h.cast.copper.id }
    const { body } = await send('northlight', named)
    const { user, company } = await whoIs(body.access_token, 'northlight')
    expect([user.userType, company.kind, company.parentId]).toEqual(['client', 'client', h.cast.northlight.id])
    expect(company.subdomain).toBeNull()
  })

  it("opens the new agency's own host, where the new person can log in", async () => {
    await send('root', { companyname: 'Önly & Söns' })
    const host = 'only-and-sons.localhost'
    const info = await h.call(null, 'public.domainInfo', {}, { host })
    expect(info.body.data.company_name).toBe('Önly & Söns')
    const login = await h.call(null, 'session.login', { username: form.email, password: PASSWORD }, { host })
    expect(login.status).toBe(200)
  })

  it('finds another sub-domain when names are alike, and never takes a reserved one', async () => {
    const names = []
    for (const companyname of [
      'Same Name',
      'Same name!',
      'SAME-NAME',
      'same  name',
      'admin',
      'www',
      '株式会社',
      '!!!',
    ]) {
      const { body } = await send('root', { companyname, email: `twin${n}-${names.length}@example.com` })
      names.push((await whoIs(body.access_token, 'root')).company.subdomain)
    }
    expect(names.slice(0, 3)).toEqual(['same-name', 'same-name-2', 'same-name-3'])
    expect(names[3]).toMatch(/^same-name-[0-9a-z]{6}$/)
    expect(names.slice(4, 6)).toEqual(['agency-admin', 'agency-www'])
    expect(new Set(names).size).toBe(8)
    for (const name of names) expect(name).toMatch(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/)
  })

  it('gives parallel registrations of one name a host each', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        send('root', { companyname: 'Race Day', email: `race${i}@example.com` }, `198.51.100.${i}`),
      ),
    )
    const hosts = await Promise.all(
      answers.map(async ({ body }) => (await whoIs(body.access_token, 'root')).company.subdomain),
    )
    expect(new Set(hosts).size).toBe(6)
  })

  it('makes one account of ten parallel registrations of one address, and leaves no halves behind', async () => {
    const before = (await h.db.company.listByParent(h.cast.root.id, 'agency', 1000)).length
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        send('root', { companyname: `Only One ${i}`, email: 'only.one@example.com' }, `198.51.101.${i}`),
      ),
    )
    const lost = answers.map(({ status }) => status).filter((status) => status !== 200)
    expect(lost).toEqual(Array(9).fill(expect.toSatisfy((status: number) => status === 409 || status === 422)))
    expect(await h.db.company.listByParent(h.cast.root.id, 'agency', 1000)).toHaveLength(before + 1)
    const hosts = await Promise.all(
      Array.from({ length: 10 }, (_, i) => h.db.domain.findCompanyId(`only-one-${i}.localhost`)),
    )
    expect(hosts.filter(Boolean)).toHaveLength(1)
  })

  it('AUT-046 refuses an address that the tenant has, however it is written, and makes one hash either way', async () => {
    await send('root')
    const runs = hashing.runs
    const again = await send('root', { email: form.email.toUpperCase() })
    expect(hashing.runs - runs).toBe(1)
    expect(again.status).toBe(422)
    expect(again.body).toMatchObject({
      result: 'failed',
      fields: { email: 'This e-mail address is already in use.' },
      message: 'This e-mail address is already in use.',
    })
  })

  it('lets one person be a client of two agencies, but not a client where they are agency staff', async () => {
    const client = { userType: 'client' as const }
    expect((await send('northlight', client)).status).toBe(200)
    expect((await send('copper', client)).status).toBe(200)
    expect((await send('northlight', { ...client, email: h.cast.users.ada.email })).status).toBe(422)
  })

  it.each(['administrator', 'user', 'sales', 'root', ''])('AUT-048 refuses the user type "%s"', async (userType) => {
    // @ts-expect-error: a caller may send anything
    const { status, body } = await send('root', { userType })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['userType']])
  })

  it("AUT-048 refuses a client on the root's host and an agency on an agency's", async () => {
    expect((await send('root', { userType: 'client' })).status).toBe(422)
    expect((await send('northlight', { userType: 'userdownline' })).status).toBe(422)
  })

  it('AUT-049 ties the agency to the sales person whose code it is, and goes on without an unknown one', async () => {
    await h.db.referral.claim(h.cast.root.id, 'SAM2026', h.cast.users.sam.id)
    await h.db.referral.claim(h.cast.root.id, 'ADA2026', h.cast.users.ada.id)
    const known = await send('root', { refcode: 'SAM2026' })
    expect(known.body.notice).toBe('')
    expect((await whoIs(known.body.access_token, 'root')).company.referralUserId).toBe(h.cast.users.sam.id)
    for (const [i, refcode] of ['NOBODY', 'ADA2026'].entries()) {
      const { body } = await send('root', { refcode, email: `unknown${n}-${i}@example.com` })
      expect(body.notice).toBe('The referral code is not known. Your account was made without it.')
      expect((await whoIs(body.access_token, 'root')).company.referralUserId).toBeNull()
    }
  })

  it.each(['abc', 'abcdefgh', '12345678', 'abc 123', 'Password1', 'qwerty123'])(
    'AUT-050 refuses the password "%s"',
    async (password) => {
      const { status, body } = await send('root', { password })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['password']])
      expect(JSON.stringify(body)).not.toContain(`"${password}"`)
    },
  )

  it('names each field that is missing', async () => {
    const { status, body } = await send('root', { companyname: '', name: ' ', email: 'x', phonenum: '' })
    expect([status, body.fields]).toEqual([
      422,
      {
        companyname: 'Enter the name of the company.',
        name: 'Enter your name.',
        email: 'Enter a valid e-mail address.',
        phonenum: 'Enter a phone number.',
      },
    ])
  })

  it("AUT-051 sends a welcome mail in the tenant's name, with a link that confirms the address", async () => {
    await send('northlight', { userType: 'client' })
    const [mail] = await h.mailsTo(form.email.toLowerCase())
    expect(mail?.subject).toBe('Welcome. Please confirm your e-mail address')
    expect(mail?.from).toContain('Northlight')
    const token = /\/confirm-email\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(mail?.text).toContain(`http://${h.cast.northlight.subdomain}.localhost:8787/confirm-email/`)
    const confirm = () => h.call(null, 'session.confirmEmail', { token }, { host: h.cast.hosts.northlight })
    expect((await confirm()).body).toEqual({ valid: true, reason: '' })
    expect((await confirm()).body).toEqual({ valid: false, reason: 'used' })
    const id = await h.db.user.findIdByLogin(h.cast.northlight.id, form.email.toLowerCase())
    expect((await h.db.user.get(id ?? '')).emailConfirmedAt).toEqual(expect.any(Number))
  })

  it('succeeds although no mail can be sent, and the mail comes once the service is back', async () => {
    h.mails.refuse(1)
    expect((await send('root')).status).toBe(200)
    expect(await h.mailsTo(form.email.toLowerCase())).toHaveLength(0)
    expect(await h.services.db.user.findIdByLogin(h.cast.root.id, form.email.toLowerCase())).toBeDefined()
  })

  it('stops one source that registers again and again', async () => {
    const statuses = []
    for (let i = 0; i < 12; i++)
      statuses.push((await send('root', { email: `flood${i}@example.com` }, '203.0.113.99')).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
  })
})
