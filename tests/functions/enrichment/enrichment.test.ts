import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { rowsKey, toRowsFile } from '#functions/domain/enrichment/files.ts'
import { enrich } from '#functions/domain/enrichment/work.ts'
import { answerPersonRequest } from '#functions/domain/exclusions/person.ts'
import { startLeadData } from '#infra/local/doubles/lead-data.ts'
import { DAY, dayIn, HOUR, MINUTE } from '#shared/dates.ts'
import { costCents, Enrichment } from '#shared/model/enrichment.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from '../companies/stage.ts'
import { enrichmentStage, PRICE, people } from './stage.ts'

const provider = await startLeadData({ key: 'the-key' })
const h = await harness({ env: { LEAD_DATA_URL: provider.url, LEAD_DATA_KEY: 'the-key' } })
afterAll(() => provider.stop())
const stage = await enrichmentStage(h, provider)
const { agency, jobOf, check, confirm, run, read, ask, charges, paysBy, fill, balance, look } = stage
const chargesOf = (id: string) =>
  charges()
    .filter(({ key }) => key === `enrich-${id}`)
    .map(({ amount }) => amount)
const md5 = (text: string) => createHash('md5').update(text).digest('hex')

beforeEach(async () => {
  h.setClock()
  await paysBy('credit_card')
})

describe('data enrichment', () => {
  it('DAT-14 three rows of which two match: two are charged, and the file holds two', async () => {
    const before = charges().length
    const id = await run('E-mail\r\nann@people.example\r\nunknown@people.example\r\nbob@people.example\r\n')
    const job = await jobOf(id)
    expect(job).toMatchObject({
      status: 'done',
      accepted: 3,
      matched: 2,
      amount_cents: costCents(2, PRICE),
      percentage: 100,
    })
    expect(charges()).toHaveLength(before + 1)
    expect(chargesOf(id)).toEqual([81])
    const rows = await read('result', id)
    expect(rows.map((row) => row.Record)).toEqual(['ann@people.example', 'bob@people.example'])
    expect(rows[0]?.['E-mail']).toBe('ann@people.example')
  })

  it('DAT-14 says price and most before anything is asked or charged, and waits for a yes', async () => {
    const [asked, before] = [provider.enriched().length, charges().length]
    const id = await check(people(10))
    expect(await jobOf(id)).toMatchObject({ status: 'ready', price_centi_cents: PRICE, most_cents: 405, matched: 0 })
    expect([provider.enriched().length, charges().length]).toEqual([asked, before])
    expect((await confirm(id, 404)).status).toBe(409)
    expect((await ask('result', id)).status).toBe(404)
    // What is confirmed twice is done once.
    const both = await Promise.all([confirm(id), confirm(id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 200])
    await h.drain()
    expect(charges()).toHaveLength(before + 1)
  })

  it('DAT-14 takes plain addresses and MD5, each person once, and lists the rows that were not taken', async () => {
    const known = md5('carl@people.example')
    const id = await check(
      ['dora@people.example', md5('dora@people.example'), known, 'no address', 'a'.repeat(40), ''].join('\r\n'),
    )
    expect(await jobOf(id)).toMatchObject({ accepted: 2, duplicates: 1, rejected: 2, total_row: 5 })
    const left = await read('rejected', id)
    expect(left.map(({ row }) => row)).toEqual(['2', '4', '5'])
    expect(left[0]?.reason).toContain('twice')
    expect(left[2]?.reason).toContain('other hashes')
  })

  it('asks for the information that was chosen, and shows it in columns of its own', async () => {
    const { body } = await h.call('ada', 'enrichment.options', { companyID: agency.id })
    expect(body).toMatchObject({ pays_by: 'card', why: null, max_rows: 10_000, price_basic_centi_cents: PRICE })
    const chosen = body.information.filter(({ name }) => name === 'Gender' || name === 'Age range')
    const id = await run(
      people(2, 'info'),
      chosen.map((each) => each.id),
    )
    const [row] = await read('result', id)
    expect(row?.Gender).toMatch(/^[FM]$/)
    expect(row?.['Age range']).not.toBe('')
    expect((await jobOf(id)).information.sort()).toEqual(['Age range', 'Gender'])
  })

  it('asks in pages, each under a name of its own', async () => {
    const from = provider.enriched().length
    const id = await run(people(600, 'page'))
    expect(
      provider
        .enriched()
        .slice(from)
        .map(({ records }) => records.length),
    ).toEqual([250, 250, 100])
    expect(await jobOf(id)).toMatchObject({ matched: 600, amount_cents: costCents(600, PRICE) })
    expect(await read('result', id)).toHaveLength(600)
  })

  it('answers nobody who is on the opt-out list, or was erased, and takes nothing for them', async () => {
    const listed = await h.call('olive', 'exclusions.addEntry', {
      companyId: h.cast.root.id,
      campaignType: 'client',
      record: 'listed@people.example',
    })
    expect(listed.status).toBe(200)
    // By a hash alone people are known as well.
    const hidden = { companyId: h.cast.root.id, campaignType: 'client' as const, record: 'hidden@people.example' }
    expect((await h.call('olive', 'exclusions.addEntry', hidden)).status).toBe(200)
    await h.drain()
    const asked = provider.enriched().length
    const id = await run(
      `listed@people.example\r\n${md5(hidden.record)}\r\nfree@people.example\r\n${people(2, 'more')}`,
    )
    const sent = provider
      .enriched()
      .slice(asked)
      .flatMap(({ records }) => records)
    expect(sent).toHaveLength(3)
    expect(JSON.stringify(sent)).not.toMatch(new RegExp(`listed@|${md5(hidden.record)}`))
    expect((await read('result', id)).map(({ Record }) => Record)).not.toContain('listed@people.example')
    expect(await jobOf(id)).toMatchObject({ matched: 3, amount_cents: costCents(3, PRICE) })
  })

  it('DAT-14 a person whose values the provider breaks into lines is one line, paid once and taken out whole', async () => {
    const email = 'broken@people.example'
    const street = '12 Main Street\r\nApartment 4\r\n\r\nBack door'
    provider.know(email, { id: 'p-broken', email, firstName: 'Bo\r\nBo', street, city: 'Austin' })
    const id = await run(`${email}\r\n${people(2, 'whole')}`)
    expect(await jobOf(id)).toMatchObject({ accepted: 3, matched: 3, amount_cents: costCents(3, PRICE) })
    expect((await read('result', id))[0]).toMatchObject({
      'First name': 'Bo Bo',
      Street: '12 Main Street Apartment 4 Back door',
      City: 'Austin',
    })
    const erase = { company_id: agency.id, email, kind: 'erase' } as const
    const { body } = await h.call('ada', 'exclusions.requestPerson', erase)
    const ref = { companyId: agency.id, id: body.data.id }
    expect(await answerPersonRequest({ ...h.services, remainingMs: () => 600_000 }, ref)).toBe('done')
    for (const key of await h.services.files.list('enrichments/'))
      expect(await h.services.files.readText(key)).not.toContain('Back door')
  })

  it('asks for an address that begins with a sign as it is, and for nobody who is listed by it', async () => {
    const [free, listed] = ['+plus@people.example', '-minus@people.example']
    const entry = { companyId: agency.id, campaignType: 'client' as const, record: listed }
    expect((await h.call('ada', 'exclusions.addEntry', entry)).status).toBe(200)
    await h.drain()
    const asked = provider.enriched().length
    const id = await run(`${free}\r\n${listed}\r\n=equal@people.example\r\n`)
    expect(
      provider
        .enriched()
        .slice(asked)
        .flatMap(({ records }) => records),
    ).toEqual([{ email: free }, { email: '=equal@people.example' }])
    // In the file a spreadsheet runs none of them.
    expect((await read('result', id)).map(({ Record }) => Record)).toEqual([`'${free}`, `'=equal@people.example`])
  })

  it('takes an erased person out of every file', async () => {
    const id = await run(`erased@people.example\r\n${people(2, 'stay')}`)
    expect(await read('result', id)).toHaveLength(3)
    const asked = await h.call('ada', 'exclusions.requestPerson', {
      company_id: agency.id,
      email: 'erased@people.example',
      kind: 'erase',
    })
    expect(asked.status).toBe(200)
    // The worker comes some minutes later.
    const ref = { companyId: agency.id, id: asked.body.data.id }
    expect(await answerPersonRequest({ ...h.services, remainingMs: () => 600_000 }, ref)).toBe('done')
    expect((await read('result', id)).map(({ Record }) => Record)).toEqual([
      'stay0@people.example',
      'stay1@people.example',
    ])
    for (const key of await h.services.files.list('enrichments/'))
      expect(await h.services.files.readText(key)).not.toContain('erased@people.example')
    // And is not answered again.
    expect(await jobOf(await run(`erased@people.example\r\n${people(2, 'stay')}`))).toMatchObject({ matched: 2 })
  })

  const erase = async (email: string) => {
    const asked = await h.call('ada', 'exclusions.requestPerson', { company_id: agency.id, email, kind: 'erase' })
    const ref = { companyId: agency.id, id: asked.body.data.id }
    expect(await answerPersonRequest({ ...h.services, remainingMs: () => 600_000 }, ref)).toBe('done')
  }
  async function filesWith(text: string): Promise<string[]> {
    const keys = await h.services.files.list('enrichments/')
    const texts = await Promise.all(keys.map((key) => h.services.files.readText(key)))
    return keys.filter((_, at) => texts[at]?.toLowerCase().includes(text))
  }

  it('keeps nothing of an erased person whom a later file names, and asks for everybody else', async () => {
    const email = 'gone@people.example'
    await erase(email)
    const asked = provider.enriched().length
    const rows = ['Gone@People.example', email, `${email} and what not`, 'here@people.example']
    const id = await check(rows.join('\n'))
    expect(await jobOf(id)).toMatchObject({ status: 'ready', accepted: 1, duplicates: 0, rejected: 3, total_row: 4 })
    expect(await filesWith('gone@')).toEqual([])
    const left = await read('rejected', id)
    expect(left.map(({ row, text }) => [row, text?.includes('[erased]')])).toEqual([
      ['1', true],
      ['2', true],
      ['3', true],
    ])
    expect(left[0]?.reason).toBe('This person was erased, and is not asked for.')
    expect((await confirm(id)).status).toBe(200)
    await h.drain()
    expect(provider.enriched().slice(asked)).toMatchObject([{ records: [{ email: 'here@people.example' }] }])
    expect(await jobOf(await check(`${email}\r\n`))).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('was erased'),
    })
    expect(await filesWith('gone@')).toEqual([])
  })

  it.each(['rows-', 'page-', 'result'])(
    'keeps nothing of a person who is erased right before a file is written: %s',
    async (name) => {
      const email = `just-${name}@people.example`
      const id = await stage.send(`${email}\r\n${people(2, name)}`)
      const put: typeof h.services.files.put = async (...args) => {
        // It is on its way while the erasure looks through all files.
        if (args[0].includes(`/${name}`) && args[1].toString().includes(email)) await erase(email)
        return h.services.files.put(...args)
      }
      const files = Object.assign(Object.create(h.services.files), { put }) as typeof h.services.files
      const deps = { ...h.services, files, remainingMs: () => 600_000 }
      const ref = { companyId: agency.id, id }
      await enrich(deps, ref)
      expect((await confirm(id)).status).toBe(200)
      await enrich(deps, ref)
      expect(await jobOf(id)).toMatchObject({ status: 'done', matched: 2 })
      expect(await filesWith(email)).toEqual([])
      await h.drain()
    },
  )

  it('leaves the others in a file that was sent and not read yet, whatever ends its lines', async () => {
    const folder = `enrichments/incoming/${agency.id}/`
    await h.services.files.put(`${folder}x.csv`, 'one@x.example\nTwo@x.example\nthree@x.example\n', 'text/csv')
    await erase('two@x.example')
    expect(await h.services.files.readText(`${folder}x.csv`)).toBe('one@x.example\nthree@x.example\n')
  })

  it('asks for everybody else once, where somebody is erased between two pages', async () => {
    const id = await check(people(600, 'moved'))
    const from = provider.enriched().length
    const send = h.services.queues.send
    h.services.queues.send = async () => undefined
    expect((await confirm(id)).status).toBe(200)
    const ref = { companyId: agency.id, id }
    // Time for one page, and then there is none.
    let looks = 0
    await enrich({ ...h.services, remainingMs: () => (looks++ === 0 ? 600_000 : 0) }, ref)
    h.services.queues.send = send
    expect(await jobOf(id)).toMatchObject({ status: 'processing', current_row: 250 })
    await erase('moved7@people.example')
    await enrich({ ...h.services, remainingMs: () => 600_000 }, ref)
    const asked = provider
      .enriched()
      .slice(from)
      .flatMap(({ records }) => records)
    expect(new Set(asked.map((record) => ('email' in record ? record.email : ''))).size).toBe(600)
    expect(await read('result', id)).toHaveLength(599)
    expect(await jobOf(id)).toMatchObject({ status: 'done', matched: 599, amount_cents: costCents(599, PRICE) })
  })

  it('a card that is declined keeps the result shut until it is paid', async () => {
    await stage.giveCard(agency.id, 'pm_card_chargeCustomerFail')
    const id = await run(people(4, 'declined'))
    // The agency is led to its card and to nothing else; who looks after it sees what waits.
    expect((await ask('result', id)).status).toBe(403)
    const seen = async () => (await stage.list('olive')).find((job) => job.id === id)
    expect(await seen()).toMatchObject({ status: 'unpaid', has_result: false })
    const shut = await ask('result', id, 'olive')
    expect([shut.status, JSON.stringify(shut.body)]).toEqual([409, expect.stringContaining('opens when it is paid')])
    await stage.giveCard(agency.id)
    await h.services.queues.send('collectOwed', { companyId: agency.id, why: 'ccard1', by: 'card' })
    await h.drain()
    expect(await jobOf(id)).toMatchObject({ status: 'done', has_result: true })
    expect(charges().filter(({ key }) => key === `enrich-${id}`)).toEqual([{ amount: 162, key: `enrich-${id}` }])
    expect(await read('result', id)).toHaveLength(4)
  })

  it('the Data Wallet sets the most aside at once, and gives back what was not used', async () => {
    await paysBy('data_wallet')
    await fill(50_000)
    const before = await balance()
    const id = await check(`${people(3, 'w')}unknown@people.example\r\n`)
    expect((await confirm(id)).status).toBe(200)
    expect(await balance()).toBe(before - costCents(4, PRICE))
    await h.drain()
    expect(await balance()).toBe(before - costCents(3, PRICE))
    expect(await jobOf(id)).toMatchObject({ status: 'done', pays_by: 'wallet', amount_cents: costCents(3, PRICE) })
    // For one of them there is no money left.
    const large = await check(people(Math.ceil((before * 100) / PRICE), 'large'))
    const refused = await confirm(large)
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      409,
      expect.stringContaining('Data Wallet holds less'),
    ])
    expect(await balance()).toBe(before - costCents(3, PRICE))
  })

  it('LED-29 counts in the revenue of the root, no matter what pays it', async () => {
    const { timeZone } = await h.db.company.get(agency.rootId)
    const wholesale = async () => {
      const at = h.services.now() + HOUR
      await h.runner.trigger('sumReports', at)
      await h.drain()
      const today = dayIn(timeZone, h.services.now())
      const { body } = await h.call('olive', 'reports.revenue', { startDate: today, endDate: today })
      return Math.round(100 * (body.data.by_agency.find((row) => row.company_id === agency.id)?.wholesale ?? 0))
    }
    for (const means of ['credit_card', 'data_wallet'] as const) {
      await paysBy(means)
      if (means === 'data_wallet') await fill(50_000)
      const before = await wholesale()
      await run(people(3, `revenue-${means}`))
      expect([means, (await wholesale()) - before]).toEqual([means, costCents(3, PRICE)])
    }
  })

  it('MIN-22 what the Data Wallet pays counts when it is known, not on the day of its file, whose month may be settled', async () => {
    await paysBy('data_wallet')
    await fill(50_000)
    const id = await check(people(3, 'over-night'))
    h.setClock(h.services.now() + 20 * HOUR)
    const confirmedAt = h.services.now()
    await confirm(id)
    await h.drain()
    const [entry] = await h.db.ledger.listEntries(agency.id, confirmedAt, confirmedAt + HOUR)
    expect(entry).toMatchObject({ kind: 'charge', state: 'posted', amountCents: costCents(3, PRICE) })
  })

  it('a sum that is too small for a card waits, and is charged with the next one', async () => {
    const from = charges().length
    const small = await run(people(1, 'small'))
    expect(await jobOf(small)).toMatchObject({ status: 'done', is_waiting_sum: true, has_result: true })
    expect(charges()).toHaveLength(from)
    const id = await run(people(2, 'after'))
    expect(chargesOf(id)).toEqual([costCents(1, PRICE) + costCents(2, PRICE)])
    expect(await jobOf(small)).toMatchObject({ is_waiting_sum: false })
    expect(chargesOf(await run(people(2, 'last')))).toEqual([costCents(2, PRICE)])
  })

  it('is tried again while the provider does not answer, and costs nothing when it never does', async () => {
    await paysBy('data_wallet')
    const before = await balance()
    const id = await check(people(3, 'down'))
    provider.fail(500, 100)
    await confirm(id)
    await h.drain()
    for (let at = 1; at <= 6; at++) await look(Date.now() + at * HOUR)
    provider.clearFailures()
    expect(await jobOf(id)).toMatchObject({ status: 'failed', has_result: false })
    expect(await balance()).toBe(before)
  })

  it('ends a file that nobody confirms, and one that somebody decides against, without a cent', async () => {
    await paysBy('data_wallet')
    const before = await balance()
    const [late, dropped] = [await check(people(3, 'late')), await check(people(3, 'dropped'))]
    const drop = () => h.call('ada', 'enrichment.drop', { companyID: agency.id, enrichmentID: dropped })
    expect((await drop()).status).toBe(200)
    expect((await drop()).status).toBe(200)
    expect((await confirm(dropped)).status).toBe(409)
    await look(Date.now() + DAY + HOUR)
    expect([(await jobOf(late)).status, (await jobOf(dropped)).status]).toEqual(['ended', 'ended'])
    expect((await confirm(late)).status).toBe(409)
    expect(await balance()).toBe(before)
  })

  it('refuses a file without one address, and says why', async () => {
    const id = await check('nothing\r\nhere\r\n')
    expect(await jobOf(id)).toMatchObject({ status: 'failed', reason: expect.stringContaining('no valid') })
    expect((await stage.start(['inf_none'])).status).toBe(422)
  })

  it('files go after 30 days', async () => {
    const id = await run(people(2, 'old'))
    h.setClock(Date.now() + 30 * DAY + MINUTE)
    expect(await jobOf(id)).toMatchObject({ has_result: false, has_rejected: false })
    expect((await ask('result', id)).status).toBe(404)
  })

  it('is the agency’s own: no sales person, no client, no administrator, no other agency', async () => {
    const id = await run(people(2, 'own'))
    for (const who of ['sam', 'cleo', 'abe', 'carl', 'admin'] as const) {
      expect((await stage.start([], who)).status).toBe(403)
      expect((await ask('result', id, who)).status).toBe(403)
    }
    expect((await h.call('abe', 'enrichment.result', { companyID: h.cast.copper.id, enrichmentID: id })).status).toBe(
      404,
    )
    expect((await h.call('olive', 'enrichment.list', { companyID: agency.id })).status).toBe(200)
    expect((await stage.start([], 'olive')).status).toBe(403)
  })
})

describe('an agency that is deleted', () => {
  const { plant } = stageOf(h)
  const remove = ({ company, user }: Awaited<ReturnType<typeof plant>>) =>
    h.call('olive', 'companies.remove', { companyId: company.id, userId: user.id })
  /** One of another agency, as it stands once somebody confirmed it; its Data Wallet set the most aside. */
  async function confirmedOf(companyId: string, status: 'running' | 'charging') {
    const at = h.services.now()
    const row = Enrichment.parse({
      id: h.services.newId('enrichment'),
      companyId,
      fileName: 'people.csv',
      information: [],
      requestedBy: 'usr_x',
      createdAt: at,
      updatedAt: at,
      stamp: '',
      status,
      contentHash: 'a'.repeat(64),
      accepted: 3,
      priceCentiCents: PRICE,
      paysBy: 'card',
    })
    await h.db.enrichment.create(row)
    await h.services.files.put(
      rowsKey(row),
      toRowsFile([{ text: 'a@x.example', kind: 'email', value: 'a@x.example' }]),
      'text/csv',
    )
    return { companyId, id: row.id }
  }

  it.each(['running', 'charging'] as const)('waits for what was confirmed (%s)', async (status) => {
    const planted = await plant(h.cast.root, `Enriching ${status}`)
    const ref = await confirmedOf(planted.company.id, status)
    const { status: said, body } = await remove(planted)
    expect([said, body.message]).toEqual([409, expect.stringContaining('data enrichment')])
    expect((await h.db.company.get(planted.company.id)).deletedAt).toBeNull()
    const row = await h.db.enrichment.find(ref)
    if (row) await h.db.enrichment.save(row, { status: 'done', paidAt: h.services.now() }, h.services.now())
    expect((await remove(planted)).status).toBe(200)
  })

  it('is asked and charged for nothing that was confirmed while it was deleted', async () => {
    const planted = await plant(h.cast.root, 'Enriching late')
    expect((await remove(planted)).status).toBe(200)
    const ref = await confirmedOf(planted.company.id, 'running')
    const asked = provider.enriched().length
    await enrich({ ...h.services, remainingMs: () => 600_000 }, ref)
    expect(await h.db.enrichment.find(ref)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('Nothing was charged'),
    })
    expect(provider.enriched().length).toBe(asked)
    expect(await h.db.payment.find({ companyId: ref.companyId, key: `enrich-${ref.id}` })).toBeUndefined()
  })
})
