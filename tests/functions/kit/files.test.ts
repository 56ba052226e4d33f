// Files of rows as we write them, read by both imports: what stands in a cell comes back, no matter what it holds, stands
// between the cells, and encodes the text.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readClientFile } from '#functions/domain/companies/import-file.ts'
import { readExclusionFile } from '#functions/domain/exclusions/file.ts'
import { RefusedFile } from '#functions/domain/lib/csv-lines.ts'
import { toCsvLine } from '#shared/csv.ts'

const encodings = {
  'UTF-8': (text: string) => Buffer.from(text),
  'UTF-8 with its mark': (text: string) => Buffer.from(`\ufeff${text}`),
  'UTF-16LE': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16BE': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
}
type Encoding = keyof typeof encodings
const encoding = fc.constantFrom(...(Object.keys(encodings) as Encoding[]))
const firstLine = fc.constantFrom('', 'sep=,\r\n', '"sep=,"\r\n', 'SEP=,\n')
const size = fc.integer({ min: 1, max: 900 })

async function* inPieces(content: Uint8Array, of: number) {
  for (let at = 0; at < content.length; at += of) yield content.subarray(at, at + of)
}

/** Any text that may stand in one line: signs that mean something in such a file more often than others. */
const signs = fc.string({ unit: fc.constantFrom(...`"',;\t=+-@＝ aé😀\\`), maxLength: 12 })
const cell = fc
  .oneof(signs, fc.string({ unit: 'grapheme', maxLength: 20 }))
  .map((text) => text.replaceAll(/[\r\n]|\ufeff|\ufffd/g, ' '))
/** The names of a person: what the form takes. */
const name = cell
  .map((text) => text.replaceAll(/(?!\t)\p{Cc}|[\t\u2028-\u202e\u2066-\u2069]/gu, ' ').trim())
  .filter((text) => text !== '' && !/^'*[=+\-@＝＋－＠]|^"|"$/u.test(text))
/** The same row with another sign between its cells. */
const parted = (cells: readonly string[], by: string) =>
  by === ','
    ? toCsvLine(cells)
    : `${cells
        .map(
          (text) =>
            `"${toCsvLine([text, ''])
              .trimEnd()
              .replace(/,$/, '')
              .replace(/^"([\s\S]*)"$/, '$1')}"`,
        )
        .join(by)}\r\n`

describe('a file of clients', () => {
  it('comes back as it was, cell by cell', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(name, name, cell), { minLength: 1, maxLength: 4 }),
        ...([encoding, firstLine, fc.constantFrom(',', ';', '\t'), size] as const),
        async (people, how, first, by, bytes) => {
          const rows = people.map(([company, person, note], at) => [company, person, `p${at}@x.example`, note])
          const text =
            first + [['Company*', '*Full name', 'E-mail *', 'Note'], ...rows].map((row) => parted(row, by)).join('')
          const read = await readClientFile(inPieces(encodings[how](text), bytes))
          expect(read.left).toEqual([])
          expect(read.rows.map(({ companyName, fullName, email }) => [companyName, fullName, email])).toEqual(
            rows.map(([company, person, email]) => [company, person, email]),
          )
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('an exclusion file', () => {
  const address = fc
    .tuple(fc.stringMatching(/^[a-zé0-9+'-]{1,12}$/), fc.constantFrom('x.example', 'bücher.example', '例え.テスト'))
    .map((parts) => parts.join('@'))

  it('gives each record back, and each other row with its reason, whatever stands in it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(address, { minLength: 1, maxLength: 6 }),
        fc.array(cell, { maxLength: 4 }),
        ...([encoding, firstLine, fc.constantFrom(',', ';', '\t'), size] as const),
        async (records, others, how, first, by, bytes) => {
          const lines = [['E-mail*'], ...records.map((record) => [record]), ...others.map((text) => [text, 'second'])]
          const text = first + lines.map((cells) => parted(cells, by)).join('')
          const read = await readExclusionFile(inPieces(encodings[how](text), bytes))
          expect(read.accepted.map(({ text: given }) => given)).toEqual(records)
          expect(read.rejected).toHaveLength(others.length)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('lets a cell with a line break harm no row but its own', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(address, { minLength: 1, maxLength: 4 }), encoding, async (records, how) => {
        const lines = records.flatMap((record) => [[record], [`two\nlines of "${record.length}"`]])
        const read = await readExclusionFile(inPieces(encodings[how](lines.map(toCsvLine).join('')), 100))
        expect(read.accepted.map(({ text }) => text)).toEqual(records)
      }),
    )
  })
})

it('is refused with one and the same sentence by both imports when it is no text', async () => {
  const without = Buffer.from('a@x.example\n'.repeat(60), 'utf16le')
  for (const read of [readClientFile, readExclusionFile]) {
    const failed = read(inPieces(without, 64))
    await expect(failed).rejects.toThrow(RefusedFile)
    await expect(failed).rejects.toThrow('The file must be saved as UTF-8 text.')
  }
})
