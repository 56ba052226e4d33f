import { URI } from 'otpauth'
import { toString as toQrCode } from 'qrcode'
import { afterEach, describe, expect, it } from 'vitest'
import { hashRecoveryCode } from '#functions/domain/security/otp-token.ts'
import { startSession } from '#functions/identity/session.ts'
import { readCookies } from '#functions/kit/browser-half.ts'
import type { RequestFacts } from '#functions/kit/request-facts.ts'
import { findCall } from '#shared/contracts/index.ts'
import { twoFactorTypes } from '#shared/two-factor.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { codeOf, otherThan, secondStep } from './second-step.ts'

const h = await harness()
const { mails, turnOnMail, turnOnApp, begin } = secondStep(h)
const noon = Math.floor(Date.now() / 30_000) * 30_000 + 15_000
const idOf = (who: Member) => h.cast.users[who].id
const get = (who: Member, of: Member = who) => h.call(who, 'security.getTwoFactor', { userId: idOf(of) })
const turnOff = (who: Member, of: Member = who, type: '' | 'email' | 'google' = '') =>
  h.call(who, 'security.saveTwoFactor', { userId: idOf(of), two_factor_auth: false, two_factor_auth_type: type })
const save = (
  who: Member,
  more: { two_factor_auth_type?: 'email' | 'google'; secretKey?: string; code?: string },
  of = who,
) => h.call(who, 'security.saveTwoFactor', { userId: idOf(of), two_factor_auth: true, ...more })

/** Whether a recovery code of Lola's works. */
const spend = (code = '') =>
  h.db.twoFactor.spendRecovery(idOf('lola'), hashRecoveryCode(code.replace(/-/g, ''), idOf('lola')))

afterEach(() => h.setClock())

describe('security.getTwoFactor', () => {
  it('2FA-002 ENT-032 answers state and type of the own account, and no secret', async () => {
    expect((await get('cleo')).body).toEqual({
      two_factor_auth: false,
      two_factor_auth_type: '',
      recovery_codes_left: 0,
    })
    const { secret } = await turnOnApp('cleo')
    const { body } = await get('cleo')
    expect(body).toEqual({ two_factor_auth: true, two_factor_auth_type: 'google', recovery_codes_left: 10 })
    expect(JSON.stringify(body)).not.toContain(secret)
    await turnOff('cleo')
  })

  it('2FA-024 is for the person and those who manage the company, and for nobody else', async () => {
    expect((await get('cleo', 'lola')).status).toBe(403)
    expect((await get('carl', 'cleo')).status).toBe(403)
    expect((await get('cleo', 'ada')).status).toBe(403)
    expect((await get('ada', 'cleo')).status).toBe(200)
    expect((await get('admin', 'amos')).status).toBe(200)
  })

  it('2FA-024 keeps colleagues of one client company apart', async () => {
    const cleo = h.cast.users.cleo
    const colleague = { ...cleo, id: h.services.newId('user'), email: 'colleague@example.com' }
    await h.db.user.create(colleague, h.cast.northlight.id)
    const read = await h.call('cleo', 'security.getTwoFactor', { userId: colleague.id })
    const off = await h.call('cleo', 'security.saveTwoFactor', { userId: colleague.id, two_factor_auth: false })
    expect([read.status, off.status]).toEqual([403, 403])
  })
})

const googleOf = (who: 'lola' | 'cleo') => ({ userId: idOf(who), companyId: h.cast.users[who].companyId })

describe('security.getGoogleTfa', () => {
  it('2FA-010 2FA-011 answers a secret and an SVG that scans to its otpauth address', async () => {
    const { id, companyId, email } = h.cast.users.lola
    const { status, body } = await h.call('lola', 'security.getGoogleTfa', { userId: id, companyId })
    expect(status).toBe(200)
    const [head = '', data = ''] = body.qrCodeUrl.split(',')
    expect(head).toBe('data:image/svg+xml;base64')
    const svg = Buffer.from(data, 'base64').toString()
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/)
    const address = `otpauth://totp/Northlight:${encodeURIComponent(email)}?issuer=Northlight&secret=${body.secretKey}&algorithm=SHA1&digits=6&period=30`
    expect(URI.parse(address)).toMatchObject({ issuer: 'Northlight', label: email, digits: 6, period: 30 })
    // The same squares as those of this very address, so that is what a camera reads.
    expect(svg).toBe(await toQrCode(address, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }))
  })

  it('changes nothing until it is saved, and is for oneself alone', async () => {
    await h.call('lola', 'security.getGoogleTfa', googleOf('lola'))
    expect((await get('lola')).body.two_factor_auth).toBe(false)
    expect((await h.call('ada', 'security.getGoogleTfa', googleOf('lola'))).status).toBe(403)
  })
})

describe('security.saveTwoFactor', () => {
  it('2FA-001 CON-021 knows e-mail and google, and 422 for anything else', async () => {
    expect(twoFactorTypes).toEqual(['email', 'google'])
    const { status } = await h.call('cleo', 'security.saveTwoFactor', {
      userId: idOf('cleo'),
      two_factor_auth: true,
      two_factor_auth_type: 'sms' as 'email',
    })
    expect(status).toBe(422)
    expect(
      (await h.call('cleo', 'security.saveTwoFactor', { userId: idOf('cleo'), two_factor_auth: true })).status,
    ).toBe(422)
  })

  it('2FA-012 2FA-014 turns the mails on with the three fields, and says so', async () => {
    const { status, body } = await save('cleo', { two_factor_auth_type: 'email' })
    expect(status).toBe(200)
    expect(body.message).toMatch(/on/)
    expect(body.recovery_codes).toHaveLength(10)
    expect(body.recovery_codes[0]).toMatch(/^[0-9a-z]{24}$/)
    const row = await h.db.twoFactor.find(idOf('cleo'))
    expect(row?.type).toBe('email')
    for (const code of body.recovery_codes) expect(JSON.stringify(row)).not.toContain(code)
    const again = await save('cleo', { two_factor_auth_type: 'email' })
    expect(again.body.recovery_codes).toEqual([])
    expect((await get('cleo')).body.recovery_codes_left).toBe(10)
    await turnOff('cleo')
  })

  it('2FA-022 asks for no code after it was turned off, and keeps no secret', async () => {
    await turnOnApp('cleo')
    expect(Object.keys((await begin('cleo')).body)).toContain('otp_token')
    expect((await turnOff('cleo', 'cleo', 'google')).body.message).toMatch(/off/)
    expect(await h.db.twoFactor.find(idOf('cleo'))).toBeUndefined()
    expect(Object.keys((await begin('cleo')).body)).toContain('access_token')
  })

  it('2FA-023 takes only a secret that it issued to this person in the last ten minutes', async () => {
    h.setClock(noon)
    const hers = await h.call('lola', 'security.getGoogleTfa', googleOf('lola'))
    const foreign = await save('cleo', { two_factor_auth_type: 'google', secretKey: hers.body.secretKey })
    expect([foreign.status, Object.keys(foreign.body.fields ?? {})]).toEqual([422, ['secretKey']])
    const mine = await h.call('cleo', 'security.getGoogleTfa', googleOf('cleo'))
    const other = await save('cleo', { two_factor_auth_type: 'google', secretKey: hers.body.secretKey })
    expect(other.status).toBe(422)
    h.setClock(noon + 10 * 60_000 + 1)
    expect((await save('cleo', { two_factor_auth_type: 'google', secretKey: mine.body.secretKey })).status).toBe(422)
  })

  it('2FA-023 checks a first code when one is sent, and uses it up', async () => {
    h.setClock(noon)
    const { secretKey } = (await h.call('cleo', 'security.getGoogleTfa', googleOf('cleo'))).body
    const code = codeOf(secretKey, noon)
    const wrong = await save('cleo', { two_factor_auth_type: 'google', secretKey, code: otherThan(code) })
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([422, ['code']])
    expect((await save('cleo', { two_factor_auth_type: 'google', secretKey, code })).status).toBe(200)
    expect((await h.db.twoFactor.find(idOf('cleo')))?.lastStep).toBe(Math.floor(noon / 30_000))
    await turnOff('cleo')
  })

  it('keeps the secret sealed: the table does not tell it', async () => {
    const { secret } = await turnOnApp('carl')
    const row = await h.db.twoFactor.find(idOf('carl'))
    expect(JSON.stringify(row)).not.toContain(secret)
    await expect(h.services.sealer.unseal(row?.secretBox ?? '', idOf('cleo'))).rejects.toThrow()
    await turnOff('carl')
  })

  it('2FA-024 2FA-025 can be turned off by a default administrator of the company, and on by the person alone', async () => {
    await turnOnMail('amos')
    expect((await save('admin', { two_factor_auth_type: 'email' }, 'amos')).status).toBe(403)
    expect((await turnOff('cleo', 'amos')).status).toBe(403)
    expect((await turnOff('abe', 'amos')).status).toBe(403)
    expect((await turnOff('admin', 'amos')).status).toBe(403)
    expect((await turnOff('ada', 'amos')).status).toBe(200)
    const login = await begin('amos')
    expect(Object.keys(login.body)).toContain('access_token')
    const told = (await mails()).filter(({ facts }) => facts.userId === idOf('amos')).map(({ facts }) => facts.what)
    expect(told).toContain('Two-factor authentication was turned off.')
  })

  it('ends every other sign-in of the person at once, and not the one that did it', async () => {
    const { access_token: other } = (await h.signIn('abe')).body
    const { access_token: own } = (await h.signIn('abe')).body
    const me = (token: string) => h.call('abe', 'account.me', { id: idOf('abe') }, { token })
    expect((await me(other)).status).toBe(200)
    const input = { userId: idOf('abe'), two_factor_auth: true, two_factor_auth_type: 'email' } as const
    await h.call('abe', 'security.saveTwoFactor', input, { token: own })
    expect((await me(other)).status).toBe(401)
    expect((await me(own)).status).toBe(200)
    await h.call('abe', 'security.saveTwoFactor', { userId: idOf('abe'), two_factor_auth: false }, { token: own })
    h.forgetTokens()
  })

  it('ends a sign-in too that had looked at its person before, and begins after', async () => {
    const request = {
      host: h.hostOf('otto'),
      ip: '198.51.100.7',
      userAgent: 'vitest',
      requestId: 'req_1',
    } as RequestFacts
    const cookies = readCookies([])
    const [person, tenant] = await Promise.all([h.db.user.get(idOf('otto')), h.db.company.get(h.cast.root.id)])
    expect((await save('otto', { two_factor_auth_type: 'email' })).status).toBe(200)
    const { accessToken: token } = await startSession({ ...h.services, cookies }, person, tenant, request)
    expect((await h.call('otto', 'account.me', { id: idOf('otto') }, { token })).status).toBe(401)
    expect((await get('otto')).status).toBe(200)
    await turnOff('otto')
  })

  it('asks for the password again when it was given long ago', async () => {
    h.setClock(noon)
    const { access_token: token } = (await h.signIn('cleo')).body
    const calls = [
      'security.saveTwoFactor',
      'security.getGoogleTfa',
      'security.newRecoveryCodes',
      'security.unlock',
    ] as const
    for (const name of calls)
      expect([name, findCall(name).sensitive, findCall(name).inView]).toEqual([name, true, 'refused'])
    const { refresh_token } = (await h.signIn('cleo')).body
    h.setClock(noon + 16 * 60_000)
    const later = await h.call(null, 'session.refresh', { refresh_token }, { host: h.hostOf('cleo') })
    const input = { userId: idOf('cleo'), two_factor_auth: false } as const
    const { status, body } = await h.call('cleo', 'security.saveTwoFactor', input, { token: later.body.access_token })
    expect([status, body.code]).toEqual([403, 'reauthenticate'])
    expect(token).toBeTruthy()
  })
})

describe('security.newRecoveryCodes', () => {
  it('replaces the old ones', async () => {
    const old = await turnOnMail('lola')
    const { status, body } = await h.call('lola', 'security.newRecoveryCodes', { userId: idOf('lola') })
    expect([status, body.recovery_codes.length]).toEqual([200, 10])
    expect(body.recovery_codes.filter((code) => old.includes(code))).toEqual([])
    expect(new Set(body.recovery_codes).size).toBe(10)
    await turnOff('lola')
  })

  it('of two at once one gets codes, and those work; the other reads why it got none', async () => {
    h.setClock(noon)
    await turnOnMail('lola')
    const renew = () => h.call('lola', 'security.newRecoveryCodes', { userId: idOf('lola') })
    await h.tokenOf('lola')
    // Two may still come one after the other: each round that they met in shows what becomes of them.
    let met = 0
    for (let round = 0; round < 20 && met < 2; round++) {
      const both = await Promise.all([renew(), renew()])
      const [got, refused] = both[0].status === 200 ? both : [both[1], both[0]]
      expect(got.status).toBe(200)
      if (refused.status === 200) continue
      met++
      expect(refused.status).toBe(409)
      expect(refused.body).toMatchObject({ message: expect.stringContaining('at this very moment') })
      expect(await spend(got.body.recovery_codes[0])).toBe(true)
    }
    expect(met).toBe(2)
    await turnOff('lola')
  })

  it('of two who set up a second step at once one does, and its codes work', async () => {
    h.setClock(noon)
    await h.tokenOf('lola')
    const both = await Promise.all([1, 2].map(() => save('lola', { two_factor_auth_type: 'email' })))
    // Who comes a little later finds it on, and is shown no codes.
    const shown = both.flatMap(({ status, body }) => (status === 200 ? body.recovery_codes : []))
    expect(shown).toHaveLength(10)
    expect(await spend(shown[0])).toBe(true)
    await h.db.twoFactor.remove(idOf('lola'))
  })

  it('needs a second step to stand in for', async () => {
    expect((await h.call('lola', 'security.newRecoveryCodes', { userId: idOf('lola') })).status).toBe(409)
  })
})

describe('security.unlock', () => {
  it('2FA-025 lets a locked-out person in with the password alone, and tells them', async () => {
    await turnOnApp('cleo')
    const token = await h.tokenOf('cleo')
    const { status, body } = await h.call('olive', 'security.unlock', { userId: idOf('cleo') })
    expect([status, body.message]).toEqual([
      200,
      'Cleo Client can log in with the password alone now. They were signed out everywhere.',
    ])
    expect(Object.keys((await begin('cleo')).body)).toContain('access_token')
    const told = (await mails()).filter(({ facts }) => facts.userId === idOf('cleo'))
    expect(told.map(({ mail }) => mail)).toContain('securityNotice')
    // Who lost the second step may have lost a device that is signed in.
    expect((await h.call('cleo', 'account.me', { id: idOf('cleo') }, { token })).status).toBe(401)
  })

  it('signs somebody out everywhere, if that is all that is wanted, and leaves the rest as it is', async () => {
    await turnOnApp('cleo')
    const token = await h.tokenOf('cleo')
    // Those of before are taken.
    await mails()
    const { status, body } = await h.call('olive', 'security.unlock', { userId: idOf('cleo'), onlySessions: true })
    expect([status, body.message]).toEqual([200, 'Cleo Client was signed out everywhere.'])
    expect((await h.call('cleo', 'account.me', { id: idOf('cleo') }, { token })).status).toBe(401)
    // Who signs in anew is asked for the second step as before, and nobody is told that it is off.
    expect(Object.keys((await begin('cleo')).body)).not.toContain('access_token')
    expect(await h.db.twoFactor.find(idOf('cleo'))).toMatchObject({ type: 'google' })
    expect((await mails()).map(({ mail }) => mail)).not.toContain('securityNotice')
    await h.db.twoFactor.remove(idOf('cleo'))
  })

  it('is refused to everybody but operators and their default administrators, and for oneself', async () => {
    for (const who of ['lola', 'sam', 'abe', 'ada', 'admin'] as const)
      for (const onlySessions of [undefined, true])
        expect((await h.call(who, 'security.unlock', { userId: idOf('cleo'), onlySessions })).status).toBe(403)
    expect((await h.call('admin', 'security.unlock', { userId: idOf('amos') })).status).toBe(403)
    expect((await h.call('ada', 'security.unlock', { userId: idOf('amos') })).status).toBe(200)
    const own = await h.call('ada', 'security.unlock', { userId: idOf('ada') })
    expect([own.status, own.body.message]).toEqual([403, 'Nobody can unlock their own account.'])
  })
})
