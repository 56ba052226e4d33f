import { beforeEach, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '#shared/dates.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { file, importStage, person } from './import-stage.ts'

const h = await harness()
const stage = await importStage(h)
const { at, door, plant, list, start, jobs, ask, confirm, check, read, look, leftOver } = stage
const { northlight, copper, root, brightSmiles } = h.cast
beforeEach(async () => {
  h.setClock()
  at.agency = (await plant(root, 'Import Agency')).company
})

describe('a file of clients', () => {
  it('makes a client of each new row, invites each person once, and says so row by row', async () => {
    const known = await plant(at.agency, 'Known Already')
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
      filename: 'newclients.csv',
      status: 'done',
      percentage: 100,
      reason: null,
      total_row: 7,
      current_row: 7,
      accepted: 2,
      duplicates: 2,
      rejected: 3,
    })
    expect(await leftOver(ref.importId)).toEqual([
      ['Company', 'Full name', 'E-mail', 'Phone', 'Country', 'Reason'],
      ['', 'No Company', 'x@no.example', '', '', 'Row 3: Enter the name of the company.'],
      ['Birch', 'Bea Birch', known.user.email, '', '', 'Row 4: This email already exists'],
      ['Cedar', 'Cy Cedar', 'not an address', '', '', 'Row 5: Enter a valid e-mail address.'],
      ['Dogwood', 'Di Dogwood', 'ann@ALDER.example', '', '', 'Row 6: This address stands in a row above.'],
      ['Elm', 'Ed Elm', 'ed@elm.example', '12', 'US', 'Row 7: Please enter valid phone number'],
    ])
    const { data } = (await list('olive', { companyId: at.agency.id, sort: 'company_name', order: 'asc' })).body
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
    ['commas', ',', 'Ash; Oak Ltd'],
    ['semicolons', ';', 'Ash, Oak & Sons, LLC'],
    ['tabs', '\t', 'Ash, Oak; Sons'],
  ])('leaves the other signs to a name where %s stand between the columns', async (kind, sign, name) => {
    const rows = [
      ['Company', 'Full name', 'E-mail'],
      [name, 'Ann', `ann@${kind}.example`],
    ]
    const { ref, job } = await check(rows.map((cells) => cells.join(sign)).join('\n'))
    expect(job).toMatchObject({ status: 'checked', accepted: 1, total_row: 1 })
    const { body } = await ask('olive', 'importPreview', ref.importId)
    expect('rows' in body && body.rows.map(({ company, email }) => [company, email])).toEqual([
      [name, `ann@${kind}.example`],
    ])
  })

  it('takes a line break in a quoted cell: of a name it makes one line, and of an address no address', async () => {
    const { ref, job } = await check(
      'Company,Full name,E-mail,Phone\r\n"Broken\r\n & Sons","Ann\nAbel",ann@breaks.example,"(312)\n555-0145"\r\n"Elm ""E""\nLtd",Bo,"bo@\nbreaks.example",\r\nAsh,Cy,"cy@breaks.example\n",\r\n"Open,Di,di@breaks.example,\r\nOak,Ed,ed@breaks.example,\r\n',
    )
    expect(job).toMatchObject({ status: 'checked', accepted: 3, rejected: 2, total_row: 5 })
    const { body } = await ask('olive', 'importPreview', ref.importId)
    const shown = 'rows' in body ? body.rows : []
    expect(shown.map(({ row, company, fullname, phone }) => [row, company, fullname, phone])).toEqual([
      [2, 'Broken & Sons', 'Ann Abel', '+13125550145'],
      [4, 'Ash', 'Cy', ''],
      [6, 'Oak', 'Ed', ''],
    ])
    expect((await leftOver(ref.importId)).map((cells) => cells.at(-1)?.split(':', 1)[0])).toEqual([
      'Reason',
      'Row 3',
      'Row 5',
    ])
  })

  it("takes a spreadsheet's own first line and starred columns, and no sign that nobody sees in a name", async () => {
    const { ref, job } = await check(
      'sep=;\r\nCompany*;Full name *;Email*\r\nSemi;Al;a@excel.example\r\nB\u0007ell;Bo;b@excel.example\r\nTur\u202ened;Cy;c@excel.example\r\nNu\u0000l;Di;d@excel.example\r\n',
    )
    expect(job).toMatchObject({ status: 'checked', accepted: 1, rejected: 3, total_row: 4 })
    expect((await leftOver(ref.importId)).map((cells) => cells.at(-1)?.slice(0, 30))).toEqual([
      ...[
        'Reason',
        'Row 4: Control characters are n',
        'Row 5: Invisible marks that cha',
        'Row 6: Control characters are n',
      ].map((text) => text.slice(0, 30)),
    ])
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
    expect((await list('olive', { companyId: at.agency.id })).body.total).toBe(0)
  })

  it('makes nobody and mails nobody before somebody confirms what it would make', async () => {
    const known = await plant(at.agency, 'Known Already')
    const rows = [...Array.from({ length: 30 }, (_, i) => person(i, 'preview')), ['', 'No Company', 'x@no.example']]
    const { ref, job } = await check(file(...rows, ['Birch', 'Bea Birch', known.user.email, '', '']))
    expect(job).toMatchObject({
      status: 'checked',
      percentage: 0,
      total_row: 32,
      accepted: 30,
      duplicates: 1,
      rejected: 1,
      confirm_until: expect.any(String),
    })
    const { body } = await ask('olive', 'importPreview', ref.importId)
    expect(body).toMatchObject({
      invitations: 30,
      columns: ['Company', 'Full name', 'E-mail', 'Phone', 'Country'],
      job,
      left: [
        {
          row: 32,
          kind: 'rejected',
          reason: 'Enter the name of the company.',
          cells: ['', 'No Company', 'x@no.example'],
        },
        { row: 33, kind: 'duplicate', reason: 'This email already exists' },
      ],
    })
    expect((body as { rows: object[] }).rows).toHaveLength(20)
    expect((body as { rows: object[] }).rows[0]).toEqual({
      row: 2,
      company: 'Client 0',
      fullname: 'Person 0',
      email: 'p0@preview.example',
      phone: '',
    })
    expect((await leftOver(ref.importId)).map((cells) => cells.at(-1))).toEqual([
      ...['Reason', 'Row 32: Enter the name of the company.', 'Row 33: This email already exists'],
    ])
    expect((await list('olive', { companyId: at.agency.id })).body.total).toBe(1)
    expect(await h.mailsTo('p0@preview.example')).toEqual([])
    const answers = await Promise.all([confirm(ref.importId), confirm(ref.importId), confirm(ref.importId)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await h.mailsTo('p0@preview.example')).toHaveLength(1)
    expect((await jobs())[0]).toMatchObject({ status: 'done', accepted: 30, percentage: 100 })
    expect((await list('olive', { companyId: at.agency.id })).body.total).toBe(31)
    expect((await ask('olive', 'importPreview', ref.importId)).status).toBe(409)
    expect((await ask('olive', 'dropImport', ref.importId)).status).toBe(409)
    expect(await h.services.files.list(`imports/checked/${at.agency.id}/`)).toEqual([])
  })

  it('can be decided against, and what nobody confirms within a day ends by itself with its files', async () => {
    const now = Date.now()
    h.setClock(now)
    const { ref } = await check(file(person(1, 'dropped'), ['', '', '', '', 'x']))
    expect((await ask('olive', 'dropImport', ref.importId)).status).toBe(200)
    expect((await ask('olive', 'dropImport', ref.importId)).status).toBe(200)
    expect((await confirm(ref.importId)).status).toBe(409)
    expect((await jobs())[0]).toMatchObject({ status: 'ended', reason: expect.stringMatching(/decided against/) })

    const late = await check(file(person(2, 'dropped')))
    await look(now + 23 * 3_600_000)
    expect((await jobs())[0]).toMatchObject({ status: 'checked' })
    h.setClock(now + 24 * 3_600_000 + 1)
    expect((await confirm(late.ref.importId)).status).toBe(409)
    await look(now + 24 * 3_600_000 + 1)
    expect((await jobs())[0]).toMatchObject({ status: 'ended', reason: expect.stringMatching(/within 24 hours/) })
    expect(await h.services.files.list(`imports/`)).not.toContainEqual(expect.stringContaining(at.agency.id))
    expect((await list('olive', { companyId: at.agency.id })).body.total).toBe(0)
  })

  it('gives its rejected rows back so that they can be mended and sent again as they are', async () => {
    const { ref } = await read(file(['', 'No Company', 'x@no.example', '+44 20 7946 0958', 'GB'], person(1, 'mended')))
    const csv = (
      await door.get(
        (
          await h.call('olive', 'companies.importedRows', { companyID: at.agency.id, importID: ref.importId })
        ).body.url,
      )
    ).text
    const mended = csv.replace(',No Company', 'Now Company,No Company')
    expect(mended).toContain('Reason')
    const again = await read(mended)
    expect(again.job).toMatchObject({ status: 'done', accepted: 1, rejected: 0, duplicates: 0, total_row: 1 })
    // What is wrong still comes back in the same form, not with a column more each time.
    const third = await read(csv)
    expect((await leftOver(third.ref.importId))[0]).toEqual([
      ...['Company', 'Full name', 'E-mail', 'Phone', 'Country', 'Reason'],
    ])
  })

  it('whose rows are all known or wrong has nothing to confirm', async () => {
    const { job } = await check(file(['', '', '', '', 'x']))
    expect(job).toMatchObject({ status: 'done', accepted: 0, rejected: 1, confirm_until: null })
  })

  it('counts as known who came between check and confirmation', async () => {
    const { ref, job } = await check(file(person(1, 'late'), person(2, 'late')))
    expect(job).toMatchObject({ accepted: 2, duplicates: 0 })
    const other = await check(file(person(2, 'late')))
    await confirm(other.ref.importId)
    await h.drain()
    await confirm(ref.importId)
    await h.drain()
    const mine = (await jobs()).find(({ id }) => id === ref.importId)
    expect(mine).toMatchObject({ status: 'done', accepted: 1, duplicates: 1, rejected: 0, total_row: 2 })
    expect((await leftOver(ref.importId))[1]?.at(-1)).toBe('Row 3: This email already exists')
  })
})

describe('companies.startImport', () => {
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

  it('whose file never comes ends after an hour, and is not called failed while it may still come', async () => {
    const now = Date.now()
    h.setClock(now)
    const { body } = await start('olive', at.agency.id)
    expect((await jobs())[0]).toMatchObject({ status: 'waiting', percentage: 0 })
    await look(now + 59 * 60_000)
    expect((await jobs())[0]).toMatchObject({ status: 'waiting', reason: null })
    await look(now + 61 * 60_000)
    expect((await jobs())[0]).toMatchObject({ status: 'failed', reason: 'The file never arrived.' })
    expect((await ask('olive', 'importPreview', body.importID)).status).toBe(409)
  })

  it('previews, confirms and drops imports of agencies in reach alone', async () => {
    const { ref } = await check(file(person(1, 'reach')))
    for (const name of ['importPreview', 'confirmImport', 'dropImport'] as const) {
      expect((await ask('ada', name, ref.importId)).status).toBe(403)
      expect((await ask('olive', name, 'imp_unknown')).status).toBe(404)
      const elsewhere = { companyID: northlight.id, importID: ref.importId }
      expect((await h.call('ada', `companies.${name}`, elsewhere)).status).toBe(404)
    }
    expect((await jobs())[0]).toMatchObject({ status: 'checked' })
  })

  it('has no rows to give of a file without any, or of another agency', async () => {
    const { ref } = await read(file(person(1, 'all-new')))
    const rowsOf = (who: Member, companyID: string) =>
      h.call(who, 'companies.importedRows', { companyID, importID: ref.importId })
    expect((await rowsOf('olive', at.agency.id)).status).toBe(404)
    expect((await rowsOf('ada', northlight.id)).status).toBe(404)
    expect((await rowsOf('ada', at.agency.id)).status).toBe(403)
  })

  it('gives them for 30 days, because they hold people as they were sent', async () => {
    const { ref } = await read(file(person(1, 'kept'), ['', 'No Company', 'y@no.example', '', 'GB']))
    const rows = () => h.call('olive', 'companies.importedRows', { companyID: at.agency.id, importID: ref.importId })
    expect((await rows()).status).toBe(200)
    h.setClock(Date.now() + 30 * DAY + MINUTE)
    expect((await rows()).status).toBe(404)
    h.setClock()
  })
})
