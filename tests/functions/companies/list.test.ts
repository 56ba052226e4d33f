import { describe, expect, it } from 'vitest'
import { openTree } from '#functions/data/tenancy/tree.ts'
import { NodeRow } from '#shared/contracts/companies/list-item.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const foreign = await h.plant()
const { list, plant } = stageOf(h)
const { root, northlight, copper } = h.cast
const eleven = await plant(root, 'Eleven Media')
for (let i = 1; i <= 11; i++)
  await plant(eleven.company, `Client ${String(i).padStart(2, '0')}`, { createdAt: i * 1000 })
await plant(root, 'Failing Ads', { company: { paymentFailed: true, manualBill: true } })
await plant(root, 'Hand Billed', { company: { manualBill: true } })
await plant(root, 'Keyed', { company: { hasApiKey: true, apiMode: true } })
const companyNamed = async (name: string) => {
  const { body } = await list('olive', { companyId: root.id })
  return h.db.company.get(body.data.find(({ company_name }) => company_name === name)?.company_id ?? '')
}
const namesIn = (answer: { body: { data: { company_name: string }[] } }) =>
  answer.body.data.map((row) => row.company_name)

describe('companies.list', () => {
  it('AGL-74 OTH-18 ENB-21 answers rows with current_page, last_page, total, from, to and per_page', async () => {
    const { status, body } = await list('olive', { companyId: root.id, type: 'userdownline' })
    const { data, current_page, last_page, total, from, to, per_page } = body
    expect([status, current_page, last_page, total, from, to, per_page]).toEqual([200, 1, 1, 6, 1, 6, 10])
    expect(data).toHaveLength(6)
  })

  it('AGL-11 lists agencies below a root and clients below an agency', async () => {
    const agencies = await list('olive', { companyId: root.id })
    expect(new Set(agencies.body.data.map((row) => row.user_type))).toEqual(new Set(['userdownline']))
    const clients = await list('olive', { companyId: northlight.id, type: 'client', inAgencyList: 'T' })
    expect(clients.body.data.map((row) => [row.user_type, row.company_name]).sort()).toEqual([
      ['client', 'Bright Smiles Dental'],
      ['client', 'Harbor Roofing'],
    ])
  })

  it('ENB-01 ENB-02 ENB-03 ENB-04 ENB-05 ENB-06 ENB-07 ENB-08 ENB-09 ENB-10 ENB-11 ENB-12 has every field in every row', async () => {
    const agencies = await list('olive', { companyId: root.id })
    const clients = await list('ada', { companyId: northlight.id })
    // The mark of a cancelled contract is there where one is.
    const fields = Object.keys(NodeRow.shape).filter((field) => field !== 'is_cancelled')
    for (const row of [...agencies.body.data, ...clients.body.data]) {
      expect(Object.keys(row).sort()).toEqual(fields.sort())
      expect(NodeRow.safeParse(row).error).toBeUndefined()
    }
    const ada = agencies.body.data.find((row) => row.company_id === northlight.id)
    expect(ada).toMatchObject({
      id: h.cast.users.ada.id,
      company_root_id: root.id,
      company_name: 'Northlight',
      name: 'Ada Agency',
      email: h.cast.users.ada.email,
      phonenum: '3125550123',
      phone_country_code: 'US',
      phone_country_calling_code: '+1',
      user_type: 'userdownline',
      manual_bill: 'F',
      is_whitelabeling: 'T',
      api_mode: 'F',
      is_user_generate_api: false,
      is_marketing_services_agreement_developer: 'F',
      exclude_minimum_spend: 0,
      payment_status: '',
      status_acc: 'completed',
      profile_setup_completed: 'T',
      package_id: 'standard',
      salesrep: 'Sam Sales',
      salesrepid: h.cast.users.sam.id,
      accountexecutive: 'Ellen Executive',
      accountref: 'Rita Referrer',
      accountrefid: h.cast.users.rita.id,
      selected_payment_term: [
        { term: 'Weekly', status: true },
        { term: 'Monthly', status: false },
        { term: 'One Time', status: false },
        { term: 'Prepaid', status: false },
      ],
      rootpaymentterm: expect.arrayContaining([{ value: 'One Time', label: 'One Time' }]),
      rootmodules: expect.arrayContaining([{ value: 'local', label: 'Site ID' }]),
    })
    expect(agencies.body.data.find((row) => row.company_name === 'Keyed')).toMatchObject({
      api_mode: 'T',
      is_user_generate_api: true,
      selected_modules: expect.arrayContaining([
        { type: 'local', status: true },
        { type: 'b2b', status: false },
      ]),
    })
  })

  it('ENB-13 names the sub-domain with and without the platform, and writes times as ISO 8601 in UTC', async () => {
    const { body } = await list('olive', { companyId: root.id, search: 'northlight' })
    const [row] = body.data
    expect(row?.subdomain).toBe(`${northlight.subdomain}.localhost:8787`)
    expect(row?.orisubdomain).toBe(northlight.subdomain)
    expect(row?.created_at).toBe(new Date(northlight.createdAt).toISOString())
    expect([row?.exclude_onboard_charge, row?.is_onboard_charged]).toEqual(['F', 'F'])
    const failing = await list('olive', { companyId: root.id, search: 'failing' })
    expect(failing.body.data[0]?.package_id).toBe('')
  })

  it('AGL-04 AGL-05 AGL-06 AGL-07 AGL-10 sorts by what the list shows, and otherwise newest first', async () => {
    for (const [sort, field] of [
      ['company_name', 'company_name'],
      ['full_name', 'name'],
      ['email', 'email'],
      ['created_at', 'created_at'],
    ] as const) {
      const valuesOf = async (order: 'asc' | 'desc') =>
        (await list('olive', { companyId: root.id, sort, order })).body.data.map((row) => row[field].toLowerCase())
      const up = await valuesOf('asc')
      expect([sort, up]).toEqual([sort, [...up].sort()])
      expect(new Set(up).size).toBeGreaterThan(3)
      expect([sort, await valuesOf('desc')]).toEqual([sort, up.toReversed()])
    }
    const unknown = await list('olive', { companyId: root.id, sort: 'password', order: 'asc' })
    expect(unknown.status).toBe(200)
    expect(namesIn(unknown)).toEqual(namesIn(await list('olive', { companyId: root.id })))
    const times = unknown.body.data.map((row) => row.created_at)
    expect(times).toEqual([...times].sort().reverse())
  })

  it('AGL-19 CLI-04 COB-01 OTH-19 pages by ten, and answers nothing beyond the end', async () => {
    const first = await list('olive', { companyId: eleven.company.id, sort: 'company_name', order: 'asc' })
    expect([first.body.data.length, first.body.last_page, first.body.total]).toEqual([10, 2, 11])
    const cursor = first.body.next_cursor ?? ''
    const second = await list('olive', {
      companyId: eleven.company.id,
      sort: 'company_name',
      order: 'asc',
      Page: 2,
      cursor,
    })
    expect([namesIn(second), second.body.from, second.body.to, second.body.next_cursor]).toEqual([
      ['Client 11'],
      11,
      11,
      null,
    ])
    const back = await list('olive', {
      companyId: eleven.company.id,
      sort: 'company_name',
      order: 'asc',
      Page: 1,
      cursor: second.body.cursor ?? '',
    })
    expect(namesIn(back)).toEqual(namesIn(first))
    const beyond = await list('olive', { companyId: eleven.company.id, Page: 999 })
    expect([beyond.status, beyond.body.data, beyond.body.total]).toEqual([200, [], 11])
    expect((await list('olive', { companyId: eleven.company.id, PerPage: 101 })).status).toBe(422)
    expect((await list('olive', { companyId: eleven.company.id, PerPage: 100 })).body.data).toHaveLength(11)
  })

  it('refuses the cursor of another list, and one that was tampered with', async () => {
    const { body } = await list('olive', { companyId: eleven.company.id })
    const cursor = body.next_cursor ?? ''
    expect((await list('olive', { companyId: root.id, cursor })).status).toBe(400)
    expect((await list('olive', { companyId: eleven.company.id, sort: 'email', order: 'asc', cursor })).status).toBe(
      400,
    )
    expect((await list('olive', { companyId: eleven.company.id, cursor: `${cursor}x` })).status).toBe(400)
  })

  it('AGL-16 joins filters with AND', async () => {
    const filtered = async (Filters: string) => namesIn(await list('olive', { companyId: root.id, Filters })).sort()
    expect(await filtered('direct_payment')).toEqual(['Failing Ads', 'Hand Billed'])
    expect(await filtered('payment_failed')).toEqual(['Failing Ads'])
    expect(await filtered('direct_payment,payment_failed')).toEqual(['Failing Ads'])
    expect(await filtered('api_key_generated,developer_mode')).toEqual(['Keyed'])
    const { id: hand } = await companyNamed('Hand Billed')
    const { id: keyed } = await companyNamed('Keyed')
    await h.db.company.update(hand, { apiMode: true })
    await h.db.company.update(keyed, { apiMode: false })
    expect([await filtered('api_key_generated'), await filtered('developer_mode')]).toEqual([
      ['Keyed'],
      ['Hand Billed'],
    ])
    await h.db.company.update(hand, { apiMode: false })
    await h.db.company.update(keyed, { apiMode: true })
    expect(await filtered('no_such_filter')).toHaveLength(6)
  })

  it('offers the two filters about the developer API to the first root alone, and ignores them elsewhere', async () => {
    const { plant: plantThere } = stageOf({ ...h, cast: foreign } as typeof h)
    await plantThere(foreign.root, 'Foreign Keyed', { company: { hasApiKey: true } })
    const answer = await h.call(
      null,
      'session.login',
      {
        username: foreign.users.olive.email,
        password: 'correct horse 42',
      },
      { host: foreign.hosts.root },
    )
    const token = 'access_token' in answer.body ? answer.body.access_token : ''
    const there = await list(
      'olive',
      { companyId: foreign.root.id, Filters: 'api_key_generated' },
      { token, host: foreign.hosts.root },
    )
    expect([there.status, there.body.filters, there.body.total]).toEqual([200, ['direct_payment', 'payment_failed'], 3])
    expect((await list('olive', { companyId: root.id })).body.filters).toHaveLength(4)
    expect((await list('ada', { companyId: northlight.id })).body.filters).toEqual([])
  })

  it('AGL-75 takes `none` for what is not asked, leaves out excluded rows, and refuses a company out of reach', async () => {
    expect((await list('olive', { companyId: root.id, search: 'none' })).body.total).toBe(6)
    const without = await list('olive', {
      companyId: root.id,
      Exclude: [h.cast.users.ada.id, copper.id].join(','),
    })
    expect([
      without.body.total,
      namesIn(without).includes('Northlight'),
      namesIn(without).includes('Copper & Co'),
    ]).toEqual([4, false, false])
    for (const companyId of [copper.id, root.id, foreign.northlight.id, 'com_01JD0000000000000000000000'])
      expect((await list('ada', { companyId })).status).toBe(403)
    // Staff and sales people have lists of their own.
    for (const type of ['client', 'user', 'sales'] as const)
      expect([type, (await list('olive', { companyId: root.id, type: type as 'client' })).status]).toEqual([type, 422])
  })

  it('keeps pages right when rows are left out', async () => {
    const all = namesIn(
      await list('olive', { companyId: eleven.company.id, sort: 'company_name', order: 'asc', PerPage: 11 }),
    )
    const rows = (await list('olive', { companyId: eleven.company.id, PerPage: 11 })).body.data
    const gone = rows.filter((row) => ['Client 02', 'Client 08'].includes(row.company_name))
    const Exclude = gone.map((row) => row.company_id).join(',')
    const page = await list('olive', {
      companyId: eleven.company.id,
      sort: 'company_name',
      order: 'asc' as const,
      Exclude,
      PerPage: 4,
      Page: 2,
    })
    expect(namesIn(page)).toEqual(all.filter((name) => !/02|08/.test(name)).slice(4, 8))
    expect([page.body.total, page.body.last_page]).toEqual([9, 3])
  })

  it('leaves out fifty at once, by a query that the firewall lets through', async () => {
    const ids = Array.from({ length: 50 }, () => h.services.newId('company'))
    const Exclude = ids.join(',')
    const query = { Exclude, CardStatus: 'active', CampaignStatus: 'inactive', Page: 1000, PerPage: 100 } as const
    const text = new URLSearchParams(
      Object.entries({ ...query, inAgencyList: 'T' }).map(([name, value]) => [name, `${value}`]),
    )
    expect(text.toString().length).toBeLessThan(2048)
    expect((await list('abe', { companyId: copper.id, Exclude, PerPage: 100 })).status).toBe(200)
    // Longer ones are refused with a sentence, and not before they reach us.
    expect((await list('abe', { companyId: copper.id, Exclude: `${Exclude},${Exclude}` })).body.fields).toHaveProperty(
      'Exclude',
    )
  })

  it('CLI-06 filters clients by card and by campaigns', async () => {
    await plant(copper, 'Card Failed', { company: { paymentFailed: true }, user: { hasCard: true } })
    const cardless = await plant(copper, 'Without Card')
    await plantCampaign(h.db, {
      ...h.cast.campaigns.peak,
      id: h.services.newId('campaign'),
      companyId: cardless.company.id,
      status: 'paused',
    })
    const found = async (query: object) => namesIn(await list('abe', { companyId: copper.id, ...query })).sort()
    expect(await found({ CardStatus: 'failed' })).toEqual(['Card Failed'])
    expect(await found({ CardStatus: 'active' })).toEqual(['Peak Fitness'])
    expect(await found({ CardStatus: 'none' })).toEqual(['Without Card'])
    expect(await found({ CampaignStatus: 'active' })).toEqual(['Peak Fitness'])
    expect(await found({ CampaignStatus: 'inactive' })).toEqual(['Without Card'])
    expect(await found({ CampaignStatus: 'none' })).toEqual(['Card Failed'])
    expect(await found({ CampaignStatus: 'active', CardStatus: 'none' })).toEqual([])
    expect(await found({ CardStatus: '' })).toHaveLength(3)
    expect((await list('abe', { companyId: copper.id, CardStatus: 'lost' as never })).status).toBe(422)
  })

  it('AGL-17 finds any part of name, person and e-mail, in whatever letters, and starts at page 1', async () => {
    const { user } = await plant(northlight, 'Overlook Stables', { user: { name: 'Winifred Oakes' } })
    const found = async (search: string, more = {}) => {
      const { body } = await list('ada', { companyId: northlight.id, search, ...more })
      return [body.data.map(({ company_name }) => company_name), body.total, body.current_page]
    }
    const [name, domain] = user.email.split('@')
    for (const part of [
      'VERLOO',
      'look stab',
      'nifred',
      name?.slice(2),
      `${name?.slice(-2)}@${domain?.slice(0, 4)}`,
      'table oake',
    ])
      expect([part, ...(await found(part ?? ''))]).toEqual([part, ['Overlook Stables'], 1, 1])
    expect(await found('verlook stables zz')).toEqual([[], 0, 1])
    expect(await found('verloo', { CardStatus: 'failed' })).toEqual([[], 0, 1])
    expect(await found('verloo', { Exclude: user.id })).toEqual([[], 0, 1])
    await h.call('ada', 'companies.remove', { companyId: user.companyId, userId: user.id })
  })

  it('AGL-17 looks inside of words in lists of up to 500, and says of longer ones that it does not', async () => {
    const { company } = await plant(root, 'Long List Agency')
    await plant(company, 'Overlook Stables')
    const ask = async (search?: string) => {
      const { body } = await list('olive', { companyId: company.id, ...(search && { search }) })
      return [body.data.length, body.by_beginnings]
    }
    const { count } = openTree(h.services.table).entities
    const grow = (total: number) => count.upsert({ parentId: company.id, of: 'client' }).add({ total }).go()
    await grow(499)
    expect([await ask(), await ask('verlook'), await ask('overl')]).toEqual([
      ...[
        [1, undefined],
        [1, undefined],
        [1, undefined],
      ],
    ])
    await grow(1)
    expect([await ask(), await ask('verlook'), await ask('overl')]).toEqual([
      ...[
        [1, true],
        [0, true],
        [1, true],
      ],
    ])
  })

  it('finds by the beginnings of words of name, person and e-mail', async () => {
    const found = async (search: string) => namesIn(await list('ada', { companyId: northlight.id, search }))
    expect(await found('DENT')).toEqual(['Bright Smiles Dental'])
    expect(await found('lola')).toEqual(['Harbor Roofing'])
    expect(await found(h.cast.users.cleo.email.slice(0, 14))).toEqual(['Bright Smiles Dental'])
    expect(await found('bright lola')).toEqual([])
  })

  it('AGL-10 orders what began in one moment by its id, on every page, whatever else is asked for as an order', async () => {
    const { company } = await plant(root, 'Of One Moment')
    for (let i = 1; i <= 12; i++) await plant(company, `Twin ${i}`, { createdAt: i <= 6 ? 1_000 : 2_000 })
    const ids = async (sort: string, order: 'asc' | 'desc' | 'none') => {
      const page = async (Page: number, cursor = '') =>
        (await list('olive', { companyId: company.id, sort, order, Page, PerPage: 5, ...(cursor && { cursor }) })).body
      const first = await page(1)
      const second = await page(2, first.next_cursor ?? '')
      const third = await page(3, second.next_cursor ?? '')
      return [first, second, third].flatMap(({ data }) => data)
    }
    const rows = await ids('none', 'none')
    const wanted = [...rows].sort((a, b) =>
      a.created_at === b.created_at ? (a.company_id < b.company_id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1,
    )
    expect(rows).toHaveLength(12)
    expect(rows.map((row) => row.company_id)).toEqual(wanted.map((row) => row.company_id))
    // Only the four names sort; anything else is none, in either direction.
    for (const sort of ['password', 'id', 'phonenum', 'company_id', 'CREATED_AT'])
      for (const order of ['asc', 'desc'] as const)
        expect([sort, order, (await ids(sort, order)).map((row) => row.company_id)]).toEqual([
          sort,
          order,
          wanted.map((row) => row.company_id),
        ])
  })
})
