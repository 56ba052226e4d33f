import { beforeEach, describe, expect, it } from 'vitest'
import { openAdPartner } from '#functions/gateways/ad-partner.ts'
import { fixedSecret, keepSecret } from '#functions/gateways/kept-secret.ts'
import type { AdPartnerFailure } from '#infra/local/doubles/ad-partner.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const { northlight, copper, brightSmiles, peakFitness, root } = h.cast
const partner = h.adPartner

beforeEach(async () => {
  partner.clear()
  for (const company of [northlight, copper, brightSmiles, peakFitness])
    await h.db.company.update(company.id, { externalOrganizationId: '' })
})

const create = (who: Member, companyID: string, name = 'Bright Smiles') =>
  h.call(who, 'marketing.createOrganization', { companyID, name })
const get = async (who: Member, companyID: string) => (await h.call(who, 'marketing.organization', { companyID })).body
const remove = (who: Member, companyID: string) => h.call(who, 'marketing.removeOrganization', { companyID })
const idOf = async (companyId: string) => (await h.db.company.get(companyId)).externalOrganizationId

describe('marketing organizations', () => {
  it('OTH-07 OTH-08 are made at the partner, read and removed, and the node carries the id', async () => {
    const made = await create('olive', northlight.id, 'Northlight Media')
    expect([made.status, made.body.data]).toEqual([
      200,
      { id: expect.stringMatching(/^org-/), name: 'Northlight Media' },
    ])
    const { id } = made.body.data
    expect(partner.organizations()).toEqual([{ id, name: 'Northlight Media', reference: northlight.id }])
    const node = (await h.call('olive', 'companies.get', { companyID: northlight.id })).body.data
    expect(node.external_organizationid).toBe(id)
    expect(await get('ada', northlight.id)).toEqual({
      available: true,
      data: { id, name: 'Northlight Media', record: 'kept' },
    })
    expect((await remove('olive', northlight.id)).status).toBe(200)
    expect([partner.organizations(), await idOf(northlight.id)]).toEqual([[], ''])
    expect((await remove('olive', northlight.id)).status).toBe(404)
    expect((await get('olive', northlight.id)).data).toBeNull()
  })

  it('OTH-08 are one for each company: repeated, and by two at once', async () => {
    const [one, other] = await Promise.all([create('ada', brightSmiles.id), create('olive', brightSmiles.id)])
    expect([one.status, other.status, one.body.data.id]).toEqual([200, 200, other.body.data.id])
    expect((await create('ada', brightSmiles.id, 'Another name')).body.data).toEqual(one.body.data)
    expect(partner.organizations()).toHaveLength(1)
    expect(await idOf(brightSmiles.id)).toBe(one.body.data.id)
  })

  it('OTH-08 give their id to campaigns of the client that name none', async () => {
    const { body } = await create('ada', brightSmiles.id)
    const campaign = { leadspeekType: 'local' as const, urlCode: 'https://smiles.example.com' }
    const make = (campaignName: string, more = {}) =>
      h.call('ada', 'campaigns.create', { companyID: brightSmiles.id, campaignName, ...campaign, ...more } as never)
    const own = await make('Of its client')
    expect(own.body.data.clientOrganizationID).toBe(body.data.id)
    const other = await make('Of another', { clientOrganizationID: 'org-7' })
    expect(other.body.data.clientOrganizationID).toBe('org-7')
  })

  it('OTH-07 are kept by those above a company alone', async () => {
    expect((await create('abe', brightSmiles.id)).status).toBe(403)
    expect((await create('ada', northlight.id)).status).toBe(403)
    expect((await create('cleo', brightSmiles.id)).status).toBe(403)
    expect((await create('sam', northlight.id)).status).toBe(403)
    expect((await create('olive', root.id)).status).toBe(403)
    expect((await h.call('cleo', 'marketing.organization', { companyID: brightSmiles.id })).status).toBe(403)
    await create('ada', brightSmiles.id)
    expect((await remove('abe', brightSmiles.id)).status).toBe(403)
    expect(partner.organizations()).toHaveLength(1)
  })

  it('neither show nor remove the record of somebody else, whose id was entered by hand', async () => {
    const { id } = (await create('ada', brightSmiles.id)).body.data
    await h.db.company.update(peakFitness.id, { externalOrganizationId: id })
    expect((await get('abe', peakFitness.id)).data).toEqual({ id, name: '', record: 'entered' })
    expect((await create('abe', peakFitness.id)).status).toBe(409)
    expect((await remove('abe', peakFitness.id)).status).toBe(200)
    expect(await idOf(peakFitness.id)).toBe('')
    expect(partner.organizations().map((each) => each.id)).toEqual([id])
    await h.db.company.update(peakFitness.id, { externalOrganizationId: 'org-nowhere' })
    expect((await get('abe', peakFitness.id)).data).toEqual({ id: 'org-nowhere', name: '', record: 'missing' })
  })

  it('are looked up after a lost answer, and asked for again where nothing is known', async () => {
    partner.fail('lost')
    const made = await create('ada', brightSmiles.id)
    expect([made.status, partner.organizations()[0]?.id]).toEqual([200, made.body.data.id])
    expect(partner.asked().filter((asked) => asked.startsWith('POST'))).toHaveLength(1)
    partner.fail(500, 2)
    const failed = await create('abe', peakFitness.id)
    expect([failed.status, failed.body.message]).toEqual([
      503,
      'The ad partner did not answer. Please try again later.',
    ])
    expect(await idOf(peakFitness.id)).toBe('')
    // It was made by the first try and its lookup failed too: the next try finds it.
    partner.keep({ id: 'org-9', name: 'Peak', reference: peakFitness.id })
    expect((await create('abe', peakFitness.id)).body.data).toEqual({ id: 'org-9', name: 'Peak' })
  })
})

describe('the door of the ad partner', () => {
  const door = openAdPartner({ url: partner.url, keys: fixedSecret({ adPartnerKey: partner.key }), timeoutMs: 150 })
  const wanted = { name: 'Peak', reference: 'com_1' }

  it.each(['timeout', 'garbage', 'refused', 429, 401] as const)(
    'says that it cannot say after %s',
    async (failure: AdPartnerFailure) => {
      partner.fail(failure, 2)
      await expect(door.create(wanted)).rejects.toMatchObject({ code: 'unavailable' })
      partner.clear()
      partner.fail(failure)
      await expect(door.find('org-1')).rejects.toMatchObject({ code: 'unavailable' })
    },
  )

  it('removes a record whose answer was lost once, and leaves one that is still there to the next try', async () => {
    const { id } = await door.create(wanted)
    partner.fail('lost')
    await door.remove(id)
    expect(partner.organizations()).toEqual([])
    await door.remove(id)
    const again = await door.create(wanted)
    partner.fail(500)
    await expect(door.remove(again.id)).rejects.toMatchObject({ code: 'unavailable' })
    expect(partner.organizations()).toHaveLength(1)
  })

  it('takes a key that was replaced, once the old one is refused', async () => {
    let adPartnerKey = 'the-old-one'
    let at = 0
    const keys = keepSecret({ read: async () => ({ adPartnerKey }), now: () => at })
    const moved = openAdPartner({ url: partner.url, keys })
    await expect(moved.find('org-1')).rejects.toMatchObject({ code: 'unavailable' })
    adPartnerKey = partner.key
    at = 60_000
    expect(await moved.find('org-1')).toBeUndefined()
  })

  it('asks nobody where there is no partner', async () => {
    const none = openAdPartner({ keys: fixedSecret({ adPartnerKey: '' }) })
    expect(await none.isThere()).toBe(false)
    await expect(none.find('org-1')).rejects.toMatchObject({ message: 'There is no ad partner.' })
    expect(partner.asked()).toEqual([])
  })
})
