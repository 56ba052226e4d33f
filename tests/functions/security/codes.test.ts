import { describe, expect, it } from 'vitest'
import { newMailCode, newRecoveryCodes } from '#functions/domain/security/otp-token.ts'

describe('codes of the second step', () => {
  it('are six digits each, with zeros in front, and every one of them comes', () => {
    const codes = Array.from({ length: 5000 }, newMailCode)
    for (const code of codes) expect(code).toMatch(/^\d{6}$/)
    // So many of a million differ nearly all; a source with few states repeats itself.
    expect(new Set(codes).size).toBeGreaterThan(4900)
    for (const place of [0, 5]) expect(new Set(codes.map((code) => code[place])).size).toBe(10)
  })

  it('for a lost device hold at least 112 bits, and none comes twice', () => {
    const codes = Array.from({ length: 200 }, () => newRecoveryCodes('usr_any').codes).flat()
    const letters = new Set(codes.join('').replaceAll('-', ''))
    const length = Math.min(...codes.map((code) => code.replaceAll('-', '').length))
    expect(length * Math.log2(letters.size)).toBeGreaterThanOrEqual(112)
    expect(new Set(codes).size).toBe(codes.length)
  })
})
