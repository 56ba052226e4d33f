import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { subdomainFrom } from '#shared/model/subdomain.ts'

describe('subdomainFrom', () => {
  it.each([
    ['Northlight', '', 'northlight'],
    ['Önly & Söns, LLC', '', 'only-and-sons-llc'],
    ['Copper & Co', '2', 'copper-and-co-2'],
    ['admin', '', 'agency-admin'],
    ['A', '', 'agency-a'],
    ['株式会社', 'x7', 'agency-x7'],
    ['xn--bcher-kva', '', 'xn-bcher-kva'],
    ['x'.repeat(90), '3', `${'x'.repeat(38)}-3`],
  ])('%s %s becomes %s', (name, suffix, host) => expect(subdomainFrom(name, suffix)).toBe(host))

  it('is always a label that every browser takes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.constantFrom('', '2', 'a1b2c3'),
        (name, suffix) => {
          const label = subdomainFrom(name, suffix)
          expect(label).toMatch(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/)
          expect(label.length).toBeLessThanOrEqual(40)
          expect(label.slice(2, 4)).not.toBe('--')
        },
      ),
    )
  })
})
