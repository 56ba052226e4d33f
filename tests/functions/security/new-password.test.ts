import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { commonPasswords, knownPasswordFault } from '#functions/domain/security/new-password.ts'
import { openBreachedPasswords } from '#functions/gateways/breached-passwords.ts'
import { breachedSamples, startBreachedPasswords } from '#infra/local/doubles/breached-passwords.ts'
import { passwordFault, passwordRules } from '#shared/model/password-policy.ts'
import { PASSWORD } from '../../support/cast.ts'
import { endWithFile } from '../../support/file-end.ts'
import { harness } from '../../support/harness.ts'

const breaches = await startBreachedPasswords()
endWithFile(() => breaches.stop())
const h = await harness({ env: { BREACHES_URL: breaches.url } })
const { northlight, root } = h.cast
const known = 'This password is known to everybody who guesses. Choose another one.'
const named = 'Choose a password that is not the name of the company.'
const breached = 'This password stood in a breach of another site, so it will be guessed. Choose another one.'
const [sample] = breachedSamples
const whose = { email: 'nora@example.com', companyNames: ['Northlight Media Group', 'Loom & Söhne 21', 'ACME'] }

describe('knownPasswordFault', () => {
  it('knows more than the 3,000 most common passwords that the rules would let through, and refuses each', async () => {
    const list = [...(await commonPasswords())]
    expect(list.length).toBeGreaterThan(3_000)
    expect(list.every((password) => passwordRules.every(({ test }) => test(password)))).toBe(true)
    const taken: string[] = []
    for (const password of list)
      if ((await knownPasswordFault(` ${password.toUpperCase()} `, whose)) === undefined) taken.push(password)
    expect(taken).toEqual([])
    // It is the long list that refuses them: forms carry a short one.
    expect(list.filter((password) => passwordFault(password) === undefined).length).toBeGreaterThan(3_000)
  })

  it.each([
    'Northlight2026',
    'northlightmediagroup1',
    'Northlight-Media-Group-7',
    'ＮＯＲＴＨＬＩＧＨＴ12',
    'acme2026!',
    'Söhne1234',
    'loomsöhne21',
  ])('refuses a name of the company with digits or signs: %s', async (password) =>
    expect(await knownPasswordFault(password, whose)).toBe(named),
  )

  it.each(['correct horse 42', 'northlight and loom 7', 'acmeism2026', PASSWORD])('takes %s', async (password) =>
    expect(await knownPasswordFault(password, whose)).toBeUndefined(),
  )
})

describe('breaches of other sites', () => {
  let at = 1_000_000
  const open = (url: string | undefined = breaches.url) => openBreachedPasswords({ url, now: () => at })
  beforeEach(() => void breaches.asked.splice(0))

  it('are asked for by the first five letters of a hash, and nothing else leaves', async () => {
    const { find } = open()
    for (const password of breachedSamples) expect(await find(password)).toBe('yes')
    expect(await find('correct horse 42')).toBe('no')
    const begins = (text: string) => createHash('sha1').update(text).digest('hex').slice(0, 5).toUpperCase()
    expect(breaches.asked).toEqual([...breachedSamples, 'correct horse 42'].map(begins))
  })

  it('say nothing of a password whose ending is only padding', async () => {
    const { createServer } = await import('node:http')
    const ending = createHash('sha1').update('correct horse 42').digest('hex').slice(5).toUpperCase()
    const server = createServer((_, res) => void res.end(`${ending}:0\r\n${'B'.repeat(35)}:4`))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    endWithFile(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const address = server.address()
    const { find } = open(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
    expect(await find('correct horse 42')).toBe('no')
  })

  it.each([503, 'html', 'endless'] as const)(
    'that cannot be asked (%s) are left alone for a minute after three tries',
    async (failure) => {
      const { find } = open()
      breaches.fail(failure, 3)
      for (let round = 0; round < 5; round++) expect(await find(sample)).toBe('unknown')
      expect(breaches.asked).toHaveLength(3)
      at += 61_000
      expect(await find(sample)).toBe('yes')
    },
  )

  it('that cannot be asked lock nobody out, and operators are told', async () => {
    const { report } = h.services
    const told: string[] = []
    h.services.report = (what) => void told.push(what)
    breaches.fail(503, 1)
    const change = { usrID: h.cast.users.amos.id, currpassword: PASSWORD, newpassword: sample }
    const { status } = await h.call('amos', 'session.changePassword', change)
    h.services.report = report
    expect(status).toBe(200)
    expect(told).toEqual(['a new password was not compared with breaches'])
  })

  it('are asked for nobody where an installation does not wish it', async () => {
    const { find } = openBreachedPasswords({ now: () => at })
    expect(await find(sample)).toBe('no')
    expect(breaches.asked).toEqual([])
  })
})

describe('every call that takes a new password asks', () => {
  const bad = [
    ['usuckballz1', known],
    [sample, breached],
    [`${northlight.brand.name.replace(/\s/g, '')}2026`, named],
  ] as const

  it.each(bad)('changing: %s', async (newpassword, sentence) => {
    const usrID = h.cast.users.ada.id
    const { status, body } = await h.call('ada', 'session.changePassword', {
      usrID,
      currpassword: PASSWORD,
      newpassword,
    })
    expect([status, body.fields]).toEqual([422, { newpassword: sentence }])
  })

  it.each(bad)('by a link: %s', async (newpassword, sentence) => {
    const { ada } = h.cast.users
    const { issueToken } = await import('#functions/domain/security/one-time.ts')
    const token = await issueToken(h.db, {
      kind: 'resetPassword',
      userId: ada.id,
      tenantId: northlight.id,
      subject: ada.email,
      lifeMs: 60_000,
      now: h.services.now(),
    })
    const { status, body } = await h.call(
      'ada',
      'session.setPassword',
      { token, email: ada.email, newpassword },
      { token: null },
    )
    expect([status, body.fields]).toEqual([422, { newpassword: sentence }])
  })

  it.each([
    ['usuckballz1', known],
    [sample, breached],
    ['weaverhall2026', named],
    [`${root.brand.name.replace(/[^\p{L}]/gu, '')}2026`, named],
  ])('registering: %s', async (password, sentence) => {
    const { status, body } = await h.call(
      null,
      'session.register',
      {
        companyname: 'Weaver Hall',
        name: 'Wanda',
        email: 'wanda@weaver.example',
        phonenum: '+13125550123',
        password,
        userType: 'userdownline',
        gtoken: '',
        refcode: '',
      } as never,
      { host: h.cast.hosts.root },
    )
    expect([status, body.fields]).toEqual([422, { password: sentence }])
  })

  it.each([
    ['usuckballz1', known],
    [sample, breached],
    ['Weaver2026', named],
  ])('adding somebody with one: %s', async (ClientPass, sentence) => {
    const { status, body } = await h.call('olive', 'companies.create', {
      companyID: root.id,
      ClientCompanyName: 'Weaver Hall',
      ClientFullName: 'Wanda Weaver',
      ClientEmail: 'wanda@weaver.example',
      ClientPass,
      DownlineSubDomain: 'weaver-hall',
    } as never)
    expect([status, body.fields]).toEqual([422, { ClientPass: sentence }])
  })

  it('and none hashes a password without', () => {
    const files = readdirSync('functions/api', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    const hashing = files.filter((name) => readFileSync(`functions/api/${name}`, 'utf8').includes('hashPassword('))
    expect(hashing.length).toBeGreaterThan(3)
    for (const name of hashing)
      expect(readFileSync(`functions/api/${name}`, 'utf8'), name).toContain('newPasswordFault(')
  })
})
