import { describe, expect, it } from 'vitest'
import { refusalForZips, ZipCodes } from '#shared/model/zip-codes.ts'

const some = (count: number) => Array.from({ length: count }, (_, at) => String(10_000 + at))

describe('lists of zip codes', () => {
  it('take five digits, each once, whatever stands between them', () => {
    expect(ZipCodes.parse(['60601;60602', '60603, 60601', ' 00501 ', ''])).toEqual(['60601', '60602', '60603', '00501'])
  })

  it('name the wrong ones, 00000 among them, and at most a thousand are taken', () => {
    expect(refusalForZips(['60601', '00000', '123'])).toBe('A zip code has five digits. Not valid: 00000, 123.')
    expect(refusalForZips(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toMatch(/: a, b, c, d, e and 2 more\.$/)
    expect(refusalForZips(['606011', '6060a', '60601-1234'])).toMatch(/: 606011, 6060a, 60601-1234\.$/)
    expect(refusalForZips(some(1000))).toBeUndefined()
    expect(refusalForZips(some(1001))).toBe('Use at most 1,000 zip codes; these are 1,001.')
    expect(ZipCodes.safeParse([some(1001).join(';')]).error?.issues[0]?.message).toMatch(/at most 1,000/)
    expect(ZipCodes.safeParse([...some(1000), ...some(1000)]).success).toBe(true)
  })
})
