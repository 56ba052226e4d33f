import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { HOUR } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { plantLead } from '../../support/plant-lead.ts'
import { openDoor } from '../exclusions/door.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const door = await openDoor(h)
const foreign = await h.plant()
const { list, plant } = stageOf(h)
const { root, northlight, copper } = h.cast
// Sales people work once their payment account is connected.
const connect = async (connection: '' | 'completed') => {
  for (const who of ['sam', 'ellen', 'rita'] as const) await h.db.user.update(h.cast.users[who].id, { connection })
}
await connect('completed')
const others = await plant(root, 'Not Theirs')
const unsorted = { sort: 'none', order: 'none', search: 'none' }
const downline = (who: 'sam' | 'rita' | 'olive' | 'ada', salesId: string, more = {}) =>
  h.call(who, 'companies.salesDownline', { companyId: root.id, salesId, ...unsorted, ...more })

describe('companies.salesDownline', () => {
  it('SAL-09 SAL-10 lists the agencies of a sales person alone', async () => {
    const { status, body } = await downline('sam', h.cast.users.sam.id)
    expect([status, body.data.map((row) => row.company_name), body.total, body.per_page]).toEqual([
      200,
      ['Northlight'],
      1,
      10,
    ])
    expect((await downline('rita', h.cast.users.rita.id)).body.total).toBe(1)
    expect((await downline('olive', h.cast.users.sam.id)).body.total).toBe(1)
    expect((await downline('sam', h.cast.users.ellen.id)).status).toBe(403)
    expect((await downline('ada', h.cast.users.sam.id)).status).toBe(403)
    expect((await downline('sam', h.cast.users.sam.id, { search: 'copper' })).body.total).toBe(0)
  })

  it('follows a change of the assignment', async () => {
    await h.db.company.update(others.company.id, { salesRepId: h.cast.users.sam.id })
    expect((await downline('sam', h.cast.users.sam.id)).body.total).toBe(2)
    await h.db.company.update(others.company.id, { salesRepId: null })
    expect((await downline('sam', h.cast.users.sam.id)).body.total).toBe(1)
  })
})

describe('sales people', () => {
  it('AGL-70 are refused what their list does not show, and what belongs to agencies of others', async () => {
    const remove = { companyId: h.cast.brightSmiles.id, userId: h.cast.users.cleo.id }
    expect((await h.call('sam', 'companies.remove', remove)).status).toBe(403)
    expect((await list('sam', { companyId: northlight.id })).body.total).toBe(2)
    expect((await list('sam', { companyId: copper.id })).status).toBe(403)
    expect((await list('sam', { companyId: root.id })).body.data.map((row) => row.company_name)).toEqual(['Northlight'])
    expect((await h.call('sam', 'companies.showCampaigns', { companyID: copper.id })).status).toBe(403)
    expect((await h.call('sam', 'companies.showUser', { companyID: root.id })).status).toBe(403)
    const form = { ClientCompanyName: 'By Sales', ClientFullName: 'Sue Sold', ClientEmail: 'sue@sold.example' }
    expect((await h.call('sam', 'companies.create', { companyID: copper.id, ...form })).status).toBe(403)
    expect((await h.call('sam', 'companies.create', { companyID: root.id, ...form })).status).toBe(403)
    expect((await h.call('sam', 'companies.create', { companyID: northlight.id, ...form })).status).toBe(200)
    const edit = {
      ClientCompanyName: 'Peak',
      ClientFullName: 'Carl',
      ClientEmail: h.cast.users.carl.email,
      ClientPhone: '(312) 555-0100',
    }
    expect((await h.call('sam', 'companies.update', { ClientID: h.cast.users.carl.id, ...edit })).status).toBe(403)
  })

  it('are held up until their payment account is connected', async () => {
    await connect('')
    const { status, body } = await list('sam', { companyId: northlight.id })
    expect([status, body.message]).toEqual([403, 'Connect your payment account first.'])
    await connect('completed')
  })
})

describe('companies.report', () => {
  it('AGL-81 counts clients, active campaigns and leads of each agency', async () => {
    const { smiles } = h.cast.campaigns
    const at = Date.parse('2026-11-12T12:00:00Z')
    for (const id of ['led_1', 'led_2']) await plantLead(h, smiles, { id, at })
    const ask = (start: string, end: string) => h.call('olive', 'companies.report', { companyId: root.id, start, end })
    const { status, body } = await ask('2026-11-01', '2026-11-30')
    expect(status).toBe(200)
    expect(body.data.find((row) => row.company_id === northlight.id)).toEqual({
      company_id: northlight.id,
      company_name: 'Northlight',
      clients: 3,
      active_campaigns: 2,
      leads: 2,
      wholesale: '0',
      retail: '0',
      payment_status: '',
    })
    const later = await ask('2026-11-13', '2026-11-30')
    expect(later.body.data.find((row) => row.company_id === northlight.id)?.leads).toBe(0)
    expect((await ask('2026-11-30', '2026-11-01')).status).toBe(422)
    expect(
      (await h.call('ada', 'companies.report', { companyId: northlight.id, start: '2026-11-01', end: '2026-11-30' }))
        .status,
    ).toBe(403)
  })
})

describe('the agencies report with its sums', () => {
  const october = { companyId: root.id, start: '2026-10-01', end: '2026-10-31' }
  const soldOn = (day: string, id: string, retailCentiCents: number, wholesaleCentiCents: number) =>
    plantLead(h, h.cast.campaigns.harbor, {
      id,
      at: Date.parse(`${day}T12:00:00Z`),
      retailCentiCents,
      wholesaleCentiCents,
    })

  it('AGL-82 sums what leads were sold and bought for, names failed payments, and leaves as a file', async () => {
    await soldOn('2026-09-30', 'sold_3', 990_000, 880_000)
    await soldOn('2026-10-02', 'sold_1', 15_050, 7_525)
    await soldOn('2026-10-31', 'sold_2', 15_050, 7_525)
    const formula = await plant(root, '=HYPERLINK("https://x.example","Pay, now")')
    await h.db.company.update(copper.id, { paymentFailed: true })
    const { status, body } = await h.call('olive', 'companies.report', october)
    expect([status, body.file]).toEqual([200, undefined])
    const rowOf = (id: string) => body.data.find((row) => row.company_id === id)
    expect(rowOf(northlight.id)).toMatchObject({ leads: 2, wholesale: '1.51', retail: '3.01', payment_status: '' })
    expect(rowOf(copper.id)).toMatchObject({ leads: 0, wholesale: '0', retail: '0', payment_status: 'failed' })

    const ordered = await h.call('olive', 'companies.report', { ...october, PerPage: 1, format: 'csv' })
    expect(ordered.body.file).toMatchObject({
      status: 'waiting',
      filename: 'agencies-report-2026-10-01-2026-10-31.csv',
    })
    expect(ordered.body.file?.url).toBeUndefined()
    await h.drain()
    const named = { format: 'csv', file: ordered.body.file?.id ?? '' } as const
    const asked = await h.call('olive', 'companies.report', { ...october, PerPage: 1, ...named })
    expect(asked.body.file).toMatchObject({
      status: 'done',
      current_row: asked.body.total,
      total_row: asked.body.total,
    })
    const { text } = await door.get(asked.body.file?.url ?? '')
    const [head, ...lines] = parse(text) as string[][]
    expect(head).toEqual(['Agency', 'Clients', 'Active campaigns', 'Leads', 'Wholesale', 'Retail', 'Payment'])
    expect(lines).toHaveLength(asked.body.total)
    expect(lines.find(([name]) => name === 'Northlight')?.slice(3)).toEqual(['2', '1.51', '3.01', 'ok'])
    expect(lines.find(([name]) => name === copper.name)?.slice(3)).toEqual(['0', '0', '0', 'failed'])
    for (const cell of lines.flat()) expect(cell).not.toMatch(/^\s*[=+\-@]/)
    expect(lines.map(([name]) => name)).toContain(`'${formula.company.name}`)

    for (const format of ['', 'csv'] as const)
      for (const [who, companyId] of [
        ['ada', northlight.id],
        ['ada', root.id],
        ['sam', root.id],
        ['cleo', h.cast.brightSmiles.id],
      ] as const)
        expect((await h.call(who, 'companies.report', { ...october, companyId, format })).status).toBe(403)
  })
})

describe('the agencies report of days on which more was given back than sold', () => {
  it('says by how much, on the screen and in the file', async () => {
    const { harbor } = h.cast.campaigns
    const sold = { retailCentiCents: 15_050, wholesaleCentiCents: 7_525 }
    const lead = await plantLead(h, harbor, { id: 'sold_4', at: Date.parse('2026-11-30T12:00:00Z'), ...sold })
    const credit = { at: lead.createdAt + 20 * HOUR, level: 'platform', companyId: root.id, uploadId: 'upl_1' } as const
    expect(await h.db.lead.credit(harbor, lead, credit)).toBe(true)
    const day = { companyId: root.id, start: '2026-12-01', end: '2026-12-01', PerPage: 100 }
    const { body } = await h.call('olive', 'companies.report', day)
    const row = body.data.find(({ company_id: id }) => id === northlight.id)
    expect(row).toMatchObject({ leads: 0, wholesale: '-0.75', retail: '-1.5' })

    const ordered = await h.call('olive', 'companies.report', { ...day, format: 'csv' })
    await h.drain()
    const file = ordered.body.file?.id ?? ''
    const asked = await h.call('olive', 'companies.report', { ...day, format: 'csv', file })
    const { text } = await door.get(asked.body.file?.url ?? '')
    const line = (parse(text) as string[][]).find(([name]) => name === 'Northlight')
    expect(line?.slice(3, 6)).toEqual(['0', '(0.75)', '(1.5)'])
  })
})

describe('companies.roots', () => {
  it('AGL-83 AGL-84 shows every root to the first one, and others themselves alone', async () => {
    const { status, body } = await h.call('olive', 'companies.roots', {})
    expect(status).toBe(200)
    expect(body.data.map(({ id }) => id).sort()).toEqual([root.id, foreign.root.id].sort())
    expect(body.data.find(({ id }) => id === root.id)).toEqual({
      id: root.id,
      company_name: 'Leadloom',
      domain: `${root.subdomain}.localhost:8787`,
      idsys: root.id,
    })
    const login = await h.call(
      null,
      'session.login',
      { username: foreign.users.olive.email, password: 'correct horse 42' },
      { host: foreign.hosts.root },
    )
    const token = 'access_token' in login.body ? login.body.access_token : ''
    const there = await h.call(null, 'companies.roots', {}, { token, host: foreign.hosts.root })
    expect(there.body.data.map(({ id }) => id)).toEqual([foreign.root.id])
    expect((await h.call('ada', 'companies.roots', {})).status).toBe(403)
  })
})
