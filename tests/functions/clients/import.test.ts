import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ImportDoors, importClients } from '#functions/domain/client-import.ts'
import { toCsvLine } from '#shared/csv.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { openDoor } from '../exclusions/door.ts'
import { Crash, watchTable } from '../leads/faults.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const door = await openDoor(h)
const { list, plant } = stageOf(h)
const { northlight, copper, root, brightSmiles } = h.cast
const doors: ImportDoors = { ...h.services, platformDomain: 'localhost:8787' }
let agency = northlight
beforeEach(async () => {
  h.setClock()
  agency = (await plant(root, 'Import Agency')).company
})

const start = (who: Member, companyID: string, filename = 'New Clients.csv') =>
  h.call(who, 'clients.startImport', { companyID, filename })
const jobs = async (companyID = agency.id) => (await h.call('olive', 'clients.imports', { companyID })).body.data
/** Sends a file as a browser does, and answers the import; nobody has read it yet. */
async function send(content: string | Uint8Array) {
  const { body } = await start('olive', agency.id)
  expect((await door.post({ url: body.url, fields: body.fields }, content)).status).toBe(201)
  return { companyId: agency.id, importId: body.importID }
}
async function read(content: string | Uint8Array) {
  const ref = await send(content)
  await h.drain()
  const [job] = await jobs()
  return { ref, job }
}
async function leftOver(importID: string) {
  const { body } = await h.call('olive', 'clients.importedRows', { companyID: agency.id, importID })
  return parse((await door.get(body.url)).text) as string[][]
}
const file = (...rows: string[][]) =>
  [['Company', 'Full name', 'E-mail', 'Phone', 'Country'], ...rows].map(toCsvLine).join('')
const person = (i: number, tag = 'new') => [`Client ${i}`, `Person ${i}`, `p${i}@${tag}.example`, '', '']

describe('a file of clients', () => {
  it('makes a client of each new row, invites each person once, and says so row by row', async () => {
    const known = await plant(agency, 'Known Already')
    const { ref, job } = await read(
      file(
        ['Alder & Co', 'Ann Alder', 'ANN@alder.example', '(312) 555-0199', 'US'],
        ['', 'No Company', 'x@no.example', '', ''],
        ['Birch', 'Bea Birch', known.user.email, '', ''],
        ['Cedar', 'Cy Cedar', 'not an address', '', ''],
        ['Dogwood', 'Di Dogwood', 'ann@ALDER.example', '', ''],
        ['Elm', 'Ed Elm', 'ed@elm.example', '12', 'US'],
        ['=Fir()', 'Flo Fir', 'flo@fir.example', '+44 20 7946 0958', 'GB'],
      ),
    )
    expect(job).toMatchObject({
      ...{ filename: 'newclients.csv', status: 'done', percentage: 100, reason: null },
      ...{ total_row: 7, current_row: 7, accepted: 2, duplicates: 2, rejected: 3 },
    })
    expect(await leftOver(ref.importId)).toEqual([
      ['row', 'reason', 'text'],
      ['3', 'Enter the name of the company.', ',No Company,x@no.example,,'],
      ['4', 'This email already exists', `Birch,Bea Birch,${known.user.email},,`],
      ['5', 'Enter a valid e-mail address.', 'Cedar,Cy Cedar,not an address,,'],
      ['6', 'This address stands in a row above.', 'Dogwood,Di Dogwood,ann@ALDER.example,,'],
      ['7', 'Please enter valid phone number', 'Elm,Ed Elm,ed@elm.example,12,US'],
    ])
    const { data } = (await list('olive', { companyId: agency.id, sort: 'company_name', order: 'asc' })).body
    expect(data.map((row) => [row.company_name, row.email, row.phonenum, row.is_invited])).toEqual([
      ['=Fir()', 'flo@fir.example', '2079460958', true],
      ['Alder & Co', 'ann@alder.example', '3125550199', true],
      ['Known Already', known.user.email, '3125550100', false],
    ])
    const mails = await h.mailsTo('ann@alder.example')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Olive Operator')
    expect(await h.mailsTo(known.user.email)).toEqual([])
  })

  it('takes the columns by their names, in any order, with any sign between them', async () => {
    const { job } = await read(
      'phone;EMAIL Address;Contact;Client Company Name\n;a@semi.example;Al;Semi\n\n;b@semi.example;Bo;Colon\n',
    )
    expect(job).toMatchObject({ accepted: 2, total_row: 2, rejected: 0, duplicates: 0 })
  })

  it.each([
    [
      'names no columns',
      'Alder,Ann,ann@alder.example\n',
      /^The first row must name the columns\. Missing: company, full name, e-mail\. It reads: Alder, Ann, ann@alder\.example$/,
    ],
    ['has no rows', 'company,name,email\n', /^The file holds no clients/],
    ['is a spreadsheet', Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]), /^The file is a spreadsheet/],
    [
      'is too long',
      file(...Array.from({ length: 1001 }, (_, i) => person(i))),
      /^The file holds more than 1,000 rows\. Split it into smaller files\.$/,
    ],
  ])('that %s is refused as a whole, with a reason, and makes nobody', async (_, content, reason) => {
    const { job } = await read(content)
    expect(job).toMatchObject({ status: 'failed', reason: expect.stringMatching(reason), accepted: 0 })
    expect((await list('olive', { companyId: agency.id })).body.total).toBe(0)
  })

  it('makes nothing twice, whatever request its worker dies at, and its counts stay exact', async () => {
    const content = file(person(1, 'crash'), person(2, 'crash'), ['', '', '', '', 'x'], person(1, 'crash'))
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; at < 40; at += 4) {
        agency = (await plant(root, `Crash ${when} ${at}`)).company
        const ref = await send(content)
        const watch = watchTable(h.services, { at, when })
        const died = await importClients(doors, ref).then(
          () => false,
          (error: unknown) => error instanceof Crash || /(before|after) the request/.test(String(error)),
        )
        watch.remove()
        await importClients(doors, ref)
        await importClients(doors, ref)
        const [job] = await jobs()
        expect([when, at, died, job]).toEqual([
          when,
          at,
          died,
          expect.objectContaining({ status: 'done', accepted: 2, duplicates: 1, rejected: 1, total_row: 4 }),
        ])
        expect((await list('olive', { companyId: agency.id })).body.total).toBe(2)
      }
    }
    await h.drain()
    expect((await h.mailsTo('p1@crash.example')).length).toBe(20)
  }, 60_000)

  it('is read once by two workers at the same time', async () => {
    const ref = await send(file(...Array.from({ length: 12 }, (_, i) => person(i, 'twins'))))
    await Promise.all([importClients(doors, ref), importClients(doors, ref)])
    expect((await jobs())[0]).toMatchObject({ status: 'done', accepted: 12, duplicates: 0, rejected: 0 })
    expect((await list('olive', { companyId: agency.id })).body.total).toBe(12)
  })

  it('that takes the place of one which is being read is left alone', async () => {
    const ref = await send(file(person(1, 'first')))
    await h.db.clientImport.begin(ref.companyId, ref.importId, 'another hash', 1, h.services.now())
    expect(await importClients(doors, ref)).toBe('left alone, another file was read first')
    expect((await list('olive', { companyId: agency.id })).body.total).toBe(0)
  })
})

describe('clients.startImport', () => {
  it('is for CSV files, and for agencies in reach', async () => {
    const wrong = await start('ada', northlight.id, 'clients.xlsx')
    expect([wrong.status, wrong.body.fields]).toEqual([
      422,
      { filename: 'Invalid file format. This upload only supports CSV files.' },
    ])
    expect((await start('ada', copper.id)).status).toBe(403)
    expect((await start('cleo', brightSmiles.id)).status).toBe(403)
    expect((await start('ellen', northlight.id)).status).toBe(403)
    expect((await start('olive', root.id)).status).toBe(422)
    expect((await start('ada', northlight.id)).status).toBe(200)
  })

  it('whose file never comes says so after a while', async () => {
    const at = Date.now()
    h.setClock(at)
    await start('olive', agency.id)
    expect((await jobs())[0]).toMatchObject({ status: 'waiting', percentage: 0 })
    h.setClock(at + 16 * 60_000)
    expect((await jobs())[0]).toMatchObject({ status: 'failed', reason: 'The file never arrived.' })
  })

  it('has no rows to give of a file without any, or of another agency', async () => {
    const { ref } = await read(file(person(1, 'all-new')))
    const ask = (who: Member, companyID: string) =>
      h.call(who, 'clients.importedRows', { companyID, importID: ref.importId })
    expect((await ask('olive', agency.id)).status).toBe(404)
    expect((await ask('ada', northlight.id)).status).toBe(404)
    expect((await ask('ada', agency.id)).status).toBe(403)
  })
})
