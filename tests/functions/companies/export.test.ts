import { BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Input } from '#shared/contracts/index.ts'
import { unguardCell } from '#shared/csv.ts'
import type { Company } from '#shared/model/company.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { openDoor } from '../exclusions/door.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const door = await openDoor(h)
const { plant } = stageOf(h)
const { root, northlight, copper, brightSmiles } = h.cast

async function text(who: Member, input: Input<'companies.exportList'>) {
  const { status, body } = await h.call(who, 'companies.exportList', input)
  expect(status).toBe(200)
  return { ...body, text: (await door.get(body.url)).text }
}
const cells = (csv: string) => parse(csv, { relax_column_count: false }) as string[][]

/** Stands where copies have their own. */
const BLANK = 'Zqxzqx'
/** Plants one client, and writes again what a list shows of it: a thousand plantings would take half of this file's time. */
async function plantCopies(agency: Company, endings: readonly string[]) {
  const { client, name: table } = h.services.table
  const { company, user } = await plant(agency, `Client ${BLANK}`)
  const Key = { pk: `C#${agency.id}#NODES`, sk: company.id }
  const row = JSON.stringify((await client.send(new GetCommand({ TableName: table, Key }))).Item)
  const copies = endings.map((ending) => {
    const copy = row
      .replaceAll(company.id, h.services.newId('company'))
      .replaceAll(user.id, h.services.newId('user'))
      .replaceAll(new RegExp(BLANK, 'gi'), ending)
    return { PutRequest: { Item: JSON.parse(copy) } }
  })
  for (let at = 0; at < copies.length; at += 25)
    await client.send(new BatchWriteCommand({ RequestItems: { [table]: copies.slice(at, at + 25) } }))
}

describe('companies.exportList', () => {
  it('writes the agencies of a root by name, with who looks after them', async () => {
    const { text: csv, filename, rows } = await text('olive', { companyID: root.id })
    const [head, ...lines] = cells(csv)
    expect(head?.slice(0, 5)).toEqual(['Company', 'Full name', 'E-mail', 'Phone', 'Sub-domain'])
    expect(lines.map(([name]) => name)).toEqual(['Copper & Co', 'Northlight'])
    expect(lines[1]).toContain('Sam Sales')
    expect(rows).toBe(2)
    expect(filename).toMatch(/^agencies-\d{4}-\d\d-\d\d\.csv$/)
  })

  it('A31 lets no cell run as a formula, and gives every name back as it was', async () => {
    const agency = (await plant(root, 'Formulas')).company
    const signs = ['=', '+', '-', '@', '\t', '\r', '"', ',', ';', '\n', "'=", ' =', '＝']
    // Each sign before two texts that are the same in every run.
    const rests = fc.sample(fc.string({ unit: 'binary', maxLength: 20 }), { numRuns: 2 * signs.length, seed: 7 })
    const names = rests.map((rest, i) => `${signs[i % signs.length]}${rest.replaceAll(/\p{C}/gu, '')}${i}`)
    for (const name of names) await plant(agency, name)
    const { text: csv, rows } = await text('olive', { companyID: agency.id })
    expect(rows).toBe(names.length)
    const [, ...lines] = cells(csv)
    // A phone number alone carries no guard: a sign and digits are at most a number.
    for (const cell of lines.flat().filter((text) => !/^\+\d{7,15}$/.test(text)))
      expect(cell).not.toMatch(/^\s*[=+\-@\t\r\uff1d]/)
    expect(lines.map(([name = '']) => unguardCell(name)).sort()).toEqual([...names].sort())
  })

  it('holds names in letters of two units, cut where they must be cut and found again', async () => {
    const agency = (await plant(root, 'Letters')).company
    const names = [`a${'\u{1d49c}'.repeat(60)}`, `${'\u{20bb7}'.repeat(3)} Noodles`, `${'x'.repeat(79)}\u{1f600}`]
    for (const name of names) await plant(agency, name)
    expect(
      cells((await text('olive', { companyID: agency.id })).text)
        .slice(1)
        .map(([name]) => name)
        .sort(),
    ).toEqual([...names].sort())
    const found = await text('olive', { companyID: agency.id, search: '\u{20bb7}\u{20bb7}' })
    expect(
      cells(found.text)
        .slice(1)
        .map(([name]) => name),
    ).toEqual([names[1]])
  })

  it('streams a long list by key, whole and in order', async () => {
    const agency = (await plant(root, 'Long List')).company
    await plantCopies(
      agency,
      Array.from({ length: 1040 }, (_, i) => String(i).padStart(5, '0')),
    )
    const { text: csv, rows } = await text('olive', { companyID: agency.id })
    const names = cells(csv)
      .slice(1)
      .map(([name]) => name)
    expect(rows).toBe(1041)
    expect(names).toEqual([
      ...Array.from({ length: 1040 }, (_, i) => `Client ${String(i).padStart(5, '0')}`),
      `Client ${BLANK}`,
    ])
  })

  it('writes what is searched and filtered alone', async () => {
    const agency = (await plant(root, 'Filtered')).company
    await plant(agency, 'Red Barn', { user: { hasCard: true } })
    await plant(agency, 'Red Shed')
    await plant(agency, 'Blue Barn')
    const names = async (more: object) =>
      cells((await text('olive', { companyID: agency.id, ...more })).text)
        .slice(1)
        .map(([name]) => name)
    expect(await names({ search: 'red' })).toEqual(['Red Barn', 'Red Shed'])
    expect(await names({ CardStatus: 'none' })).toEqual(['Blue Barn', 'Red Shed'])
    expect(await names({ search: 'arn', CardStatus: 'active' })).toEqual(['Red Barn'])
    expect(await names({ search: 'nothing at all' })).toEqual([])
  })

  it('is refused to sales people and clients, and for companies out of reach', async () => {
    const status = async (who: Member, companyID: string) =>
      (await h.call(who, 'companies.exportList', { companyID })).status
    expect(await status('sam', root.id)).toBe(403)
    expect(await status('cleo', brightSmiles.id)).toBe(403)
    expect(await status('ada', copper.id)).toBe(403)
    expect(await status('ada', northlight.id)).toBe(200)
  })

  it('is put together of parts where it is large', async () => {
    async function* lines() {
      for (let i = 0; i < 12; i++) yield 'x'.repeat(1024 * 1024)
    }
    const key = `exports/companies/${root.id}/large.csv`
    await h.services.files.putParts(key, lines(), 'text/csv')
    expect((await h.services.files.look(key))?.bytes).toBe(12 * 1024 * 1024)
  })
})
