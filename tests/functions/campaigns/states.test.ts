import { describe, expect, it } from 'vitest'
import { NOT_IN_VIEW } from '#shared/access/in-view.ts'
import type { Input } from '#shared/contracts/index.ts'
import { addDays, dayIn } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { noPrice } from '#shared/money/price-list.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { samples } from '../../support/samples.ts'
import { lookAs } from '../account/view-as.ts'
import { startCampaigns } from './stage.ts'

const h = await startCampaigns()
const { northlight, brightSmiles } = h.cast
await h.makeReady()
const made = async (more: Parameters<typeof h.site>[0] = {}) => (await h.create('ada', h.site(more))).body.data
const planted = (more: Partial<Campaign>) =>
  plantCampaign(h.db, {
    ...h.cast.campaigns.smiles,
    id: h.services.newId('campaign'),
    createdAt: h.services.now(),
    ...more,
  })
const meterOf = async (campaign: { id: string; companyId?: string }) =>
  (await h.db.campaignList.meters([{ companyId: brightSmiles.id, ...campaign }])).get(campaign.id)

describe('a campaign that is started and stopped', () => {
  it('is asked for at once when it looks for people, by a message of its own', async () => {
    const { id, company_id: companyId } = (await h.create('ada', h.search())).body.data
    await h.run('ada', id)
    const row = () => h.db.pull.find({ companyId, campaignId: id })
    const due = (await row())?.nextAt ?? 0
    expect(due).toBeLessThanOrEqual(h.services.now())
    await h.drain()
    // Nobody searched since the start: the first window is waited for.
    expect((await row())?.nextAt).toBeGreaterThan(h.services.now())
    await h.run('ada', id, 'F')
    expect(await row()).toMatchObject({ isEnded: true })
  })

  it('CMP-27 CMP-32+ runs and rests, by one call', async () => {
    const { id } = await made()
    const started = await h.run('ada', id)
    expect(started.body).toEqual({
      result: 'success',
      message: 'Data has been updated successfully',
      data: { status: 'active', status_reason: 'user' },
    })
    expect(await meterOf({ id })).toMatchObject({ isOpen: true })
    const { started_at } = (await h.get('ada', id)).body.data
    expect(started_at).not.toBeNull()
    expect((await h.run('ada', id, 'F')).body.data).toEqual({ status: 'paused', status_reason: 'user' })
    expect(await meterOf({ id })).toMatchObject({ isOpen: false })
    await h.run('cleo', id)
    expect((await h.get('ada', id)).body.data).toMatchObject({ status: 'active', started_at })
    await h.run('cleo', id, 'F')
  })

  it('CMP-28 CMP-32+ leaves the list when it is archived, and comes back paused', async () => {
    const { id, campaignName } = await made()
    const names = async (archived: 'T' | 'F') =>
      (await h.list('ada', { archived, PerPage: 100 })).data.map(({ campaign_name }) => campaign_name)
    expect((await h.archive('ada', id)).body.data).toEqual({ status: 'archived', status_reason: 'user' })
    expect(await names('F')).not.toContain(campaignName)
    expect(await names('T')).toContain(campaignName)
    expect((await h.archive('ada', id, 'F')).body.data).toEqual({ status: 'paused', status_reason: 'user' })
    expect(await names('F')).toContain(campaignName)
  })

  it('CMP-29 CMP-32+ CMP-35+ is gone when it is removed, and its name is free; its row and meter stay', async () => {
    const { id, campaignName } = await made()
    expect((await h.remove('ada', id)).body.data).toEqual({ status: 'removed', status_reason: 'user' })
    expect((await h.get('ada', id)).status).toBe(404)
    expect((await h.list('ada', { archived: 'T', PerPage: 100 })).data.map((row) => row.id)).not.toContain(id)
    expect((await h.create('ada', h.site({ campaignName }))).status).toBe(200)
    expect(await h.db.campaign.find(brightSmiles.id, id)).toMatchObject({ status: 'removed' })
    expect(await meterOf({ id })).toMatchObject({ isOpen: false })
  })

  it("CMP-31+ takes no step that the table does not have: 'Invalid campaign status change'", async () => {
    const steps = {
      active: { run: 422, pause: 200, archive: 422, restore: 422, remove: 422 },
      paused: { run: 200, pause: 422, archive: 200, restore: 422, remove: 200 },
      stopped: { run: 200, pause: 422, archive: 200, restore: 422, remove: 200 },
      archived: { run: 422, pause: 422, archive: 422, restore: 200, remove: 200 },
    } as const
    const calls = {
      run: (id: string) => h.run('ada', id),
      pause: (id: string) => h.run('ada', id, 'F'),
      archive: (id: string) => h.archive('ada', id),
      restore: (id: string) => h.archive('ada', id, 'F'),
      remove: (id: string) => h.remove('ada', id),
    }
    for (const [status, expected] of Object.entries(steps))
      for (const [step, answer] of Object.entries(expected)) {
        // @NOTE the keys of the two tables above.
        const { id } = await planted({ status: status as Campaign['status'] })
        const said = await calls[step as keyof typeof calls](id)
        expect([status, step, said.status]).toEqual([status, step, answer])
        if (answer === 422) expect(said.body.message).toBe('Invalid campaign status change')
      }
  })

  it('starts once when several press at once, and has one winner of all else', async () => {
    const { id } = await made()
    const starts = await Promise.all(Array.from({ length: 4 }, () => h.run('ada', id)))
    // Who comes after it runs is told so; those who waited for it are told that it started.
    expect(new Set(starts.map(({ status }) => status))).toContain(200)
    expect(starts.map(({ status }) => status).filter((status) => status !== 200 && status !== 422)).toEqual([])
    const ends = await Promise.all([h.run('ada', id, 'F'), h.run('cleo', id, 'F')])
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 422])
    const gone = await Promise.all([h.archive('ada', id), h.run('cleo', id)])
    expect(gone.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('counts by product and state, also when many change at once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => made()))
    await Promise.all(all.map(({ id }) => h.run('ada', id)))
    const entries = await h.db.campaignList.all(northlight.id)
    const counts = await h.db.campaignList.counts(northlight.id)
    for (const line of ['local', 'locator'] as const)
      for (const status of ['active', 'paused', 'stopped', 'archived', 'removed'] as const)
        expect([line, status, counts.get(line)?.[status] ?? 0]).toEqual([
          line,
          status,
          entries.filter((entry) => entry.line === line && entry.status === status).length,
        ])
  })
})

describe('the payment term', () => {
  it('CMP-08+ is that of the price, also after another one was set, and no edit of the campaign', async () => {
    const { id, version } = await made()
    const shown = async () =>
      (await h.list('ada', { search: id ? (await h.get('ada', id)).body.data.campaignName : '' })).data[0]?.payment_term
    expect(await shown()).toBe('Weekly')
    const { status } = await h.call('ada', 'pricing.savePrice', {
      ...(samples['pricing.savePrice'](h.cast, 'ada') as Input<'pricing.savePrice'>),
      ModuleID: 'local',
      leadspeekID: id,
      PaymentTerm: 'Monthly',
      ClientID: h.cast.users.cleo.id,
    })
    expect(status).toBe(200)
    expect(await shown()).toBe('Monthly')
    expect((await h.call('ada', 'campaigns.update', { leadspeekID: id, version, enddatecampaign: '' })).status).toBe(
      200,
    )
  })
})

describe('a start', () => {
  it('CMP-33+ says the first thing that is missing, and what mends it', async () => {
    const { id } = await made({ enddatecampaign: addDays(dayIn('America/Chicago', h.services.now()), 1) })
    const missing = async () => {
      // An operator is kept from no page by what an agency owes.
      const { status, body } = await h.run('olive', id)
      const { data } = (await h.get('olive', id)).body
      // The editor shows before it what the press would say.
      expect(data.missing?.message ?? 'Data has been updated successfully').toBe(body.message)
      return status === 200 ? 'started' : Object.keys(body.fields ?? {})
    }
    const agency = (changes: Parameters<typeof h.db.company.update>[1]) => h.db.company.update(northlight.id, changes)
    const price = (more: object) =>
      h.db.price.saveRetail(
        brightSmiles.id,
        'local',
        { ...noPrice, perLeadCentiCents: 5000, ...more },
        { by: 'test', at: h.services.now() },
        id,
      )
    await h.db.billing.save(northlight.id, { cardId: '' })
    expect(await missing()).toEqual(['means'])
    await h.db.billing.save(northlight.id, { cardId: 'pm_ready' })
    await agency({ manualBill: false })
    expect(await missing()).toEqual(['means'])
    await h.db.billing.claimCustomer(brightSmiles.id, '', 'cus_client')
    await agency({ manualBill: true, paymentFailed: true })
    expect(await missing()).toEqual(['contract'])
    await agency({ paymentFailed: false })
    await price({ term: 'One Time' })
    expect(await missing()).toEqual(['limit'])
    await price({ term: 'Prepaid' })
    expect(await missing()).toEqual(['limit'])
    await agency({ terms: ['Weekly'] })
    expect(await missing()).toEqual(['prices'])
    await agency({ terms: ['Weekly', 'Prepaid'] })
    await price({ term: 'Prepaid', topUp: { mode: 'onetime', leads: 50 } })
    h.setClock(h.services.now() + 3 * 24 * 3600 * 1000)
    expect(await missing()).toEqual(['endDate'])
    h.setClock()
    await agency({ modules: { locator: { name: 'Search ID', url: 'searchid' } } })
    expect(await missing()).toEqual(['product'])
    await h.makeReady()
    expect(await missing()).toBe('started')
  })

  it('is refused in view mode, where a pause is not', async () => {
    const { id } = await made()
    const { access_token: token } = await lookAs(h, 'ada')
    const view = (status: 'T' | 'F') => h.call('olive', 'campaigns.setActive', { leadspeekID: id, status }, { token })
    expect((await view('T')).body.message).toBe(NOT_IN_VIEW)
    await h.run('ada', id)
    expect((await view('F')).status).toBe(200)
  })
})
