// Prices are the root's to set. What a browser shows of them comes from settings, so none may stand in the code of a screen.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const files = globSync('web/{app,api,ui,theme,features}/**/*.{ts,tsx}', { cwd: root })

/** A sum of money in a text, or a number under the name of a price. Zero is no price. */
const fees = [
  /\$\d/,
  /\b\d+(\.\d+)?\s?(USD|dollars)\b/i,
  /\b\w*(cents|basisPoints|fee|price|rate|cost)\b\s*[:=]\s*['"]?[\d_.]*[1-9]/i,
]

describe('the code of the frame and of the screens', () => {
  it('CON-030 holds no fee and no rate', () => {
    expect(files.length).toBeGreaterThan(500)
    const found = files.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        // What a comment gives as an example is shown to nobody, and `$1` of a replacement is no sum.
        .map((line) => line.replace(/^\s*(\/\*\*|\*|\/\/).*/, '').replace(/\.replace\(\/.*/, ''))
        .flatMap((line, at) => (fees.some((fee) => fee.test(line)) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
    )
    expect(found).toEqual([])
  })

  it('would be noticed if it did', () => {
    const lines = [
      'const platformFee = 100',
      'costPerLeadCents: 50,',
      '<Text>Only $349 a month</Text>',
      "price = '0.5'",
    ]
    for (const line of lines) expect([line, fees.some((fee) => fee.test(line))]).toEqual([line, true])
    for (const line of ['feeCents: 0,', 'const total = 12', '`${name}`'])
      expect(fees.some((fee) => fee.test(line))).toBe(false)
  })
})
