import { describe, expect, it } from 'vitest'
import { plainName, senderName } from '#shared/plain-name.ts'

describe('a name that a stranger chose', () => {
  it.each([
    ['Smith & Sons, Inc.', 'Smith & Sons, Inc.'],
    ["O’Neil-Müller's 3", "O’Neil-Müller's 3"],
    ['株式会社 東京', '株式会社 東京'],
    ['Pay at http://evil.com/now', 'Pay at evil com now'],
    ['support@bank.com', 'support bank com'],
    ['WWW.evil.Com', 'evil Com'],
    ['Ads "<b>" \r\nBcc: all', 'Ads b Bcc all'],
    ['ｅvil．ｃｏｍ', 'ｅvil ｃｏｍ'],
    ['The Whttp Company', 'The Whttp Company'],
    ['https', ''],
    ['🚀 Rocket 🚀', 'Rocket'],
  ])('%j is shown as %j', (name, shown) => {
    expect(plainName(name)).toBe(shown)
  })

  it('is cut in whole signs and well formed', () => {
    const long = 'e\u0301'.repeat(200)
    expect(plainName(long).length).toBeLessThanOrEqual(60)
    expect(plainName(`${'Long '.repeat(12)}Name`)).toBe(`${'Long '.repeat(12).slice(0, 59)}…`)
    expect(plainName('x'.repeat(60))).toBe('x'.repeat(60))
    expect(plainName(`a${'\u{20000}'.repeat(80)}`).isWellFormed()).toBe(true)
  })

  it('has a stand-in where nothing is left', () => {
    expect(senderName('🚀@.')).toBe('Account service')
  })
})
