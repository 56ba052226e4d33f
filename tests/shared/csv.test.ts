import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CSV_ONLY,
  cleanFileName,
  guardCell,
  isHeader,
  MAX_UPLOAD_BYTES,
  parseRow,
  refuseFile,
  toCsvLine,
  unguardCell,
} from '#shared/csv.ts'
import { normaliseEmail } from '#shared/email.ts'

const md5 = '0123456789abcdef0123456789abcdef'

describe('refuseFile', () => {
  it('EXC-002 takes a file whose name ends in .csv and refuses any other with the exact text', () => {
    for (const name of ['a.csv', 'A.CSV', 'a b.CsV ', 'a.xlsx.csv'])
      expect(refuseFile({ name, bytes: 9 })).toBeUndefined()
    for (const name of ['a.xlsx', 'csv', 'a.csv.exe', 'a.txt', '', 'a.csv/'])
      expect(refuseFile({ name, bytes: 9 })).toBe('Invalid file format. This upload only supports CSV files.')
    expect(CSV_ONLY).toBe('Invalid file format. This upload only supports CSV files.')
  })

  it('refuses an empty file and one beyond the bound', () => {
    expect(refuseFile({ name: 'a.csv', bytes: 0 })).toBe('The file is empty.')
    expect(refuseFile({ name: 'a.csv', bytes: MAX_UPLOAD_BYTES })).toBeUndefined()
    expect(refuseFile({ name: 'a.csv', bytes: MAX_UPLOAD_BYTES + 1 })).toBe('The file is larger than 5 MB.')
  })
})

describe('cleanFileName', () => {
  it.each([
    ['EXC-003 lower-cases', 'MyFile.CSV', 'myfile.csv'],
    ['EXC-004 strips spaces and odd characters', 'a b#é.csv', 'ab.csv'],
    ['drops folders of either kind', '..\\..\\etc/passwd/List.csv', 'list.csv'],
    ['drops a parent folder alone', '../../x.csv', 'x.csv'],
    ['keeps dots, dashes and underscores inside', 'a-b_c.d.csv', 'a-b_c.d.csv'],
    ['names a file of which nothing is left', '日本語.csv', 'file.csv'],
    ['leaves no hidden file', '...csv', 'file.csv'],
    ['cuts long names before the extension', `${'n'.repeat(300)}.csv`, `${'n'.repeat(96)}.csv`],
  ])('%s', (_title, name, clean) => expect(cleanFileName(name)).toBe(clean))

  it('EXC-003 EXC-004 leaves only plain characters of any name, and nothing to clean twice', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.constantFrom('', '.csv', '.CSV'),
        (base, extension) => {
          const clean = cleanFileName(base + extension)
          expect(clean).toMatch(/^[a-z0-9_][a-z0-9._-]{0,99}$/)
          expect(clean).not.toContain('..')
          expect(cleanFileName(clean)).toBe(clean)
          if (extension && /[a-z0-9]/.test(base)) expect(clean.endsWith('.csv')).toBe(true)
        },
      ),
    )
  })
})

describe('parseRow', () => {
  it.each([
    ['plain address', ['ann@example.com'], { kind: 'email', value: 'ann@example.com' }],
    ['EXC-021+ trimmed and lower-cased', ['  Ann@Example.COM\u00a0'], { kind: 'email', value: 'ann@example.com' }],
    ['empty columns behind it', ['ann@example.com', '', ' '], { kind: 'email', value: 'ann@example.com' }],
    [
      'plus, dots and an apostrophe',
      ["o'n.eil+tag@mail.example.co.uk"],
      { kind: 'email', value: "o'n.eil+tag@mail.example.co.uk" },
    ],
    ['international address', ['Jörg@Bücher.example'], { kind: 'email', value: 'jörg@bücher.example' }],
    ['punycode top-level domain', ['a@b.xn--p1ai'], { kind: 'email', value: 'a@b.xn--p1ai' }],
    ['EXC-007 MD5', [md5], { kind: 'md5', value: md5 }],
    ['MD5 in upper case', [` ${md5.toUpperCase()} `], { kind: 'md5', value: md5 }],
    ['SHA-1', ['a'.repeat(40)], { kind: 'sha1', value: 'a'.repeat(40) }],
    ['SHA-256', ['B'.repeat(64)], { kind: 'sha256', value: 'b'.repeat(64) }],
    ['what our own download guards', ["'=1@example.com"], { kind: 'email', value: '=1@example.com' }],
  ])('reads: %s', (_title, cells, record) => expect(parseRow(cells)).toMatchObject({ record }))

  it.each([
    ['EXC-006 a second column', ['ann@example.com', 'Ann'], 'more than one column'],
    ['a value behind an empty column', ['', 'ann@example.com'], 'more than one column'],
    ['a word', ['hello there'], 'not an e-mail address'],
    ['a display name', ['Ann <ann@example.com>'], 'not an e-mail address'],
    ['no dot in the domain', ['ann@localhost'], 'not an e-mail address'],
    ['an IP address for a domain', ['ann@127.0.0.1'], 'not an e-mail address'],
    ['dots in a row', ['a..b@example.com'], 'not an e-mail address'],
    ['a domain label of 64 characters', [`a@${'d'.repeat(64)}.com`], 'not an e-mail address'],
    ['a dash at the end of a label', ['a@b-.com'], 'not an e-mail address'],
    ['two signs', ['a@b@example.com'], 'not an e-mail address'],
    ['a local part of 65 characters', [`${'a'.repeat(65)}@example.com`], 'not an e-mail address'],
    ['255 characters', [`a@${'d.'.repeat(125)}com`], '254 characters'],
    ['a hash of another length', ['a'.repeat(31)], 'it has 31 characters'],
    ['a NUL', ['ann\u0000@example.com'], 'control character'],
    ['bytes that are not UTF-8', ['ann\ufffd@example.com'], 'not saved as UTF-8'],
  ])('refuses: %s', (_title, cells, reason) =>
    expect(parseRow(cells)).toEqual({ reason: expect.stringContaining(reason) }),
  )

  it('says blank of a row without content', () => {
    for (const cells of [[], [''], ['  '], ['', '', '']]) expect(parseRow(cells)).toBe('blank')
  })

  it('never throws, and its records are in the form that hashes are made of', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 3 }), (cells) => {
        const row = parseRow(cells)
        if (typeof row === 'object' && 'record' in row) expect(normaliseEmail(row.record.value)).toBe(row.record.value)
      }),
    )
  })

  it('takes every well-formed address whatever its case and the blanks around it', () => {
    // An apostrophe before a sign of a formula is how our own files keep it from being one, and is taken off again.
    const address = fc.emailAddress().filter((text) => !/["(),:;<>[\]\\]|^'[=+\-@]/.test(text))
    fc.assert(
      fc.property(address, fc.constantFrom('', ' ', '\t', '  '), (text, blank) => {
        expect(parseRow([`${blank}${text.toUpperCase()}${blank}`])).toMatchObject({
          record: { value: text.toUpperCase().toLowerCase() },
        })
      }),
    )
  })
})

describe('isHeader', () => {
  it('EXC-021+ tells names of a column from records and from rubbish', () => {
    for (const text of [
      'email',
      'E-Mail',
      'EMAIL ADDRESS',
      'md5',
      'MD5 Hash',
      'sha256',
      'hashed_email',
      'record',
      'Adresse électronique',
    ])
      expect(isHeader([text]), text).toBe(true)
    expect(isHeader(['email', 'name'])).toBe(true)
    for (const text of ['a@b.example', md5, '12345', 'deadbeefdeadbeef0', '=cmd()', '', 'x'.repeat(80)])
      expect(isHeader([text]), text).toBe(false)
  })
})

describe('toCsvLine', () => {
  const signs = fc
    .array(fc.constantFrom('=', '+', ';', '\t', '\r', '\n', "'", '"', ' ', ',', 'x', '＝'))
    .map((all) => all.join(''))
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    signs,
    fc
      .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', "'", "'=", "''+", ' =', '"', '＝'), fc.string())
      .map((parts) => parts.join('')),
  )
  // A file of ours begins with a line of names, so a byte-order mark never stands in its first cell.
  const read = (text: string): string[][] => parse(text, { record_delimiter: '\r\n', relax_column_count: true })

  it('comes back from an independent reader as it was, for any cells', () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const back = read(`name\r\n${rows.map(toCsvLine).join('')}`).slice(1)
        expect(back.map((cells) => cells.map(unguardCell))).toEqual(rows)
      }),
    )
  })

  it('lets nothing begin as a formula where a spreadsheet splits by semicolons, tabs or line ends', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 3 }), (cells) => {
        // As a spreadsheet of such a country reads it: commas, and the quotes within a line, are letters like others.
        for (const piece of toCsvLine(cells).split(/[;\t\r\n]/))
          expect(piece).not.toMatch(/^[\s\p{Cc}"]*[=+\-@＝＋－＠]/u)
      }),
    )
    expect(toCsvLine(['Acme;=1+1'])).toBe(`"Acme;'=1+1"\r\n`)
    expect(toCsvLine(['a', 'b;"=1+1"'])).toBe(`a,"b;'""=1+1"""\r\n`)
  })

  it('lets no cell begin as a formula', () => {
    fc.assert(
      fc.property(cell, (text) => {
        // A phone number is at most a number.
        if (/^\+\d{7,15}$/.test(text)) return
        expect(guardCell(text)).not.toMatch(/^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u)
      }),
    )
    expect(toCsvLine(['=1+1', '-2', '@x', '+3', '\t=1', 'plain'])).toBe(`'=1+1,'-2,'@x,'+3,"'\t'=1",plain\r\n`)
    expect(toCsvLine(['+13125550123', '+1312555+1', '+1'])).toBe("+13125550123,'+1312555+1,'+1\r\n")
  })
})
