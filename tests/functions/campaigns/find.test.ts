// What the palette finds of campaigns, and for whom.
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import type { Member } from '../../support/cast.ts'
import { startCampaigns } from './stage.ts'

const h = await startCampaigns()
const { northlight, copper, root, brightSmiles } = h.cast
await h.makeReady()
const spring = (await h.create('ada', h.site({ campaignName: 'Frühling für alle' }))).body.data
const searches = (await h.create('ada', h.search({ campaignName: 'Roof repair in spring' }))).body.data

const find = async (who: Member, search: string, companyID = h.cast.users[who].companyId) => {
  const { status, body } = await h.call(who, 'campaigns.find', { companyID, search })
  return status === 200 ? body.campaigns.map(({ campaign_name }) => campaign_name) : status
}

describe('campaigns.find', () => {
  it('finds by the beginnings of words of campaign and client, the newest first, whatever marks letters bear', async () => {
    expect(await find('ada', 'fruhl')).toEqual(['Frühling für alle'])
    expect(await find('ada', 'repair spring')).toEqual(['Roof repair in spring'])
    expect((await find('ada', 'harbor')) as string[]).toContain('Roof repair in spring')
    expect(await find('ada', 'epair')).toEqual([])
  })

  it('finds by a number from before, which names its client alone, for the same people as ever', async () => {
    const { number } = h.cast.campaigns.peak
    await h.services.table.client.send(
      new UpdateCommand({
        TableName: h.services.table.name,
        Key: { pk: `CAMPAIGN#${number}`, sk: 'ID' },
        UpdateExpression: 'REMOVE agencyId, rootId',
      }),
    )
    const seen = async (who: Member) => {
      const found = await find(who, number)
      return [who, Array.isArray(found) && found.length, (await h.get(who, number)).status]
    }
    const told = await Promise.all((['olive', 'abe', 'carl', 'ada', 'cleo'] as const).map(seen))
    expect(told).toEqual([
      ['olive', 1, 200],
      ['abe', 1, 200],
      ['carl', 1, 200],
      ['ada', 0, 404],
      ['cleo', 0, 404],
    ])
  })

  it('finds by the whole number, for everybody above it as well', async () => {
    for (const who of ['ada', 'cleo', 'olive'] as const)
      expect([who, await find(who, ` ${spring.leadspeek_api_id} `)]).toEqual([who, ['Frühling für alle']])
    const { body } = await h.call('olive', 'campaigns.find', { companyID: root.id, search: spring.leadspeek_api_id })
    expect(body.campaigns[0]).toMatchObject({ company_id: brightSmiles.id, company_name: brightSmiles.name })
    expect(await find('ada', '10000000')).toEqual([])
  })

  it('finds nothing of others: clients their own alone, agencies those below them, operators no names', async () => {
    expect(await find('cleo', 'spring')).toEqual([])
    expect(await find('cleo', searches.leadspeek_api_id)).toEqual([])
    expect(await find('abe', spring.leadspeek_api_id)).toEqual([])
    expect(await find('olive', 'fruhling')).toEqual([])
    expect(await find('abe', 'fruhling', northlight.id)).toBe(403)
    expect(await find('cleo', 'fruhling', copper.id)).toBe(403)
    expect(await find('sam', 'fruhling', northlight.id)).toBe(403)
  })

  it('finds no campaign that was removed, and at most eight', async () => {
    const gone = (await h.create('ada', h.site({ campaignName: 'Gone soon' }))).body.data
    await h.remove('ada', gone.id)
    expect(await find('ada', 'gone')).toEqual([])
    expect(await find('ada', gone.leadspeek_api_id)).toEqual([])
    for (let at = 0; at < 9; at++) await h.create('ada', h.site({ campaignName: `Many ${at}` }))
    expect(await find('ada', 'many')).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map((at) => `Many ${at}`))
  })

  it('asks for a word', async () => {
    const { status, body } = await h.call('ada', 'campaigns.find', { companyID: northlight.id, search: ' ' })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['search']])
  })
})
