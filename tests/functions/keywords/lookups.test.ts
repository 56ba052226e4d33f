import { randomUUID } from 'node:crypto'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { clock } from '#functions/kit/clock.ts'
import { lambdaContext } from '#infra/local/api.ts'
import { startLeadData } from '#infra/local/doubles/lead-data.ts'
import type { Input } from '#shared/contracts/index.ts'
import { MINUTE } from '#shared/dates.ts'
import { COUNT_LEASE_MS } from '#shared/model/lookup.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { openMailQueue } from '../../support/mail-queue.ts'
import { deliver } from '../leads/faults.ts'

const provider = await startLeadData({ key: 'the-key' })
const h = await harness({ env: { LEAD_DATA_URL: provider.url, LEAD_DATA_KEY: 'the-key' } })
afterAll(() => provider.stop())
const { handler } = await import('#functions/jobs/countKeyword.ts')
const job: (event: SQSEvent, context: ReturnType<typeof lambdaContext>) => Promise<SQSBatchResponse> = handler

const mails = openMailQueue(h)
const { brightSmiles, campaigns, northlight } = h.cast
const client = brightSmiles.id
const searching = async () => {
  const made = await h.services.db.campaignChange.create(
    { ...campaigns.smiles, id: h.services.newId('campaign'), line: 'locator', name: `Search ${randomUUID()}` },
    {
      target: {
        ...(await h.services.db.campaign.findTarget(campaigns.smiles)),
        keywords: ['dentist'],
        isNational: true,
      },
    },
  )
  if (typeof made === 'string') throw new Error(made)
  return made
}
let unique = 0
const fresh = (word = 'roofs') => `${word} ${++unique}`
const ask = (more: Partial<Input<'keywords.queueCount'>> = {}, who: Member = 'cleo') =>
  h.call(who, 'keywords.queueCount', { company_id: client, keyword: fresh(), nationaltargeting: 'T', ...more })

/** What the worker is handed of a row, as a queue would. Answers whether it is to come again. */
async function work(lookupId: string, tries = 1, companyId = client) {
  const body = JSON.stringify({ companyId, lookupId })
  const record = { ...deliver({ visitId: lookupId } as Parameters<typeof deliver>[0], tries), body }
  const answer = await job({ Records: [record] }, lambdaContext('countKeyword', 60_000))
  return answer.batchItemFailures.length > 0
}
const rowOf = async (id: string) => {
  const { body } = await h.call('cleo', 'keywords.countHistory', { company_id: client, PerPage: 100 })
  return body.data.find((row) => row.id === id)
}
const status = async (id: string) => (await rowOf(id))?.status

// Each test begins when no count of the one before is under way and nobody has asked often.
let at = clock.now()
beforeEach(() => {
  at += COUNT_LEASE_MS + MINUTE
  h.setClock(at)
})
const later = (ms: number) => {
  at += ms
  h.setClock(at)
}

describe('counts of keywords', () => {
  it('DAT-01 DAT-06 tells what holds for counts, and nothing of the provider', async () => {
    const { status, body } = await h.call('cleo', 'keywords.configData', { rootId: h.cast.root.id })
    expect([status, body]).toEqual([
      200,
      { api_version: 2, lookback_days: 7, enabled: true, max_keywords: 20, max_zips: 1000 },
    ])
    expect(JSON.stringify(body)).not.toContain('the-key')
    expect((await h.call('cleo', 'keywords.configData', { rootId: northlight.id })).status).toBe(404)
  })

  it('DAT-04 KEY-10 a count is pending at once, and becomes a success', async () => {
    const { status: said, body } = await ask()
    expect([said, body.data.status, body.data.count]).toEqual([200, 'pending', null])
    expect(await work(body.id)).toBe(false)
    expect(await rowOf(body.id)).toMatchObject({ status: 'success', count_without_geo: null })
    // Handed out twice, it stays as it is, and the provider is not asked again.
    const asked = provider.counted().length
    expect(await work(body.id)).toBe(false)
    expect(provider.counted()).toHaveLength(asked)
  })

  it('KEY-04 COB-20 asks for the people of seven days, and shows the provider’s number', async () => {
    const { body } = await ask({ keyword: 'roof repair', nationaltargeting: 'F', states: ['TX'] })
    await work(body.id)
    const asked = provider.counted().at(-1)
    expect(asked).toMatchObject({ days: 7, keywords: ['roof repair'], area: { states: ['TX'] } })
    const { peopleOf } = await import('#infra/local/doubles/lead-audience.ts')
    if (!asked) throw new Error('nothing was asked')
    expect((await rowOf(body.id))?.count).toBe(await peopleOf(asked))
  })

  it('DAT-07 KEY-06 asks nationwide where the area has nobody', async () => {
    provider.answer([0, 5])
    const { body } = await ask({ nationaltargeting: 'F', zip_code: '75201\n75202', states: '' })
    await work(body.id)
    expect(await rowOf(body.id)).toMatchObject({ count: 0, count_without_geo: 5, status: 'no_result' })
    expect(
      provider
        .counted()
        .slice(-2)
        .map(({ line, ...rest }) => 'area' in rest && rest.area),
    ).toEqual([{ states: [], cities: [], zips: ['75201', '75202'] }, 'national'])
  })

  it('DAT-07 fails after three tries, and the turn of the campaign is free again', async () => {
    const { body } = await ask()
    provider.fail(500, 3)
    expect([await work(body.id, 1), await status(body.id)]).toEqual([true, 'pending'])
    expect([await work(body.id, 2), await status(body.id)]).toEqual([true, 'pending'])
    expect([await work(body.id, 3), await status(body.id)]).toEqual([true, 'error'])
    expect((await ask()).status).toBe(200)
  })

  it('DAT-07 the same question within ten minutes is the same row, later another one', async () => {
    const same = { keyword: fresh('twins'), nationaltargeting: 'F' as const, states: ['TX', 'CA'] }
    const begun = await ask(same)
    const first = begun.body.id
    expect(begun.body.message).toContain('You get an e-mail')
    expect((await ask({ ...same, states: ['CA', 'TX'] })).body).toMatchObject({
      id: first,
      message: begun.body.message,
    })
    await work(first)
    later(9 * MINUTE)
    const again = await ask({ ...same, keyword: same.keyword.toUpperCase() })
    expect([again.body.id, again.body.data.status]).toEqual([first, 'success'])
    // No mail comes any more.
    expect(again.body.message).toMatch(/^The same was asked for a moment ago/)
    later(2 * MINUTE)
    expect((await ask(same)).body.id).not.toBe(first)
  })

  it('KEY-14 two tries again at once: one of a campaign runs, and the other is told to wait', async () => {
    const campaign = await searching()
    const ids: { id: string; keyword: string }[] = []
    for (const keyword of [fresh('first'), fresh('second')]) {
      const { body } = await ask({ leadspeekID: campaign.id, keyword })
      provider.fail(500)
      await work(body.id, 3)
      expect(await status(body.id)).toBe('error')
      ids.push({ id: body.id, keyword })
    }
    const answers = await Promise.all(ids.map(({ keyword }) => ask({ leadspeekID: campaign.id, keyword })))
    expect(answers.map(({ status: each }) => each).sort()).toEqual([200, 409])
    const refused = answers.find(({ status: each }) => each === 409)
    expect(JSON.stringify(refused?.body)).toContain('A count is running for this campaign')
    const taken = answers.find(({ status: each }) => each === 200)
    expect(ids.map(({ id }) => id)).toContain(taken?.body.id)
    expect(await status(taken?.body.id ?? '')).toBe('pending')
    // The same one asked for twice at once is one count.
    const twins = await Promise.all([1, 2].map(() => ask({ leadspeekID: campaign.id, keyword: ids[0]?.keyword ?? '' })))
    expect(new Set(twins.map(({ status: each }) => each)).size).toBe(1)
  })

  it('gives up a count that was lost: it has failed, and another may begin', async () => {
    const keyword = fresh('lost')
    const { body } = await ask({ keyword })
    later(COUNT_LEASE_MS)
    expect(await status(body.id)).toBe('error')
    const retried = await ask({ keyword })
    expect([retried.body.id, retried.body.data.status]).toEqual([body.id, 'pending'])
  })

  it('KEY-15 waits for a slow provider by a message, and tells the requester once when it is done', async () => {
    provider.slow(1)
    const keyword = fresh('slow')
    const { body } = await ask({ keyword })
    expect(await work(body.id)).toBe(false)
    expect(await status(body.id)).toBe('pending')
    await work(body.id)
    provider.slow(0)
    expect(await status(body.id)).toBe('success')
    const told = (await mails()).filter(({ mail, facts }) => mail === 'keywordCounted' && facts.keyword === keyword)
    expect(told).toHaveLength(1)
    expect(told[0]?.facts).toMatchObject({ userId: h.cast.users.cleo.id, keyword, area: 'Nationwide' })
    expect(told[0]?.facts).toHaveProperty('count', (await rowOf(body.id))?.count)
  })

  it('KEY-16 ENB-26 DAT-03 a row has these fields', async () => {
    const { body } = await ask({
      nationaltargeting: 'F',
      states: 'TX',
      cities: 'Dallas, TX, Austin, TX',
      zip_code: '75201 75202',
    })
    expect(await rowOf(body.id)).toEqual({
      id: body.id,
      leadspeekID: '',
      target_location: 'Zip Code',
      states: 'TX',
      cities: 'Dallas, TX, Austin, TX',
      zip_code: '75201\n75202',
      keyword: body.data.keyword,
      count_without_geo: null,
      count: null,
      status: 'pending',
      api_version: 2,
      created_at: new Date(at).toISOString(),
    })
  })

  it('DAT-02 DAT-08 answers the rows of a campaign, and pages of a company by state and count', async () => {
    const campaign = await searching()
    const made: string[] = []
    for (const people of [300, 0, 50]) {
      const { body } = await ask({ leadspeekID: campaign.id })
      provider.answer([people])
      await work(body.id)
      made.push(body.id)
      later(MINUTE)
    }
    const counts = await h.call('cleo', 'keywords.campaignCounts', { id: campaign.id })
    expect(counts.body.data.map(({ id }) => id)).toEqual(made.toReversed())
    const history = async (more: Partial<Input<'keywords.countHistory'>>) =>
      (await h.call('ada', 'keywords.countHistory', { company_id: client, leadspeekID: campaign.id, ...more })).body
    expect((await history({ sort: 'count', order: 'asc' })).data.map(({ count }) => count)).toEqual([0, 50, 300])
    expect((await history({ sort: 'count', order: 'desc' })).data.map(({ count }) => count)).toEqual([300, 50, 0])
    expect((await history({ status: 'no_result' })).data.map(({ id }) => id)).toEqual([made[1]])
    expect(await history({ Page: 2, PerPage: 2 })).toMatchObject({ from: 3, to: 3, total: 3, last_page: 2 })
  })

  it('DAT-05 DAT-08 puts keywords, area or both into a campaign', async () => {
    const campaign = await searching()
    const { body } = await ask({ keyword: 'braces, invisible braces', nationaltargeting: 'F', states: ['TX'] })
    const put = (type: 'keyword' | 'area' | 'all', who: Member = 'cleo') =>
      h.call(who, 'keywords.applyCount', { id: body.id, type, leadspeekID: campaign.id })
    expect((await put('keyword')).status).toBe(200)
    const target = () => h.services.db.campaign.findTarget(campaign)
    expect(await target()).toMatchObject({ keywords: ['dentist', 'braces', 'invisible braces'], isNational: true })
    expect((await put('area', 'ada')).status).toBe(200)
    expect(await target()).toMatchObject({ isNational: false, states: ['TX'], locationTarget: 'states' })
    expect((await put('all')).status).toBe(200)
    const shown = await h.call('cleo', 'campaigns.get', { id: campaign.id })
    expect(JSON.stringify(shown.body)).toContain('invisible braces')
    // A count of another company is not found, and neither is a campaign of one.
    expect((await put('all', 'carl')).status).toBe(404)
    const elsewhere = await h.call('abe', 'keywords.applyCount', {
      id: body.id,
      type: 'all',
      leadspeekID: campaigns.peak.id,
    })
    expect(elsewhere.status).toBe(404)
  })

  it('DAT-05 DAT-08 puts a count of the agency into a campaign of a client, by the agency alone', async () => {
    const campaign = await searching()
    const { body } = await ask({ keyword: 'gum grafting', company_id: northlight.id }, 'ada')
    const put = (who: Member) =>
      h.call(who, 'keywords.applyCount', { id: body.id, type: 'keyword', leadspeekID: campaign.id })
    // Whose count it is the client may not know.
    expect((await put('cleo')).status).toBe(404)
    expect((await put('ada')).status).toBe(200)
    const { keywords } = await h.services.db.campaign.findTarget(campaign)
    expect(keywords).toContain('gum grafting')
  })

  it('answers the estimate of the editor without asking the provider again', async () => {
    const keyword = fresh('estimated')
    const { body } = await ask({ keyword })
    await work(body.id)
    const asked = provider.counted().length
    const estimate = (who: Member) =>
      h.call(who, 'keywords.estimate', {
        leadspeek_type: 'locator',
        keywords: [keyword.toUpperCase()],
        nationaltargeting: 'T',
        companyId: client,
      })
    expect((await estimate('ada')).body.people).toBe((await rowOf(body.id))?.count)
    expect(provider.counted()).toHaveLength(asked)
    expect((await estimate('abe')).status).toBe(403)
    later(25 * 60 * MINUTE)
    await estimate('ada')
    expect(provider.counted()).toHaveLength(asked + 1)
  })

  it('is no matter of sales people, and one company does not see the counts of another', async () => {
    expect((await ask({}, 'sam')).status).toBe(403)
    expect((await ask({}, 'carl')).status).toBe(403)
    expect((await h.call('carl', 'keywords.countHistory', { company_id: client })).status).toBe(403)
    expect((await h.call('sam', 'keywords.countHistory', { company_id: northlight.id })).status).toBe(403)
  })

  it('refuses keywords and places by their form, and a campaign that has none', async () => {
    const fields = async (more: Partial<Input<'keywords.queueCount'>>) => (await ask(more)).body
    expect(JSON.stringify(await fields({ keyword: ' , ' }))).toContain('Enter a keyword.')
    expect(JSON.stringify(await fields({ zip_code: '123' }))).toContain('five digits')
    expect(JSON.stringify(await fields({ states: 'Texas' }))).toContain('no state')
    expect((await ask({ leadspeekID: campaigns.smiles.id })).status).toBe(422)
  })
})
