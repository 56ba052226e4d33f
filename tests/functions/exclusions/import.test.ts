import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countOf } from '#functions/data/exclusions/list.ts'
import { recordsKey, rejectedKey } from '#functions/domain/exclusions/keys.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import { addresses, hash, lines, startStage } from './stage.ts'

const stage = await startStage()
const md5 = (text: string) => hash('md5', text)

async function load(companyId: string, content: string | Uint8Array) {
  const ref = await stage.arrive(companyId, content)
  await stage.work(ref)
  return stage.find(ref)
}
const countIn = async (companyId: string) => countOf(await stage.db.exclusion.get(companyId, COMPANY_SCOPE))
const sorted = (digests: string[]) => [...new Set(digests)].sort()

describe('importUpload', () => {
  it('EXC-005 EXC-007 takes 10,000 records, plain and hashed', async () => {
    const company = await stage.newCompany()
    const people = addresses(10_000)
    const rows = people.map((address, index) => (index % 2 ? address : md5(address)))
    expect(await load(company, lines(rows))).toMatchObject({
      status: 'done',
      totalRows: 10_000,
      currentRow: 10_000,
      accepted: 10_000,
      duplicates: 0,
      rejected: 0,
      reason: null,
    })
    expect((await stage.held(company)).md5).toEqual(sorted(people.map(md5)))
  })

  it('EXC-005 EXC-020+ refuses 10,001 records as a whole', async () => {
    const company = await stage.newCompany()
    expect(await load(company, lines(addresses(10_001)))).toMatchObject({
      status: 'failed',
      reason: 'The file holds more than 10,000 records.',
      accepted: 0,
    })
    expect(await stage.held(company)).toEqual({})
  })

  it('EXC-022+ stores an address and its MD5 once, within a file and between files', async () => {
    const company = await stage.newCompany()
    const rows = ['ann@example.com', md5('ann@example.com'), 'ANN@example.com', md5('bob@example.com').toUpperCase()]
    expect(await load(company, lines(rows))).toMatchObject({ accepted: 2, duplicates: 2, totalRows: 4 })
    expect(await load(company, lines(['bob@example.com', 'eve@example.com']))).toMatchObject({
      accepted: 1,
      duplicates: 1,
    })
    expect(await stage.held(company)).toEqual({
      md5: sorted(['ann', 'bob', 'eve'].map((name) => md5(`${name}@example.com`))),
    })
    expect(await countIn(company)).toBe(3)
  })

  it('EXC-023+ adds to what is there', async () => {
    const company = await stage.newCompany()
    await load(company, lines(addresses(300)))
    expect(await load(company, lines(addresses(300, 200)))).toMatchObject({ accepted: 200, duplicates: 100 })
    expect((await stage.held(company)).md5).toEqual(sorted(addresses(500).map(md5)))
  })

  it('ends as done when every record is known already', async () => {
    const company = await stage.newCompany()
    await load(company, lines(addresses(5)))
    expect(await load(company, lines(addresses(5)))).toMatchObject({
      status: 'done',
      accepted: 0,
      duplicates: 5,
      currentRow: 5,
    })
    expect(await countIn(company)).toBe(5)
  })

  it('keeps a set for each kind of hash, told apart by its form', async () => {
    const company = await stage.newCompany()
    const rows = [hash('sha1', 'a@b.example'), hash('sha256', 'a@b.example').toUpperCase(), 'c@d.example']
    expect(await load(company, lines(rows))).toMatchObject({ accepted: 3 })
    expect(await stage.held(company)).toEqual({
      md5: [md5('c@d.example')],
      sha1: [hash('sha1', 'a@b.example')],
      sha256: [hash('sha256', 'a@b.example')],
    })
  })

  it('spreads a list over more buckets as it grows, and keeps every record', async () => {
    const company = await stage.newCompany()
    const layouts: unknown[] = []
    let people = 0
    for (const size of [100, 400, 2000, 5000]) {
      expect(await load(company, lines(addresses(size, people)))).toMatchObject({ status: 'done', accepted: size })
      people += size
      const list = await stage.db.exclusion.get(company, COMPANY_SCOPE)
      layouts.push([list.kinds.md5?.bits, list.garbage.length])
      expect((await stage.held(company)).md5).toEqual(sorted(addresses(people).map(md5)))
      expect(countOf(list)).toBe(people)
    }
    expect(layouts).toEqual([
      [0, 0],
      [2, 1],
      [4, 2],
      [6, 3],
    ])
  })

  it('EXC-006 keeps rejected rows as a file: row number, reason, original text', async () => {
    const company = await stage.newCompany()
    const upload = await load(company, 'Email\nann@example.com\n\n=1+1\nbob@example.com,Bob\n')
    expect(upload).toMatchObject({ accepted: 1, rejected: 2, totalRows: 3 })
    const text = (await stage.services.files.readText(rejectedKey(upload, upload.plan?.id ?? ''))) ?? ''
    expect(parse(text, { record_delimiter: '\r\n' })).toEqual([
      ['row', 'reason', 'text'],
      ['4', 'This is not an e-mail address.', "'=1+1"],
      ['5', 'This row has more than one column.', 'bob@example.com,Bob'],
    ])
  })

  it('keeps each record in the form in which it was uploaded', async () => {
    const company = await stage.newCompany()
    const upload = await load(
      company,
      lines(['Ann@Example.com', md5('bob@example.com').toUpperCase(), '+tag@example.com']),
    )
    const text = await stage.services.files.readText(recordsKey(upload, upload.plan?.id ?? ''))
    expect(text).toBe(`Ann@Example.com\r\n${md5('bob@example.com').toUpperCase()}\r\n'+tag@example.com\r\n`)
    expect((await stage.held(company)).md5).toContain(md5('+tag@example.com'))
  })

  it('does not keep what a person sent once it was judged', async () => {
    const company = await stage.newCompany()
    for (const content of [lines(addresses(3)), 'nothing of use']) {
      const ref = await stage.arrive(company, content)
      await stage.work(ref)
      expect(await stage.services.files.list(`exclusions/incoming/${company}/`)).toEqual([])
    }
  })

  it('EXC-024+ never mixes the records of two companies', async () => {
    const [one, two] = [await stage.newCompany(), await stage.newCompany()]
    await load(one, lines(addresses(20)))
    expect(await load(two, lines(addresses(10)))).toMatchObject({ accepted: 10, duplicates: 0 })
    expect([await countIn(one), await countIn(two)]).toEqual([20, 10])
    expect((await stage.held(two)).md5).toEqual(sorted(addresses(10).map(md5)))
  })

  it('accounts for every row of any mixture, and holds exactly the valid ones', async () => {
    const name = fc.integer({ min: 0, max: 40 }).map((n) => `p${n}@example.com`)
    const row = fc.oneof(
      { weight: 5, arbitrary: name.map((address) => ({ text: address, md5: md5(address) })) },
      { weight: 3, arbitrary: name.map((address) => ({ text: `  "${address.toUpperCase()}" `, md5: md5(address) })) },
      { weight: 3, arbitrary: name.map((address) => ({ text: md5(address).toUpperCase(), md5: md5(address) })) },
      {
        weight: 2,
        arbitrary: fc
          .constantFrom('x', 'a@b', 'a@b.example,c', '"open', '=1', 'f'.repeat(33))
          .map((text) => ({ text, md5: null })),
      },
      { weight: 1, arbitrary: fc.constantFrom('', '  ', '""', ',').map((text) => ({ text, md5: undefined })) },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 60 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        async (rows, end) => {
          const company = await stage.newCompany()
          // A first row of words would be taken for the name of the column.
          const upload = await load(company, `email${end}${rows.map(({ text }) => text).join(end)}`)
          const valid = rows.flatMap((each) => each.md5 ?? [])
          const bad = rows.filter((each) => each.md5 === null).length
          expect(upload.totalRows).toBe(valid.length === 0 ? bad : valid.length + bad)
          expect(upload.accepted + upload.duplicates + upload.rejected).toBe(upload.totalRows)
          expect(upload.status).toBe(valid.length === 0 ? 'failed' : 'done')
          expect([upload.accepted, upload.rejected]).toEqual([new Set(valid).size, bad])
          expect((await stage.held(company)).md5 ?? []).toEqual(sorted(valid))
        },
      ),
      { numRuns: 40 },
    )
  })
})
