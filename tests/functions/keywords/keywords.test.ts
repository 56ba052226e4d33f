import { afterAll, describe, expect, it } from 'vitest'
import { clock } from '#functions/kit/clock.ts'
import { startLeadData } from '#infra/local/doubles/lead-data.ts'
import type { Input } from '#shared/contracts/index.ts'
import { MINUTE } from '#shared/dates.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { lookAs } from '../account/view-as.ts'

const provider = await startLeadData({ key: 'the-key' })
const h = await harness({ env: { LEAD_DATA_URL: provider.url, LEAD_DATA_KEY: 'the-key' } })
afterAll(() => provider.stop())

const estimate = (more: Partial<Input<'keywords.estimate'>> = {}, who: Member = 'ada') =>
  h.call(who, 'keywords.estimate', { leadspeek_type: 'locator', keywords: ['roof repair'], ...more })
const people = async (more: Partial<Input<'keywords.estimate'>> = {}) => (await estimate(more)).body.people ?? -1

describe('places', () => {
  it('DAT-10 names the states and the District of Columbia by code', async () => {
    const { body } = await h.call('cleo', 'keywords.states', {})
    expect(body.data.length).toBeGreaterThanOrEqual(51)
    expect(body.data).toContainEqual({ code: 'DC', name: 'District of Columbia' })
  })

  it('DAT-11 names the cities of a state, and none of an unknown one', async () => {
    const { body } = await h.call('cleo', 'keywords.cities', { state: 'TX' })
    expect(body.data).toContainEqual({ value: 'Dallas, TX', label: 'Dallas' })
    expect((await h.call('cleo', 'keywords.cities', { state: 'ZZ' })).body).toEqual({ data: [] })
  })

  it('DAT-09 DAT-12 offers up to 20 places for three letters, and says so for two', async () => {
    const { body } = await h.call('cleo', 'keywords.searchPlaces', { search: 'dal' })
    expect(body.data).toHaveLength(20)
    expect(body.data[0]).toEqual({ type: 'city', value: 'Dallas, TX', label: 'Dallas, TX' })
    const short = await h.call('cleo', 'keywords.searchPlaces', { search: ' da ' })
    expect([short.status, short.body.fields]).toEqual([422, { search: 'Type at least 3 letters.' }])
  })

  it('turns a circle into zip codes, at most a thousand, and says how many there are', async () => {
    const near = await h.call('cleo', 'keywords.zipsInShape', { shape: { kind: 'around', zip: '60601', miles: 2 } })
    expect(near.body).toMatchObject({ isCut: false, total: near.body.zipCodes.length })
    expect(near.body.zipCodes[0]).toBe('60601')
    const wide = await h.call('cleo', 'keywords.zipsInShape', {
      shape: { kind: 'circle', latitude: 41.88, longitude: -87.63, miles: 300 },
    })
    expect(wide.body.zipCodes).toHaveLength(1000)
    expect(wide.body.isCut).toBe(true)
    expect(wide.body.total).toBeGreaterThan(1000)
    const unknown = await h.call('cleo', 'keywords.zipsInShape', { shape: { kind: 'around', zip: '99999', miles: 2 } })
    expect([unknown.status, Object.keys(unknown.body.fields ?? {})]).toEqual([422, ['shape.zip']])
    const endless = await h.call('cleo', 'keywords.zipsInShape', {
      shape: { kind: 'around', zip: '60601', miles: 501 },
    })
    expect(endless.status).toBe(422)
  })

  it('hints at zip codes that the table does not know, and refuses none of them', async () => {
    const { body } = await h.call('cleo', 'keywords.unknownZips', { zipCodes: ['60601', '99999', '00501'] })
    expect(body).toEqual({ unknown: ['99999'] })
  })

  it('KEY-22 are refused by their number and their form, and the wrong ones are named', async () => {
    const unknown = (zipCodes: string[]) => h.call('cleo', 'keywords.unknownZips', { zipCodes })
    const wrong = await unknown(['75001', '123', '', '75001', '00000'])
    expect([wrong.status, wrong.body.fields]).toEqual([
      422,
      { zipCodes: 'A zip code has five digits. Not valid: 123, 00000.' },
    ])
    const many = Array.from({ length: 1001 }, (_, at) => String(10_000 + at))
    expect((await unknown(many)).body.fields).toEqual({ zipCodes: 'Use at most 1,000 zip codes; these are 1,001.' })
    expect((await unknown([...many.slice(1), ...many.slice(1), ''])).status).toBe(200)
  })

  it('are no matter of sales people', async () => {
    expect((await h.call('sam', 'keywords.states', {})).status).toBe(403)
    expect((await estimate({ nationaltargeting: 'T' }, 'sam')).status).toBe(403)
  })
})

describe('suggestions of keywords', () => {
  const suggest = (keyword: string) => h.call('cleo', 'keywords.suggest', { keyword })

  it('CMP-42 CMP-43 are up to 20 that the provider knows for three letters', async () => {
    const { status, body } = await suggest('roof')
    expect(status).toBe(200)
    expect(body.data[0]).toEqual({ value: 'roof repair', label: 'roof repair' })
    expect(body.data.length).toBeLessThanOrEqual(20)
    expect(provider.suggested().at(-1)).toBe('roof')
    expect((await suggest('ro')).body.fields).toEqual({ keyword: 'Type at least 3 letters.' })
  })

  it.each([429, 500, 'timeout', 'garbage', 'other shape'] as const)(
    'CMP-43 are none while the provider answers %s',
    async (failure) => {
      provider.fail(failure)
      const { status, body } = await suggest('roof')
      expect([status, body]).toEqual([200, { data: [] }])
    },
  )
})

describe('the estimate', () => {
  it('counts the people of a week, and a wider question finds no fewer', async () => {
    const city = await people({ cities: ['Dallas, TX'] })
    expect(city).toBeGreaterThan(0)
    expect(await people({ cities: ['Dallas, TX'] })).toBe(city)
    expect(await people({ cities: ['Dallas, TX'], zip_codes: ['60601'] })).toBeGreaterThan(city)
    const state = await people({ states: ['TX'] })
    expect(state).toBeGreaterThan(city)
    const country = await people({ nationaltargeting: 'T' })
    expect(country).toBeGreaterThan(state)
    expect(await people({ nationaltargeting: 'T', keywords: ['roof repair', 'gutters'] })).toBeGreaterThan(country)
    expect(provider.counted().at(-1)).toEqual({
      line: 'locator',
      keywords: ['roof repair', 'gutters'],
      area: 'national',
      days: 7,
    })
  })

  it('asks nobody as long as keywords, an area or the site are missing', async () => {
    const before = provider.counted().length
    expect(await people({})).toBe(0)
    expect(await people({ keywords: [], nationaltargeting: 'T' })).toBe(0)
    expect(await people({ leadspeek_type: 'local', siteUrl: 'no address' })).toBe(0)
    expect(provider.counted()).toHaveLength(before)
    expect(await people({ leadspeek_type: 'local', siteUrl: 'https://shop.example/cart?card=1' })).toBeGreaterThan(0)
    expect(provider.counted().at(-1)).toEqual({ line: 'local', siteUrl: 'https://shop.example', days: 7 })
  })

  it('names what is wrong with the question', async () => {
    const many = Array.from({ length: 201 }, (_, at) => `keyword ${at + 1}`)
    expect((await estimate({ keywords: many })).body.fields).toEqual({
      keywords: 'Use at most 200 keywords; “keyword 201” is number 201.',
    })
    expect((await estimate({ cities: ['Dallas'] })).status).toBe(422)
    expect((await estimate({ zip_codes: ['00000'] })).status).toBe(422)
  })

  it('says that it cannot be had while the provider fails', async () => {
    provider.fail(500)
    expect((await estimate({ nationaltargeting: 'T' })).status).toBe(503)
    expect((await estimate({ nationaltargeting: 'T' })).status).toBe(200)
  })

  it('may be asked for 30 times a minute by one person, through no matter whose eyes', async () => {
    const { access_token: token } = await lookAs(h, 'ada')
    await h.tokenOf('olive')
    const minute = Math.ceil(clock.now() / MINUTE) * MINUTE
    clock.now = () => minute
    const national: Input<'keywords.estimate'> = {
      leadspeek_type: 'locator',
      keywords: ['roof repair'],
      nationaltargeting: 'T',
    }
    const answers = await Promise.all(Array.from({ length: 31 }, () => estimate(national, 'olive')))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(30).fill(200), 429])
    expect((await h.call('olive', 'keywords.estimate', national, { token })).status).toBe(429)
    expect((await estimate(national)).status).toBe(200)
  })
})
