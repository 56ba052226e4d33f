import { afterEach, describe, expect, it } from 'vitest'
import { hashRecoveryCode } from '#functions/domain/security/otp-token.ts'
import { guessedAt } from '#functions/identity/second-factor.ts'
import { HOUR, MINUTE } from '#shared/dates.ts'
import { signInLimits } from '#shared/sign-in.ts'
import { twoFactorLimits } from '#shared/two-factor.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { codeOf, otherThan, secondStep } from './second-step.ts'

const h = await harness()
const step = secondStep(h)
const { turnOnMail, turnOnApp, begin, tokenFor, mailedCode, verify } = step
/** Middle of a step, so that a code is not made at one side of its edge and shown at the other. */
const noon = Math.floor(Date.now() / 30_000) * 30_000 + 15_000

afterEach(() => h.setClock())

const off = (who: Member) => h.db.twoFactor.remove(h.cast.users[who].id)
/** With the changes of their second step and all else that ends sign-ins. */
const asTheyStand = (who: Member) => h.db.user.get(h.cast.users[who].id)

describe('session.login with a second step', () => {
  it('2FA-017 answers no tokens but what the code page needs', async () => {
    await turnOnMail('cleo')
    const { status, body } = await begin('cleo')
    expect([status, body]).toEqual([
      200,
      { two_factor_auth: true, two_factor_auth_type: 'email', otp_token: expect.any(String) },
    ])
    await off('cleo')
  })

  it('asks for no code after a wrong password', async () => {
    await turnOnMail('cleo')
    await step.mails()
    const { status, body } = await h.call(
      null,
      'session.login',
      { username: h.cast.users.cleo.email, password: 'no' },
      { host: h.hostOf('cleo') },
    )
    expect(status).toBe(401)
    expect(body).not.toHaveProperty('otp_token')
    expect(await step.mails()).toEqual([])
    await off('cleo')
  })
})

describe('security.verifyLogin by mail', () => {
  it('2FA-015 2FA-018 answers the tokens to the right code, and 422 with a message to a wrong one', async () => {
    await turnOnMail('cleo')
    const token = await tokenFor('cleo')
    const code = await mailedCode('cleo')
    const wrong = await verify('cleo', token, otherThan(code))
    expect([wrong.status, wrong.body.message, wrong.body.fields]).toEqual([
      422,
      'The code is not right.',
      { code: 'The code is not right.' },
    ])
    const right = await verify('cleo', token, code)
    expect(right.status).toBe(200)
    expect(right.body).toEqual({ access_token: expect.any(String), refresh_token: expect.any(String), expires_in: 900 })
    const me = await h.call(
      null,
      'account.me',
      { id: h.cast.users.cleo.id },
      { host: h.hostOf('cleo'), token: right.body.access_token },
    )
    expect(me.status).toBe(200)
    await off('cleo')
  })

  it('2FA-019 mails six digits that are good once and for ten minutes', async () => {
    h.setClock(noon)
    await turnOnMail('lola')
    const token = await tokenFor('lola')
    const code = await mailedCode('lola')
    expect(code).toMatch(/^\d{6}$/)
    expect((await verify('lola', token, code)).status).toBe(200)
    expect((await verify('lola', token, code)).body.fields).toHaveProperty('otp_token')

    const late = await tokenFor('lola')
    const lateCode = await mailedCode('lola')
    h.setClock(noon + twoFactorLimits.codeMs - 1)
    const justInTime = await tokenFor('lola')
    const freshCode = await mailedCode('lola')
    h.setClock(noon + twoFactorLimits.codeMs + 1)
    expect((await verify('lola', late, lateCode)).status).toBe(422)
    expect((await verify('lola', justInTime, freshCode)).status).toBe(200)
    await off('lola')
  })

  it('2FA-019 is over after five wrong codes: the sixth try is refused although it is right', async () => {
    await turnOnMail('carl')
    const token = await tokenFor('carl')
    const code = await mailedCode('carl')
    const answers = []
    for (let i = 0; i < 5; i++) answers.push((await verify('carl', token, otherThan(code))).body.fields)
    expect(answers.slice(0, 4)).toEqual(Array(4).fill({ code: 'The code is not right.' }))
    expect(answers[4]).toHaveProperty('otp_token')
    const sixth = await verify('carl', token, code)
    expect([sixth.status, sixth.body.fields]).toEqual([422, { otp_token: expect.any(String) }])
    const told = (await step.mails()).filter(({ mail }) => mail === 'securityNotice')
    expect(told.map(({ facts }) => facts.what)).toContain(
      'Somebody gave the right password and then several wrong codes.',
    )
    await off('carl')
  })

  it('lets exactly one of twenty requests at once in', async () => {
    await turnOnMail('ada')
    const token = await tokenFor('ada')
    const code = await mailedCode('ada')
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify('ada', token, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19)
    await off('ada')
  })

  it('gives twenty wrong codes at once no more than five tries', async () => {
    await turnOnMail('amos')
    const token = await tokenFor('amos')
    const code = await mailedCode('amos')
    const before = await h.db.guard.read(
      'second-factor',
      guessedAt(await asTheyStand('amos')),
      twoFactorLimits.triesWindow,
      Date.now(),
    )
    await Promise.all(Array.from({ length: 20 }, () => verify('amos', token, otherThan(code))))
    const after = await h.db.guard.read(
      'second-factor',
      guessedAt(await asTheyStand('amos')),
      twoFactorLimits.triesWindow,
      Date.now(),
    )
    expect(after - before).toBe(5)
    await off('amos')
  })

  it('refuses the code of another sign-in, another person, another host and a changed password', async () => {
    await turnOnMail('cleo')
    await turnOnMail('lola')
    const mine = await tokenFor('cleo')
    const code = await mailedCode('cleo')
    const second = await tokenFor('cleo')
    expect((await verify('cleo', second, code)).status).toBe(422)
    const hers = await tokenFor('lola')
    expect((await verify('lola', hers, code)).status).toBe(422)
    expect((await verify('lola', mine, code)).status).toBe(422)
    const input = { email: h.cast.users.cleo.email, code, otp_token: mine }
    const elsewhere = await h.call(null, 'security.verifyLogin', input, { host: h.cast.hosts.copper })
    expect(elsewhere.status).toBe(422)
    await h.db.user.raiseEpoch(h.cast.users.cleo.id)
    expect((await verify('cleo', mine, code)).status).toBe(422)
    h.forgetTokens()
    await off('cleo')
    await off('lola')
  })

  it('ends a sign-in that was begun with another second step: its mails may be why there is another one', async () => {
    await turnOnMail('rita')
    const begun = await tokenFor('rita')
    const code = await mailedCode('rita')
    await turnOnApp('rita')
    const { status, body } = await verify('rita', begun, code)
    expect([status, body.message]).toEqual([422, 'This sign-in has ended. Please log in again.'])
    h.setClock(Date.now() + 2 * twoFactorLimits.resendMs)
    expect((await step.resend('rita', begun)).status).toBe(422)
    await off('rita')
  })

  it('looks at no more codes of a day than its limit, however many sign-ins try them at once', async () => {
    await turnOnMail('sam')
    const sam = await h.db.user.get(h.cast.users.sam.id)
    h.setClock(noon)
    const tokens = [await tokenFor('sam'), await tokenFor('sam'), await tokenFor('sam')]
    const code = await mailedCode('sam')
    const { triesPerDay, triesWindow } = twoFactorLimits
    for (let i = 0; i < triesPerDay - 1; i++) await h.db.guard.count('second-factor', guessedAt(sam), triesWindow, noon)
    const answers = await Promise.all(
      tokens.flatMap((token) => [1, 2, 3].map(() => verify('sam', token, otherThan(code)))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([422, ...Array(8).fill(429)])
    expect(await h.db.guard.read('second-factor', guessedAt(sam), triesWindow, noon)).toBe(triesPerDay)
    await off('sam')
  })

  it('answers every token that is none with one and the same body', async () => {
    const tokens = [
      'x',
      'usr_x.tok_x.no',
      `usr_1.tok_1.${'a'.repeat(43)}`,
      `${h.cast.users.cleo.id}.tok_1.${'b'.repeat(43)}`,
    ]
    const answers = []
    for (const token of tokens) {
      const { status, body } = await verify('cleo', token, '123456')
      answers.push({ status, ...body, requestId: '' })
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(answers[0]?.status).toBe(422)
  })

  it('stops guesses that are spread over many sign-ins', async () => {
    h.setClock(noon)
    await turnOnMail('abe')
    for (let i = 0; i < twoFactorLimits.triesPerDay; i++)
      await h.db.guard.count('second-factor', guessedAt(await asTheyStand('abe')), twoFactorLimits.triesWindow, noon)
    const refused = await begin('abe')
    expect(refused.status).toBe(429)
    // Who is signed in as well ends the other sign-ins as often as they like, and has no more guesses for it.
    const { epoch } = await asTheyStand('abe')
    await h.db.user.raiseEpoch(h.cast.users.abe.id)
    expect([(await asTheyStand('abe')).epoch, (await begin('abe')).status]).toEqual([epoch + 1, 429])
    // Anybody who guessed knew the password: a new one lets the owner in at once.
    await h.db.user.raiseEpoch(h.cast.users.abe.id, { passwordChangedAt: noon })
    expect((await begin('abe')).status).toBe(200)
    for (let i = 0; i < twoFactorLimits.triesPerDay; i++)
      await h.db.guard.count('second-factor', guessedAt(await asTheyStand('abe')), twoFactorLimits.triesWindow, noon)
    expect((await begin('abe')).status).toBe(429)
    h.setClock(noon + 2 * twoFactorLimits.triesWindow)
    expect((await begin('abe')).status).toBe(200)
    await off('abe')
  })

  it('has no moment of the clock at which as many guesses are free again', async () => {
    const { triesPerDay, triesWindow } = twoFactorLimits
    const midnight = (Math.floor(noon / triesWindow) + 20) * triesWindow
    h.setClock(midnight - MINUTE)
    h.forgetTokens()
    await turnOnMail('ellen')
    const token = await tokenFor('ellen')
    const code = await mailedCode('ellen')
    const counted = async () =>
      h.db.guard.count('second-factor', guessedAt(await asTheyStand('ellen')), triesWindow, h.services.now())
    for (let i = 0; i < triesPerDay; i++) await counted()
    h.setClock(midnight + MINUTE)
    const answers = await Promise.all([1, 2].map(() => verify('ellen', token, otherThan(code))))
    expect(answers.map(({ status }) => status)).toEqual([429, 429])
    expect((await begin('ellen')).status).toBe(429)
    // An hour later a day holds room for two more, and only for these.
    h.setClock(midnight + HOUR)
    const again = await tokenFor('ellen')
    const wrong = otherThan(await mailedCode('ellen'))
    const later = []
    for (let i = 0; i < 3; i++) later.push((await verify('ellen', again, wrong)).status)
    expect(later).toEqual([422, 422, 429])
    await off('ellen')
    h.forgetTokens()
  })
})

it('mails nobody more codes in an hour than its limit, and lets them in who set a new password', async () => {
  // An hour of a day of its own: others begin sign-ins of the same person, and guess.
  const hour = (Math.floor(noon / HOUR) + 4 * 24) * HOUR
  h.setClock(hour - MINUTE)
  h.forgetTokens()
  await turnOnMail('abe')
  const statuses = []
  for (let i = 0; i < twoFactorLimits.mailedPerHour; i++) statuses.push((await begin('abe')).status)
  // The clock begins another hour, which is none of theirs.
  h.setClock(hour + MINUTE)
  const refused = await begin('abe')
  expect([...statuses, refused.status]).toEqual([...Array(twoFactorLimits.mailedPerHour).fill(200), 429])
  h.setClock(hour + MINUTE + Number(refused.headers['retry-after']) * 1000)
  expect((await begin('abe')).status).toBe(200)
  await h.db.user.raiseEpoch(h.cast.users.abe.id)
  expect((await begin('abe')).status).toBe(429)
  await h.db.user.raiseEpoch(h.cast.users.abe.id, { passwordChangedAt: h.services.now() })
  expect((await begin('abe')).status).toBe(200)
  await off('abe')
  h.forgetTokens()
})

describe('security.verifyLogin by authenticator', () => {
  it('2FA-020 takes the standard code with one step of drift, and no code twice', async () => {
    h.setClock(noon)
    const { secret } = await turnOnApp('cleo')
    const one = await tokenFor('cleo')
    expect((await verify('cleo', one, codeOf(secret, noon - 60_000))).status).toBe(422)
    expect((await verify('cleo', one, codeOf(secret, noon + 60_000))).status).toBe(422)
    expect((await verify('cleo', one, codeOf(secret, noon - 30_000))).status).toBe(200)
    const two = await tokenFor('cleo')
    expect((await verify('cleo', two, codeOf(secret, noon - 30_000))).status).toBe(422)
    expect((await verify('cleo', two, codeOf(secret, noon))).status).toBe(200)
    const three = await tokenFor('cleo')
    expect((await verify('cleo', three, codeOf(secret, noon))).status).toBe(422)
    expect((await verify('cleo', three, codeOf(secret, noon + 30_000))).status).toBe(200)
    await off('cleo')
  })

  it('lets one of twenty sign-ins in that show the same code at once', async () => {
    h.setClock(noon + 3_600_000)
    const { secret } = await turnOnApp('lola')
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, i) => begin('lola', `192.0.2.${i}`)))
    const answers = await Promise.all(
      tokens.map(({ body }) =>
        verify('lola', 'otp_token' in body ? body.otp_token : '', codeOf(secret, noon + 3_600_000)),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await off('lola')
  })
})

describe('security.verifyLogin with a recovery code', () => {
  it('takes each once, in place of either kind of code, and tells the owner', async () => {
    const codes = await turnOnMail('carl')
    expect(codes).toHaveLength(10)
    const [first = ''] = codes
    expect((await verify('carl', await tokenFor('carl'), first.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await verify('carl', await tokenFor('carl'), first)).status).toBe(422)
    const left = await h.call(
      'carl',
      'security.getTwoFactor',
      { userId: h.cast.users.carl.id },
      {
        token: (await verify('carl', await tokenFor('carl'), codes[1] ?? '')).body.access_token,
      },
    )
    expect(left.body.recovery_codes_left).toBe(8)
    const told = (await step.mails()).filter(({ mail }) => mail === 'securityNotice')
    expect(told.map(({ facts }) => facts.what)).toContain('A recovery code was used to log in.')
    await off('carl')
  })

  it('takes codes of twelve signs that were made before they grew longer', async () => {
    await turnOnMail('carl')
    const old = 'abcd1234efgh'
    const { id } = h.cast.users.carl
    const known = await h.db.twoFactor.find(id)
    if (known) await h.db.twoFactor.renewRecovery(known, [hashRecoveryCode(old, id)])
    expect((await verify('carl', await tokenFor('carl'), 'ABCD-1234-EFGH')).status).toBe(200)
    expect((await verify('carl', await tokenFor('carl'), old)).status).toBe(422)
    await off('carl')
  })

  it('takes it once from twenty requests at once', async () => {
    const [code = ''] = await turnOnMail('amos')
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, i) => begin('amos', `192.0.2.${i}`)))
    const answers = await Promise.all(
      tokens.map(({ body }) => verify('amos', 'otp_token' in body ? body.otp_token : '', code)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await off('amos')
  })
})

describe('codes from one source', () => {
  it('are limited over all sign-ins, also at once, with a time to wait; other sources go on', async () => {
    const { perSource } = signInLimits.wrongCodes
    const none = 'x'.repeat(40)
    const all = await Promise.all(
      Array.from({ length: perSource + 20 }, () => verify('cleo', none, '000000', '198.18.10.1')),
    )
    expect(all.filter(({ status }) => status === 429)).toHaveLength(20)
    const [stopped] = all.filter(({ status }) => status === 429)
    expect(stopped?.body.message).toMatch(/^Too many codes\. Please try again in \d+ minutes\.$/)
    expect(Number(stopped?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await verify('cleo', none, '000000', '198.18.10.2')).status).toBe(422)
  })
})
