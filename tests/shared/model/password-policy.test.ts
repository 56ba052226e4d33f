import { describe, expect, it } from 'vitest'
import { passwordFault, passwordRules } from '#shared/model/password-policy.ts'

describe('passwordFault', () => {
  it.each(['correct horse 42', 'fresh paint 7', 'пароль№2026', '密碼密碼密碼密碼1'])('takes %s', (password) =>
    expect(passwordFault(password)).toBeUndefined(),
  )

  it.each([
    ['', 'Use at least 8 characters, with letters and digits.'],
    ['abc1', 'Use at least 8 characters, with letters and digits.'],
    ['abcdefgh', 'Use at least 8 characters, with letters and digits.'],
    ['12345678', 'Use at least 8 characters, with letters and digits.'],
    ['😀😀😀a1', 'Use at least 8 characters, with letters and digits.'],
    ['Password123', 'This password is known to everybody who guesses. Choose another one.'],
    ['x1'.repeat(200), 'Use at most 256 characters.'],
  ])('refuses "%s"', (password, sentence) => expect(passwordFault(password)).toBe(sentence))

  it("refuses the person's own address, with other digits too", () => {
    expect(passwordFault('nora.new7', 'nora.new7@example.com')).toBe(
      'Choose a password that is not your e-mail address.',
    )
    expect(passwordFault('nora.new99', 'nora.new7@example.com')).toBe(
      'Choose a password that is not your e-mail address.',
    )
    expect(passwordFault('bo123456', 'bo@example.com')).toBeUndefined()
  })

  it('asks what the rules ask that a form shows', () => {
    for (const password of ['abc', 'abcdefgh', '12345678', 'abcd1234x'])
      expect(passwordRules.every(({ test }) => test(password))).toBe(passwordFault(password) === undefined)
  })
})
