import { describe, expect, it } from 'vitest'
import type { Input } from '#shared/contracts/index.ts'
import { addDays, dayIn } from '#shared/dates.ts'
import { startCampaigns } from './stage.ts'

const h = await startCampaigns()
const { northlight, brightSmiles, harbor } = h.cast
await h.makeReady()
const today = () => dayIn('America/Chicago', h.services.now())
const made = async (more: Parameters<typeof h.site>[0] = {}) => (await h.create('ada', h.site(more))).body.data

const everything: Partial<Input<'campaigns.create'>> = {
  reportType: 'CSV',
  reportSentTo: ['reports@example.com', 'more@example.com'],
  adminNotifyTo: ['notices@example.com'],
  leadsAmountNotification: 25,
  enableMinimumLimitLeads: 'T',
  minimumLimitLeads: 3,
  monthlySpendCapCents: 12_500,
  clientOrganizationID: 'org-7',
  clientCampaignID: 'camp-9',
  clientHidePhone: 'T',
  startdatecampaign: addDays(today(), 3),
  enddatecampaign: addDays(today(), 30),
  timezone: 'America/New_York',
  phoneenabled: 'F',
  homeaddressenabled: 'F',
  requireemailaddress: 'T',
  reidentificationtype: '3 months',
  applyreidentificationall: 'T',
  locatorrequire: ['Email', 'Phone'],
  listAdvanceInformationId: ['adv_income', 'adv_home'],
  listB2BInformationId: ['b2b_title'],
  answers: { goal: 'More patients', channels: ['mail', 'phone'] },
}
const ofSite: Partial<Input<'campaigns.create'>> = {
  urlCode: 'https://www.brightsmiles.example/book',
  urlCodeThankyou: 'https://www.brightsmiles.example/thanks',
  gtminstalled: 'T',
  campaign_information_type: 'advanced',
}
const ofSearch: Partial<Input<'campaigns.create'>> = {
  locatorkeyword: ['roof repair', 'new roof'],
  locatorkeywordcontextual: ['hail damage'],
  locatorzip: ['60601', '60602'],
  locatordesc: 'The north side\nand the lake',
  locatorstate: ['IL', 'WI'],
  locatorcity: ['Dallas, TX'],
  nationaltargeting: 'F',
  locationtarget: 'zips',
  campaign_information_type: 'basic',
}
type Sent = Partial<Input<'campaigns.create'>>
const asked = (sent: Sent): Sent => ({ ...everything, ...sent })

describe('a campaign', () => {
  it('CMP-09 CMP-26+ CMP-30+ is made with a number of its own, and paused until somebody starts it', async () => {
    const one = await h.create('ada')
    expect(one.status).toBe(200)
    expect(one.body.message).toBe('Data has been added successfully')
    const other = (await h.create('ada')).body.data
    expect(one.body.data.leadspeek_api_id).toMatch(/^[1-9]\d{7}$/)
    expect(other.leadspeek_api_id).not.toBe(one.body.data.leadspeek_api_id)
    expect(one.body.data).toMatchObject({ status: 'paused', status_reason: 'new', started_at: null })
    expect((await h.list('ada')).data.map(({ id }) => id)).toContain(one.body.data.id)
  })

  it('CMP-14 CMP-15 CMP-16 CMP-17 CMP-20 CMP-21 CMP-22 CMP-23 CMP-24 CMP-38 ENB-22 keeps everything that was sent of a site, unchanged', async () => {
    const group = (await h.call('ada', 'campaigns.saveGroup', { companyID: northlight.id, companyGroupName: 'Spring' }))
      .body.params
    const sent = asked({ ...ofSite, companyGroupID: group.companyGroupID })
    const { body } = await h.create('ada', { ...h.site(sent), campaignName: 'All of it' })
    const { data } = (await h.get('ada', body.data.leadspeek_api_id)).body
    expect(data).toMatchObject({ ...sent, campaignName: 'All of it', leadspeek_type: 'local' })
    expect((await h.get('ada', body.data.id)).body.data).toEqual(data)
  })

  it('CMP-18 CMP-19 CMP-38 ENB-22 keeps keywords and area, unchanged', async () => {
    const sent = asked(ofSearch)
    const { body } = await h.create('ada', h.search(sent))
    expect((await h.get('ada', body.data.id)).body.data).toMatchObject({ ...sent, leadspeek_type: 'locator' })
  })

  it('CMP-25+ refuses what cannot be, and names the field', async () => {
    const wrong = async (more: object, line: 'site' | 'search' = 'site') => {
      const payload = line === 'site' ? h.site(more) : h.search(more)
      const { status, body } = await h.create('ada', payload)
      expect(status).toBe(422)
      return Object.keys(body.fields ?? {})
    }
    expect(await wrong({ campaignName: ' ' })).toEqual(['campaignName'])
    expect(await wrong({ campaignName: 'x'.repeat(101) })).toEqual(['campaignName'])
    expect(await wrong({ reportSentTo: ['no address'] })).toEqual(['reportSentTo.0'])
    expect(await wrong({ adminNotifyTo: ['@'] })).toEqual(['adminNotifyTo.0'])
    expect(await wrong({ startdatecampaign: addDays(today(), 5), enddatecampaign: addDays(today(), 4) })).toEqual([
      'enddatecampaign',
    ])
    expect(await wrong({ startdatecampaign: addDays(today(), -1) })).toEqual(['startdatecampaign'])
    expect(await wrong({ startdatecampaign: '2026-02-30' })).toEqual(['startdatecampaign'])
    expect(await wrong({ timezone: 'Mars/Olympus' })).toEqual(['timezone'])
    expect(await wrong({ urlCode: '' })).toEqual(['urlCode'])
    expect(await wrong({ urlCode: 'ftp://x.example/' })).toEqual(['urlCode'])
    expect(await wrong({ campaign_information_type: 'b2b' })).toEqual(['campaign_information_type'])
    expect(await wrong({ companyGroupID: 'grp_gone' })).toEqual(['companyGroupID'])
    expect(await wrong({ locatorzip: ['123'] }, 'search')).toEqual(['locatorzip'])
    expect(await wrong({ locatorzip: ['00000'] }, 'search')).toEqual(['locatorzip'])
    const zips = Array.from({ length: 1001 }, (_, index) => String(10_001 + index))
    expect(await wrong({ locatorzip: zips }, 'search')).toEqual(['locatorzip'])
    const words = Array.from({ length: 201 }, (_, index) => `word ${index}`)
    expect(await wrong({ locatorkeyword: words }, 'search')).toEqual(['locatorkeyword'])
    expect(await wrong({ locatorkeyword: [] }, 'search')).toEqual(['locatorkeyword'])
    expect(await wrong({ nationaltargeting: 'F' }, 'search')).toEqual(['locatorzip'])
  })

  it('CMP-25+ has a name of its own within its client, also when two are made at once', async () => {
    const payload = h.site({ campaignName: 'Smile  Día 😀' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => h.create('ada', payload)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.fields).toEqual({
      campaignName: 'This client has a campaign of this name already.',
    })
    expect((await h.create('ada', { ...payload, campaignName: ' smile dia 😀 ' })).status).toBe(409)
    expect((await h.create('ada', { ...payload, companyID: harbor.id })).status).toBe(200)
  })

  it('begins in Central time, and takes names of every script', async () => {
    const name = `مرحبا ${'長'.repeat(40)} 👩🏽‍🚀`
    const data = await made({ campaignName: name })
    expect(data).toMatchObject({ timezone: 'America/Chicago', campaignName: name, reportType: 'GoogleSheet' })
  })

  it('belongs to a client: not to the agency itself', async () => {
    expect((await h.create('ada', h.site({ companyID: northlight.id }))).body.fields).toHaveProperty('companyID')
  })
})

it('is not made of a product that was switched off meanwhile', async () => {
  const { northlight } = h.cast
  const { modules } = await h.db.company.get(northlight.id)
  const { locator: _off, ...others } = modules
  await h.db.company.update(northlight.id, { modules: others })
  const { status, body } = await h.create('ada', h.search())
  expect([status, body.fields]).toEqual([422, { leadspeekType: 'This product is switched off. Choose another one.' }])
  await h.db.company.update(northlight.id, { modules })
  expect((await h.create('ada', h.search())).status).toBe(200)
})

describe('an edit', () => {
  it('CMP-10 changes what all products have in common', async () => {
    const { id } = await made()
    const { body } = await h.call('ada', 'campaigns.update', { leadspeekID: id, campaignName: 'Renamed' })
    expect(body.message).toBe('Data has been updated successfully')
    expect((await h.get('ada', id)).body.data).toMatchObject({
      campaignName: 'Renamed',
      urlCode: 'https://www.brightsmiles.example/',
    })
    // The old name is free again, the new one is taken.
    expect((await h.create('ada', h.site({ campaignName: 'Renamed' }))).status).toBe(409)
  })

  it('CMP-11 changes the page of a Site ID campaign', async () => {
    const { leadspeek_api_id } = await made()
    const urlCode = 'https://www.brightsmiles.example/landing'
    await h.call('cleo', 'campaigns.updateSite', { leadspeekID: leadspeek_api_id, urlCode })
    expect((await h.get('ada', leadspeek_api_id)).body.data).toMatchObject({ urlCode })
  })

  it('CMP-12 changes keywords and area, and leaves the rest', async () => {
    const { id } = (await h.create('ada', h.search(ofSearch))).body.data
    await h.call('ada', 'campaigns.updateSearch', { leadspeekID: id, locatorkeyword: ['gutters'] })
    const { locatorkeyword: _, ...rest } = ofSearch
    expect((await h.get('ada', id)).body.data).toMatchObject({ ...rest, locatorkeyword: ['gutters'] })
  })

  it('CMP-13+ of the wrong product for its path is refused', async () => {
    const site = (await made()).id
    const search = (await h.create('ada', h.search())).body.data.id
    expect((await h.call('ada', 'campaigns.updateSearch', { leadspeekID: site, campaignName: 'X' })).status).toBe(422)
    expect((await h.call('ada', 'campaigns.updateSite', { leadspeekID: search, campaignName: 'X' })).status).toBe(422)
    for (const line of ['enhance', 'b2b'] as const) {
      const { id } = (await h.create('ada', h.search({ leadspeekType: line }))).body.data
      expect((await h.call('ada', 'campaigns.updateSearch', { leadspeekID: id, locatorkeyword: ['x y'] })).status).toBe(
        200,
      )
    }
  })

  it('tells the second of two, and loses nothing', async () => {
    const { id, version } = await made()
    const change = (enddatecampaign: string) =>
      h.call('ada', 'campaigns.update', { leadspeekID: id, version, enddatecampaign })
    const answers = await Promise.all([4, 5, 6].map((days) => change(addDays(today(), days))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const winner = answers.find(({ status }) => status === 200)
    expect((await h.get('ada', id)).body.data.enddatecampaign).toBe(winner?.body.data.enddatecampaign)
  })

  it('is refused once the client was removed, and a start says so before anything else', async () => {
    const { id } = (await h.create('ada', h.search())).body.data
    await h.db.company.update(h.cast.harbor.id, { deletedAt: h.services.now() })
    // An editor may be open while the client is removed.
    const { status, body } = await h.call('ada', 'campaigns.updateSearch', { leadspeekID: id, campaignName: 'Late' })
    expect([status, body.message, body.fields]).toEqual([409, 'This company was removed.', undefined])
    expect((await h.get('ada', id)).body.data.missing).toMatchObject({
      what: 'contract',
      message: expect.stringMatching(/ was removed, so its campaigns cannot start any more\.$/),
    })
    await h.db.company.update(h.cast.harbor.id, { deletedAt: null })
  })

  it('keeps a first day that has passed, but takes no other one of the past', async () => {
    const startdatecampaign = addDays(today(), 1)
    const { id } = await made({ startdatecampaign })
    h.setClock(h.services.now() + 3 * 24 * 60 * 60 * 1000)
    expect((await h.call('ada', 'campaigns.update', { leadspeekID: id, startdatecampaign })).status).toBe(200)
    const past = await h.call('ada', 'campaigns.update', { leadspeekID: id, startdatecampaign: addDays(today(), -1) })
    expect(past.body.fields).toEqual({ startdatecampaign: 'The first day has passed.' })
    h.setClock()
  })
})

describe('who may', () => {
  it('CLI-15+ a client makes no campaigns where its agency keeps that for itself', async () => {
    expect((await h.create('cleo')).status).toBe(200)
    await h.db.company.update(brightSmiles.id, { disableClientAddCampaign: true })
    const { status, body } = await h.create('cleo')
    expect(status).toBe(403)
    expect(body.message).toBe('Your agency makes campaigns for you. Please ask them for a new one.')
    expect((await h.create('ada')).status).toBe(200)
    await h.db.company.update(brightSmiles.id, { disableClientAddCampaign: false })
  })

  it('a client never changes whether it sees telephone numbers', async () => {
    const { id } = await made({ clientHidePhone: 'T' })
    const change = (who: 'cleo' | 'ada', clientHidePhone: 'T' | 'F') =>
      h.call(who, 'campaigns.update', { leadspeekID: id, clientHidePhone })
    expect((await change('cleo', 'F')).body.fields).toEqual({
      clientHidePhone: 'Your agency decides whether telephone numbers are shown.',
    })
    // What stands there may come back with the rest of a form.
    expect((await change('cleo', 'T')).status).toBe(200)
    expect((await change('ada', 'F')).status).toBe(200)
    expect((await h.create('cleo', h.site({ clientHidePhone: 'T' }))).status).toBe(422)
  })

  it('finds no campaign of somebody else, nor a removed one, nor one that never was, and says the same of all', async () => {
    const { id, leadspeek_api_id } = await made()
    const gone = await made()
    await h.remove('ada', gone.id)
    const said = await Promise.all([
      h.get('abe', id),
      h.get('carl', leadspeek_api_id),
      h.get('lola', id),
      h.get('ada', gone.leadspeek_api_id),
      h.get('ada', '99999999'),
      h.get('ada', 'cmp_none'),
      h.call('abe', 'campaigns.update', { leadspeekID: id, campaignName: 'Mine' }),
      h.run('abe', id, 'F'),
      h.remove('abe', leadspeek_api_id),
      h.call('ada', 'campaigns.setActive', { leadspeekID: id, companyID: harbor.id, status: 'F' }),
    ])
    for (const { status, body } of said) {
      expect(status).toBe(404)
      expect(body.message).toBe('This campaign was not found.')
    }
    expect((await h.create('abe')).status).toBe(403)
  })

  it('refuses sales people', async () => {
    const { id } = await made()
    for (const who of ['sam', 'ellen'] as const) expect((await h.get(who, id)).status).toBe(403)
  })
})
