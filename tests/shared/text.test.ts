import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cleanTags,
  cutKey,
  cutText,
  firstSign,
  initialsOf,
  normaliseZipText,
  refusalForText,
  shortenText,
  splitZips,
} from '#shared/text.ts'

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
    expect(splitZips('60601, 60602 60601\n')).toEqual(['60601', '60602'])
    expect(splitZips('60601;60602; 60603')).toEqual(['60601', '60602', '60603'])
  })

  it('splits the same whatever stands between, as it is typed and as it is read', () => {
    const zip = fc.stringMatching(/^\d{5}$/)
    const between = fc.stringMatching(/^[,; \n\t]{1,3}$/)
    fc.assert(
      fc.property(fc.array(fc.tuple(zip, between), { maxLength: 30 }), between, (pairs, before) => {
        const text = before + pairs.flat().join('')
        const zips = [...new Set(pairs.map(([code]) => code))]
        expect(splitZips(text)).toEqual(zips)
        expect(splitZips(normaliseZipText(text))).toEqual(zips)
      }),
    )
  })
})

describe('cleanTags', () => {
  it('WID-025 leaves blank entries and repetitions out', () => {
    expect(cleanTags(['  ', 'roof', '', ' Roof ', 'gutter '])).toEqual(['roof', 'gutter'])
  })
})

const family = '👨‍👩‍👧'
const halves = ['\ud83d', 'a\udc68', '\udc68\ud83d', 'Ann \ud800 Lee']

describe('what text is taken', () => {
  it.each(halves)('refuses half a pair (%j), in lines too', (text) => {
    expect(refusalForText(text)).toMatch(/half a character/)
    expect(refusalForText(text, 'lines')).toMatch(/half a character/)
  })

  it.each(['\0', '\u0007', '\u001b', '\u007f', '\u0085', '\u0000'])('refuses the control character %j', (sign) => {
    expect(refusalForText(`Ann${sign}Lee`)).toMatch(/Control characters/)
    expect(refusalForText(`Ann${sign}Lee`, 'lines')).toMatch(/Control characters/)
  })

  it.each(['\r\n', '\n', '\r', '\t', '\u2028', '\u2029'])('refuses %j within a line, and takes it in lines', (sign) => {
    expect(refusalForText(`Ann${sign}Lee`)).toMatch(/one line/)
    expect(refusalForText(`Ann${sign}Lee`, 'lines')).toBeUndefined()
    expect(refusalForText(`Ann Lee${sign}`)).toBeUndefined()
  })

  it.each(['\u202a', '\u202e', '\u2066', '\u2069'])('refuses %j, which turns the direction of a name', (sign) => {
    expect(refusalForText(`Ann${sign}Lee`)).toMatch(/direction/)
    expect(refusalForText(`Ann${sign}Lee`, 'lines')).toBeUndefined()
  })

  it.each([
    family,
    '🇺🇦',
    'José',
    'Jose\u0301',
    'שלום עולם',
    'مرحبا',
    '\u200fשלום',
    '𠮷野家',
    'नमस्ते',
    'ก็',
    '\ufffd',
    '\uffff',
    '',
  ])('takes %j', (text) => {
    expect(refusalForText(text)).toBeUndefined()
  })
})

describe('cutting', () => {
  it('never cuts a sign in two', () => {
    expect(cutText(`Ann ${family}`, 5)).toBe('Ann ')
    expect(cutText(`Ann ${family}`, 12)).toBe(`Ann ${family}`)
    expect(cutText('Jose\u0301', 4)).toBe('Jos')
    expect(cutText('🇺🇦🇫🇷', 5)).toBe('🇺🇦')
    expect(shortenText(`Ann ${family}!`, 8)).toBe('Ann …')
    expect([firstSign(`${family} Smith`), firstSign('')]).toEqual([family, ''])
    expect(initialsOf(`  ${family} smith jones`)).toBe(`${family}S`)
  })

  it('cuts a sign that is longer than all that is wanted between two code points', () => {
    expect(cutText(family, 4)).toBe('👨\u200d')
    expect(cutText(`e${'\u0301'.repeat(50)}`, 10)).toBe(`e${'\u0301'.repeat(9)}`)
    expect(cutText('👨', 1)).toBe('')
  })

  it('answers well-formed text that is a beginning, whatever comes in', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
      fc.array(fc.constantFrom(family, 'e\u0301', 'a', '\ud83d', '🇺🇦', '\u200d', '한')).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(anything, fc.nat(30), (text, length) => {
        for (const cut of [cutText(text, length), cutKey(text, length)]) {
          expect(cut.isWellFormed() && cut.length <= length).toBe(true)
          expect(text.toWellFormed().startsWith(cut) || !text.isWellFormed()).toBe(true)
        }
        // What is typed of a word finds it: a key of the beginning begins the key of the whole.
        if (text.isWellFormed())
          expect(cutKey(text, length).startsWith(cutKey(text, Math.max(0, length - 1)))).toBe(true)
      }),
    )
  })
})
