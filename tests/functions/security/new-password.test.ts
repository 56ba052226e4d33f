import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commonPasswords, newPasswordFault } from '#functions/domain/security/new-password.ts'
import { passwordFault, passwordRules } from '#shared/model/password-policy.ts'
import { PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const { northlight, root } = h.cast
const known = 'This password is known to everybody who guesses. Choose another one.'
const named = 'Choose a password that is not the name of the company.'
const whose = { email: 'nora@example.com', companyNames: ['Northlight Media Group', 'Loom & Söhne 21', 'ACME'] }

describe('newPasswordFault', () => {
  it('knows more than the 3,000 most common passwords that the rules would let through, and refuses each', async () => {
    const list = [...(await commonPasswords())]
    expect(list.length).toBeGreaterThan(3_000)
    expect(list.every((password) => passwordRules.every(({ test }) => test(password)))).toBe(true)
    const taken: string[] = []
    for (const password of list)
      if ((await newPasswordFault(` ${password.toUpperCase()} `, whose)) === undefined) taken.push(password)
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
    expect(await newPasswordFault(password, whose)).toBe(named),
  )

  it.each(['correct horse 42', 'northlight and loom 7', 'acmeism2026', PASSWORD])('takes %s', async (password) =>
    expect(await newPasswordFault(password, whose)).toBeUndefined(),
  )
})

describe('every call that takes a new password asks', () => {
  const bad = [
    ['usuckballz1', known],
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
