// Files as people and attackers send them, each with what has to come of it. Made here, so that every byte can be read.
import { gzipSync } from 'node:zlib'
import { addresses, hash, lines } from './stage.ts'

type Outcome = { accepted: number; duplicates?: number; rejected?: string[] } | { refused: string; rejected?: string[] }
export type Sample = { name: string; content: string | Uint8Array; outcome: Outcome }

const bytes = (...parts: (string | number[] | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const three = lines(addresses(3))
const md5 = hash('md5', 'ann@example.com')
const zipHead = [0x50, 0x4b, 0x03, 0x04, 0x14, 0, 0, 0, 8, 0]
const utf8 = 'The file must be saved as UTF-8'
const noRecords = 'The file holds no records.'
const noneValid = 'The file holds no valid e-mail address or hash. Line 1: '
const manyColumns = 'This row has more than one column.'
const noAddress = 'This is not an e-mail address.'
const quotes = 'The quotes in this row do not match.'
const control = 'This row holds a control character.'

export const corpus: Sample[] = [
  { name: 'LF', content: three, outcome: { accepted: 3 } },
  { name: 'CRLF', content: three.replaceAll('\n', '\r\n'), outcome: { accepted: 3 } },
  { name: 'CR only', content: three.replaceAll('\n', '\r'), outcome: { accepted: 3 } },
  {
    name: 'mixed line ends',
    content: 'a@x.example\nb@x.example\r\nc@x.example\rd@x.example',
    outcome: { accepted: 4 },
  },
  { name: 'no final line end', content: three.trimEnd(), outcome: { accepted: 3 } },
  { name: 'byte-order mark', content: bytes([0xef, 0xbb, 0xbf], three), outcome: { accepted: 3 } },
  {
    name: 'byte-order mark and header',
    content: bytes([0xef, 0xbb, 0xbf], 'Email\n', three),
    outcome: { accepted: 3 },
  },
  { name: 'header', content: `E-Mail Address\n${three}`, outcome: { accepted: 3 } },
  { name: 'header with quotes', content: `"MD5 hash"\n${md5}\n`, outcome: { accepted: 1 } },
  { name: 'header behind blank lines', content: `\n\nemail\n${three}`, outcome: { accepted: 3 } },
  { name: 'header twice', content: `email\nemail\n${three}`, outcome: { accepted: 3, rejected: [noAddress] } },
  { name: 'header alone', content: 'email\n', outcome: { refused: noRecords } },
  { name: 'blank lines', content: `\n\n${three.replaceAll('\n', '\n\n \n\t\n')}`, outcome: { accepted: 3 } },
  { name: 'quotes', content: '"a@x.example"\n"b@x.example"\n', outcome: { accepted: 2 } },
  { name: 'blanks around quotes', content: '  "a@x.example"  \n', outcome: { accepted: 1 } },
  { name: 'empty quotes', content: '""\na@x.example\n""', outcome: { accepted: 1 } },
  { name: 'open quote', content: '"a@x.example\nb@x.example\n', outcome: { accepted: 1, rejected: [quotes] } },
  { name: 'quote inside', content: 'a"b@x.example\nb@x.example', outcome: { accepted: 1, rejected: [quotes] } },
  {
    name: 'line end within quotes',
    content: '"a@x.example\n"\nb@x.example',
    outcome: { accepted: 2 },
  },
  {
    name: 'line end within a quoted address',
    content: '"a@x.\nexample"\nb@x.example',
    outcome: { accepted: 1, rejected: [control] },
  },
  {
    name: 'a quote that ends in the middle of a later row',
    content: '"a@x.example\nb@x.example\n"c@x.example"\nd@x.example',
    outcome: { accepted: 3, rejected: [quotes] },
  },
  {
    name: 'a quote without an end above many rows',
    content: `"a@x.example\n${lines(addresses(60))}`,
    outcome: { accepted: 60, rejected: [quotes] },
  },
  { name: 'semicolons', content: 'a@x.example;Ann\nb@x.example;\n', outcome: { accepted: 1, rejected: [manyColumns] } },
  { name: 'tabs', content: 'a@x.example\tAnn\nb@x.example\t\t\n', outcome: { accepted: 1, rejected: [manyColumns] } },
  {
    name: 'two columns',
    content: 'a@x.example,Ann\nb@x.example,Bob',
    outcome: { refused: noneValid + manyColumns, rejected: [manyColumns, manyColumns] },
  },
  { name: 'empty columns', content: 'a@x.example,,,\n,,,\nb@x.example', outcome: { accepted: 2 } },
  {
    name: 'first column empty',
    content: ',a@x.example\nb@x.example',
    outcome: { accepted: 1, rejected: [manyColumns] },
  },
  { name: '0 bytes', content: '', outcome: { refused: 'The file is empty.' } },
  { name: 'blanks alone', content: ' \n\r\n\t\n', outcome: { refused: noRecords } },
  { name: 'byte-order mark alone', content: bytes([0xef, 0xbb, 0xbf]), outcome: { refused: noRecords } },
  {
    name: 'words alone',
    content: 'hello\nworld\n',
    outcome: { refused: `The file holds no valid e-mail address or hash. Line 2: ${noAddress}`, rejected: [noAddress] },
  },
  { name: 'UTF-16LE', content: bytes([0xff, 0xfe], utf16(three)), outcome: { accepted: 3 } },
  { name: 'UTF-16BE', content: bytes([0xfe, 0xff], utf16(three).swap16()), outcome: { accepted: 3 } },
  {
    name: 'UTF-16LE as a spreadsheet saves it, with a header and international addresses',
    content: bytes([0xff, 0xfe], utf16('E-mail\r\nj\u00f6rg@b\u00fccher.example\r\n"b@x.example"\t\r\n')),
    outcome: { accepted: 2 },
  },
  {
    name: 'UTF-16LE with half a character at its end',
    content: bytes([0xff, 0xfe], utf16('a@x.example\nb@x.example'), [0x41]),
    outcome: { accepted: 1, rejected: ['This row is not saved as UTF-8.'] },
  },
  {
    name: 'UTF-16LE with its first bytes and nothing more',
    content: bytes([0xff, 0xfe]),
    outcome: { refused: noRecords },
  },
  { name: "a spreadsheet's own first line", content: `sep=;\r\nEmail*\r\n${three}`, outcome: { accepted: 3 } },
  {
    name: "a spreadsheet's own first line behind a byte-order mark",
    content: bytes([0xef, 0xbb, 0xbf], `"sep=;"\r\n*E-mail;;\r\na@x.example;;\r\n`),
    outcome: { accepted: 1 },
  },
  {
    name: "a spreadsheet's own line further below",
    content: 'a@x.example\nsep=;\n',
    outcome: { accepted: 1, rejected: [noAddress] },
  },
  { name: 'UTF-16 without a mark', content: utf16(three), outcome: { refused: utf8 } },
  {
    name: 'Latin-1',
    content: Buffer.from('j\u00f6rg@x.example\na@x.example', 'latin1'),
    outcome: { accepted: 1, rejected: ['This row is not saved as UTF-8.'] },
  },
  {
    name: 'a NUL in a row',
    content: 'a\0@x.example\nb@x.example',
    outcome: { accepted: 1, rejected: ['This row holds a control character.'] },
  },
  { name: 'NULs alone', content: Buffer.alloc(4096), outcome: { refused: utf8 } },
  {
    name: 'xlsx with another name',
    content: bytes(zipHead, 'xl/worksheets/sheet1.xml', Buffer.alloc(300, 0x9a)),
    outcome: { refused: 'The file is a spreadsheet or an archive, not a CSV file.' },
  },
  {
    name: 'xls with another name',
    content: bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], Buffer.alloc(600)),
    outcome: { refused: 'The file is a spreadsheet, not a CSV file.' },
  },
  {
    name: 'gzip (of 30 MB)',
    content: gzipSync(Buffer.alloc(30_000_000, 'a@x.example\n')),
    outcome: { refused: 'The file is a compressed file, not a CSV file.' },
  },
  { name: 'PDF', content: '%PDF-1.7\nnothing', outcome: { refused: 'The file is a PDF document, not a CSV file.' } },
  {
    name: 'text that is also an archive',
    content: bytes('a@x.example\n', zipHead, '\nb@x.example\n'),
    outcome: { accepted: 2, rejected: ['This row holds a control character.'] },
  },
  {
    name: 'HTML',
    content: '<html>\n<a href="mailto:a@x.example">a@x.example</a>\n</html>',
    outcome: { refused: noneValid + noAddress, rejected: [noAddress, quotes, noAddress] },
  },
  {
    name: 'a line of 5 MB',
    content: 'x'.repeat(5_000_000),
    outcome: {
      refused: `${noneValid}This row is longer than 2,000 characters.`,
      rejected: ['This row is longer than 2,000 characters.'],
    },
  },
  {
    name: 'a line of 5 MB among records',
    content: `a@x.example\n${'y'.repeat(5_000_000)}\nb@x.example`,
    outcome: { accepted: 2, rejected: ['This row is longer than 2,000 characters.'] },
  },
  { name: 'a line of commas', content: `${','.repeat(1999)}\na@x.example`, outcome: { accepted: 1 } },
  {
    name: 'beyond 5 MB',
    content: Buffer.alloc(5 * 1024 * 1024 + 1, 'a@x.example\n'),
    outcome: { refused: 'The file is larger than 5 MB.' },
  },
  { name: '10,000 rows', content: lines(addresses(10_000)), outcome: { accepted: 10_000 } },
  { name: '10,000 rows and a header', content: `email\n${lines(addresses(10_000))}`, outcome: { accepted: 10_000 } },
  {
    name: '10,001 rows',
    content: lines(addresses(10_001)),
    outcome: { refused: 'The file holds more than 10,000 records.' },
  },
  {
    name: '10,001 rows that are all the same',
    content: 'a@x.example\n'.repeat(10_001),
    outcome: { refused: 'The file holds more than 10,000 records.' },
  },
  { name: '10,000 bad rows', content: 'bad!\n'.repeat(10_000), outcome: { refused: noneValid + noAddress } },
  {
    name: 'formulas',
    content: '=cmd|calc!A1\n+1\n-1\n@SUM(A1)\na@x.example',
    outcome: { accepted: 1, rejected: [noAddress, noAddress, noAddress, noAddress] },
  },
  { name: 'a guarded formula, as we write it', content: `'=a@x.example`, outcome: { accepted: 1 } },
  { name: 'upper-case MD5', content: `${md5.toUpperCase()}\n${md5}`, outcome: { accepted: 1, duplicates: 1 } },
  {
    name: 'SHA-1 and SHA-256',
    content: lines([hash('sha1', 'a'), hash('sha256', 'a'), hash('sha256', 'a').toUpperCase()]),
    outcome: { accepted: 2, duplicates: 1 },
  },
  {
    name: 'a hash too short',
    content: `${md5.slice(1)}\n${md5}`,
    outcome: { accepted: 1, rejected: ['This is not an MD5, SHA-1 or SHA-256 hash: it has 31 characters.'] },
  },
  {
    name: 'international addresses',
    content: 'J\u00f6rg@B\u00fccher.example\n\u7528\u6237@\u4f8b\u5b50.\u5e7f\u544a',
    outcome: { accepted: 2 },
  },
  {
    name: 'an address of 255 characters',
    content: `a@${'d.'.repeat(125)}com\na@x.example`,
    outcome: { accepted: 1, rejected: ['This is longer than an e-mail address can be (254 characters).'] },
  },
  {
    name: 'duplicates',
    content: 'a@x.example\nA@X.example\n "a@x.example"\nb@x.example',
    outcome: { accepted: 2, duplicates: 2 },
  },
  {
    name: 'markup and script',
    content: `<script>alert(1)</script>@x.example\na@x.example`,
    outcome: { accepted: 1, rejected: [noAddress] },
  },
  {
    name: 'a line separator of Unicode',
    content: 'a@x.example\u2028b@x.example\nc@x.example',
    outcome: { accepted: 1, rejected: [noAddress] },
  },
]
