import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanTags, normaliseZipText, zipsIn } from '#shared/text.ts'

describe('normaliseZipText', () => {
  it.each([
    ['WID-026 keeps only digits', '12a', '12'],
    ['WID-027 ends a line at a comma', '12345,', '12345\n'],
    ['WID-027 ends a line at a blank', '12345 ', '12345\n'],
    ['WID-028 splits what is pasted', '1 2,3', '1\n2\n3'],
    ['WID-029 collapses empty lines', '12345\n\n', '12345\n'],
    ['begins with no empty line', ', 60601', '60601'],
    ['joins no two codes over a dropped sign', '60601 - 60602', '60601\n60602'],
  ])('%s', (_name, typed, kept) => {
    expect(normaliseZipText(typed)).toBe(kept)
  })

  it('changes nothing the second time', () => {
    fc.assert(fc.property(fc.string(), (text) => normaliseZipText(normaliseZipText(text)) === normaliseZipText(text)))
  })

  it('gives each code once', () => {
    expect(zipsIn('60601, 60602 60601\n')).toEqual(['60601', '60602'])
  })
})

describe('cleanTags', () => {
  it('WID-025 leaves blank entries and repetitions out', () => {
    expect(cleanTags(['  ', 'roof', '', ' Roof ', 'gutter '])).toEqual(['roof', 'gutter'])
  })
})
