// What campaigns bring an agency: what was charged, less what it costs; and who reads that.
import { describe, expect, it } from 'vitest'
import { DAY } from '#shared/dates.ts'
import { feeItems, leadItems } from '#shared/money/bill.ts'
import { noFees, noPrice } from '#shared/money/price-list.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { lookAs } from '../account/view-as.ts'
import { billingStage, DECLINES } from '../billing/stage.ts'
import { billedOf } from './billed.ts'

const h = await harness()
const began = Date.parse('2027-03-08T07:00:00Z')
h.setClock(began)
const { agency, client, clientCard } = await billingStage(h)
const { smiles } = h.cast.campaigns
const billed = billedOf(h)
const later = (days: number) => h.setClock(began + days * DAY)

const ask = (who: Member, more: { start?: string; end?: string; format?: 'csv'; company_id?: string } = {}) =>
  h.call(who, 'payments.margins', { company_id: client.id, start: '2027-03-01', end: '2027-03-31', ...more })
const one = async (who: Member = 'ada') => (await ask(who)).body.data[0]
const fees = feeItems('campaign', { ...noPrice, periodFeeCents: 2_500 }, { ...noFees, periodFeeCents: 1_000 })

describe('what a campaign brings', () => {
  it('is what was charged at retail, less wholesale of leads and fees, to the cent', async () => {
    // 7 x $1.5025 = $10.52 and 7 x $0.5005 = $3.50.
    await billed([...leadItems({ bsn15025w5005r700: 7 }), ...fees])
    expect((await ask('ada')).body).toEqual({
      data: [
        {
          campaign_id: smiles.id,
          campaign_name: smiles.name,
          charged: '35.52',
          unpaid: '0.00',
          by_hand: '0.00',
          leads: '3.50',
          fees: '10.00',
          margin: '22.02',
        },
      ],
      total: { charged: '35.52', unpaid: '0.00', by_hand: '0.00', leads: '3.50', fees: '10.00', margin: '22.02' },
    })
  })

  it('counts what was not paid as cost alone until it is, and what went back as gone', async () => {
    later(1)
    await clientCard(DECLINES)
    await billed(leadItems({ bsn15000w5000r700: 10 }))
    expect(await one()).toMatchObject({ charged: '35.52', unpaid: '15.00', leads: '8.50', margin: '17.02' })
    await clientCard()
    expect(await one()).toMatchObject({ charged: '50.52', unpaid: '0.00', margin: '32.02' })
    const [paid] = await h.db.payment.list(client.id)
    if (!paid) throw new Error('There is no payment.')
    await h.db.payment.setRefunded(paid, paid.chargeId ?? '', 500)
    expect(await one()).toMatchObject({ charged: '45.52', margin: '27.02' })
  })

  it('shows what the agency asks for itself where it is billed by hand', async () => {
    later(2)
    await billed(leadItems({ bsn20000w5000r700: 10 }), 'agency')
    expect(await one()).toMatchObject({ charged: '45.52', by_hand: '20.00', leads: '13.50', margin: '42.02' })
  })

  it('is that of the days that were asked for, and comes as a file', async () => {
    const nothing = await ask('ada', { start: '2027-04-01', end: '2027-04-30' })
    expect(nothing.body).toMatchObject({ data: [], total: { margin: '0.00' } })
    const { file } = (await ask('ada', { format: 'csv' })).body
    const text = await h.services.files.readText(new URL(file?.url ?? '').pathname.split('/').slice(2).join('/'))
    expect(text).toContain(`${smiles.name},45.52,0.00,20.00,13.50,10.00,42.02`)
    expect(text).toContain('All campaigns,45.52')
    for (const days of [
      { start: '2027-03-02', end: '2027-03-01' },
      { start: '2027-02-30', end: '2027-03-01' },
      { start: '2026-01-01', end: '2027-03-01' },
    ])
      expect((await ask('ada', days)).status).toBe(422)
    expect((await ask('olive', { company_id: h.cast.root.id })).status).toBe(422)
  })

  it('is for the agency and its operators: no client, no sales person and no other agency reads it', async () => {
    expect((await ask('olive')).body.total.margin).toBe('42.02')
    for (const who of ['cleo', 'sam', 'abe', 'carl'] as const) {
      expect((await ask(who)).status).toBe(403)
      expect((await ask(who, { company_id: agency.id })).status).toBe(403)
    }
    const { access_token: token } = await lookAs(h, 'cleo')
    const asked = { company_id: client.id, start: '2027-03-01', end: '2027-03-31' }
    expect((await h.call('olive', 'payments.margins', asked, { token })).status).toBe(403)
  })
})
