// What was asked for on some days for clients: by client, by campaign and of all clients, and who reads it.
import { describe, expect, it } from 'vitest'
import { DAY, startOfDay } from '#shared/dates.ts'
import { leadItems } from '#shared/money/bill.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { lookAs } from '../account/view-as.ts'
import { billingStage } from '../billing/stage.ts'
import { billedOf } from './billed.ts'

const h = await harness()
const ZONE = 'America/Chicago'
const began = startOfDay(ZONE, '2027-03-08')
h.setClock(began)
const { agency, client } = await billingStage(h)
const { smiles, peak } = h.cast.campaigns
const billed = billedOf(h)

type Asked = Partial<Record<'companyId' | 'clientId' | 'startDate' | 'endDate' | 'campaignID', string>> & {
  Page?: number
  PerPage?: number
}
const asked = { companyId: agency.id, clientId: client.id, startDate: '2027-03-01', endDate: '2027-03-31' }
const ask = (who: Member, more: Asked = {}) => h.call(who, 'payments.reportInvoices', { ...asked, ...more })
const totals = async (who: Member, more: Asked = {}) =>
  (await ask(who, more)).body.data.map(({ type, total }) => [type, total])

describe('payments.reportInvoices', () => {
  it('LED-03 ENB-29 lists what was asked for on the days, newest first, by client, by campaign and of all clients', async () => {
    // At the first instant of a day, at its last one, and paid by the agency on the day after.
    await billed(leadItems({ bsn15000w5000r700: 10 }))
    h.setClock(began + DAY - 1)
    await billed(leadItems({ bsn15000w5000r700: 20 }))
    h.setClock(began + DAY)
    await billed(leadItems({ bsn15000w5000r700: 30 }), 'agency')
    const all = [
      ['agency', '15.00'],
      ['client', '30.00'],
      ['client', '15.00'],
    ]
    expect(await totals('ada')).toEqual(all)
    expect(await totals('ada', { clientId: 'all' })).toEqual(all)
    expect(await totals('ada', { campaignID: smiles.number })).toEqual(all)
    expect(await totals('ada', { startDate: '2027-03-08', endDate: '2027-03-08' })).toEqual(all.slice(1))
    expect(await totals('ada', { startDate: '2027-03-09', endDate: '2027-03-09' })).toEqual(all.slice(0, 1))
    expect(await totals('ada', { endDate: '2027-03-07' })).toEqual([])
    expect((await ask('ada', { Page: 2, PerPage: 2 })).body).toMatchObject({
      total: 3,
      current_page: 2,
      data: [{ total: '15.00', campaigns: [{ id: smiles.id, name: smiles.name }], client: { id: client.id } }],
    })
    expect((await ask('ada', { startDate: '2025-03-01' })).status).toBe(422)
    expect((await ask('ada', { startDate: '2027-02-30' })).status).toBe(422)
  })

  it('tells a client what it was asked for itself, and nothing of what its agency pays', async () => {
    const own = [
      ['client', '30.00'],
      ['client', '15.00'],
    ]
    for (const clientId of [client.id, 'all'])
      expect(await totals('cleo', { companyId: client.id, clientId })).toEqual(own)
    const { body } = await ask('cleo')
    expect(body.data.map(({ platform_fee }) => platform_fee)).toEqual(['', ''])
    expect((await ask('ada')).body.data[1]?.platform_fee).toBe('10.00')
    const { access_token: token } = await lookAs(h, 'cleo')
    const seen = await h.call('olive', 'payments.reportInvoices', asked, { token })
    expect(seen.body.data.map(({ type }) => type)).toEqual(['client', 'client'])
  })

  it('is for those alone whose clients they are', async () => {
    expect(await totals('olive')).toHaveLength(3)
    for (const who of ['abe', 'carl', 'sam'] as const) expect((await ask(who)).status).toBe(403)
    expect((await ask('cleo', { clientId: 'all' })).status).toBe(403)
    expect((await ask('ada', { campaignID: peak.number })).status).toBe(404)
    expect((await ask('ada', { companyId: h.cast.copper.id })).status).toBe(404)
    expect((await ask('abe', { companyId: h.cast.copper.id })).status).toBe(403)
  })
})
