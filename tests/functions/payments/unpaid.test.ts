// What companies owe after a card declined, for the operators of their platform and for nobody else.
import { describe, expect, it } from 'vitest'
import { DAY } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { saveCard, connect, deliver, demand } = stageOf(h)
const { northlight, brightSmiles, root } = h.cast
h.setClock(h.services.now() + DAY)
const account = await connect('ada')
const FAILS = 'pm_card_chargeCustomerFail'
const list = (cursor?: string) =>
  h.call('olive', 'payments.listUnpaid', { company_id: root.id, ...(cursor !== undefined && { cursor }) })

describe('payments.listUnpaid', () => {
  it('names who owes, for what, since when, and how much of it is the root’s', async () => {
    expect((await list()).body).toEqual({ data: [], next_cursor: null })
    await saveCard('ada', FAILS)
    await saveCard('cleo', FAILS, account)
    await demand(northlight, 12_000, 'inv-agency')
    h.setClock(h.services.now() + 1000)
    const { collect } = await import('#functions/domain/payments/collect.ts')
    await collect(h.services, {
      company: await h.db.company.get(brightSmiles.id),
      key: 'inv-client',
      purpose: 'invoice',
      about: 'leads',
      amountCents: 9_000,
      applicationFeeCents: 2_500,
      description: 'Leads of Smiles',
    })
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body.data.map(({ id: _, failed_at: __, next_try_at: ___, ...row }) => row)).toEqual([
      {
        user_id: h.cast.users.ada.id,
        company_id: northlight.id,
        company_name: northlight.name,
        agency_name: northlight.name,
        company_type: 'agency',
        description: 'Leads',
        amount: '120.00',
        root_amount: '120.00',
        reason: 'Your card was declined.',
        attempts: 1,
      },
      {
        user_id: h.cast.users.cleo.id,
        company_id: brightSmiles.id,
        company_name: brightSmiles.name,
        agency_name: northlight.name,
        company_type: 'client',
        description: 'Leads of Smiles',
        amount: '90.00',
        root_amount: '25.00',
        reason: 'Your card was declined.',
        attempts: 1,
      },
    ])
  })

  it('has no row any more of what was settled', async () => {
    const { body } = await h.call('olive', 'payments.settleManually', { userID: h.cast.users.cleo.id })
    expect(body).toMatchObject({ result: 'success' })
    expect((await list()).body.data.map(({ company_type }: { company_type: string }) => company_type)).toEqual([
      'agency',
    ])
  })

  it('says of a payment that a bank took back since when, why, and that no card is asked for it', async () => {
    await saveCard('cleo', 'pm_card_visa', account)
    const { collect } = await import('#functions/domain/payments/collect.ts')
    await collect(h.services, {
      company: await h.db.company.get(brightSmiles.id),
      key: 'inv-disputed',
      purpose: 'invoice',
      about: 'leads',
      amountCents: 7_000,
      applicationFeeCents: 2_000,
      description: 'Leads that were paid',
    })
    const paid = await h.db.payment.find({ companyId: brightSmiles.id, key: 'inv-disputed' })
    h.setClock(h.services.now() + 3 * DAY)
    h.stripe.byHand.dispute(paid?.chargeId ?? '', { reason: 'fraudulent' }, account)
    await deliver()
    const { dispute } = (await h.db.payment.find({ companyId: brightSmiles.id, key: 'inv-disputed' })) ?? {}
    const row = (await list()).body.data.find(({ description }) => description === 'Leads that were paid')
    expect(row).toMatchObject({
      failed_at: new Date(dispute?.at ?? 0).toISOString(),
      reason: expect.stringContaining('did not make this payment'),
      next_try_at: null,
      disputed: true,
    })
    await h.call('olive', 'payments.settleManually', { userID: h.cast.users.cleo.id })
    expect((await list()).body.data.map(({ description }) => description)).not.toContain('Leads that were paid')
  })

  it('goes on page by page, and refuses a cursor of another list', async () => {
    for (let index = 0; index < 27; index++) await demand(northlight, 1_000 + index, `inv-more-${index}`)
    const first = (await list()).body
    expect(first.data).toHaveLength(25)
    const second = (await list(first.next_cursor ?? '')).body
    expect(second).toMatchObject({ next_cursor: null })
    expect(new Set([...first.data, ...second.data].map(({ id }: { id: string }) => id)).size).toBe(28)
    expect((await list('bm90IGEgY3Vyc29yIGF0IGFsbA')).status).toBe(400)
  })

  it('has all refunds that are to go back, page by page, and each of them can be ended', async () => {
    const ids = Array.from({ length: 27 }, (_, index) => `pi_owed_${String(index).padStart(2, '0')}`)
    for (const [at, chargeId] of ids.entries()) {
      const back = { companyId: northlight.id, chargeId, amountCents: 900, feeCents: 0, description: 'Twice' }
      const begun = { rootId: root.id, since: at + 1, again: h.services.now() + 30 * DAY }
      const owed = await h.db.owedRefund.begin({ ...back, accountId: '', paymentKey: '' }, begun)
      await h.db.owedRefund.note(owed, { reason: 'No.', again: begun.again })
    }
    const pages: string[][] = []
    const invoices = new Set<string>()
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { body } = await list(cursor)
      pages.push((body.charges ?? []).map(({ charge }) => charge))
      for (const { id } of body.data) invoices.add(id)
      cursor = body.next_cursor
    }
    expect(pages.map((page) => page.length)).toEqual([25, 2])
    expect(pages.flat()).toEqual(ids)
    expect(invoices.size).toBe(28)
    const end = (charge: string, more: { by_hand?: true } = {}) =>
      h.call('olive', 'payments.endOwedRefund', { company_id: root.id, charge, ...more })
    const last = ids.at(-1) ?? ''
    expect((await end(last)).body).toMatchObject({ status: 'open' })
    expect((await end(last, { by_hand: true })).body).toMatchObject({ status: 'done' })
    expect((await end(last)).status).toBe(404)
  })

  it('is no agency’s to see, neither its own nor the platform’s', async () => {
    for (const company_id of [northlight.id, root.id])
      expect((await h.call('ada', 'payments.listUnpaid', { company_id })).status).toBeGreaterThanOrEqual(403)
  })

  it('is asked of the platform alone: an agency named instead would seem to be owed nothing', async () => {
    const asked = await h.call('olive', 'payments.listUnpaid', { company_id: northlight.id })
    expect([asked.status, asked.body.message]).toEqual([403, 'Only the platform sees what its companies owe.'])
  })
})
