// Who is asked for what of a bill, and that nobody is asked twice, wherever a worker crashes or an answer is lost.
import { beforeEach, describe, expect, it } from 'vitest'
import { collectBill } from '#functions/domain/billing/collect-bill.ts'
import { settleFailure } from '#functions/domain/payments/settle-failure.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import type { CampaignBill } from '#shared/model/campaign-bill.ts'
import { type BillItem, type BillPayer, billSums, creditItems, leadItems, noCarry } from '#shared/money/bill.ts'
import { harness } from '../../support/harness.ts'
import { Crash, watchTable } from '../leads/faults.ts'
import { walletStage } from '../wallet/stage.ts'
import { billingStage, DECLINES } from './stage.ts'

const h = await harness()
h.setClock(Date.parse('2027-03-08T07:00:00Z'))
const { account, agency, client, charged, clientCard, deliver, payment, saveCard, retry } = await billingStage(h)
const { smiles } = h.cast.campaigns
const later = (ms: number) => h.setClock(h.services.now() + ms)
beforeEach(() => later(MINUTE))
let made = 0

type Wanted = { payer?: BillPayer; items?: BillItem[]; carried?: CampaignBill['carried'] }

/** A bill in the table, as the run makes it; 12 leads for $1.50 that cost the agency $0.50, unless said otherwise. */
async function planted({
  payer = 'client',
  items = leadItems({ bsn15000w5000r700: 12 }),
  carried = noCarry,
}: Wanted = {}) {
  const { db, now } = h.services
  const meter = await db.lead.findMeter(smiles, true)
  const seq = meter?.seq ?? 0
  await db.campaignBill.close(smiles, { seq, at: now(), why: 'period', payer })
  const bill: CampaignBill = {
    companyId: smiles.companyId,
    campaignId: smiles.id,
    agencyId: smiles.agencyId,
    rootId: smiles.rootId,
    key: `bill-${String(++made).padStart(6, '0')}`,
    why: 'period',
    payer,
    term: 'Weekly',
    fromOn: '2027-03-01',
    toOn: '2027-03-07',
    items,
    sums: billSums(items, { payer, carry: carried, isLast: false }),
    carried,
    createdAt: now(),
    isDone: false,
  }
  expect(await db.campaignBill.make(smiles, seq, bill, await db.campaignBill.findState(smiles), {})).toBe(true)
  return bill
}
const keyOf = ({ campaignId, key }: CampaignBill) => `${campaignId}-${key}`
const ask = (bill: CampaignBill) => collectBill(h.services, bill)
const isDone = async (bill: CampaignBill) => (await h.db.campaignBill.find(smiles, bill.key))?.isDone
const loss = () => leadItems({ bsn0w10000r0: 10, bsn6000w5000r0: 5 })
const free = async () => {
  for (const id of [agency.id, client.id]) {
    const company = await h.db.company.get(id)
    if (company.paymentFailed) await settleFailure(h.services, company, 'test')
  }
}

describe('a bill', () => {
  it('LED-17 is charged to the client at retail in the account of his agency, wholesale as the fee of the root', async () => {
    const bill = await planted()
    expect(await ask(bill)).toBe('done')
    expect(charged(keyOf(bill))).toEqual([{ cents: 1_800, feeCents: 600, by: 'client' }])
    const paid = await payment(client.id, keyOf(bill))
    expect(paid).toMatchObject({ status: 'paid', about: 'leads', applicationFeeCents: 600, campaignId: smiles.id })
    expect(paid?.lines).toEqual([{ label: 'Leads basic', qty: 12, unitCentiCents: 15_000, amountCents: 1_800 }])
    expect(await payment(agency.id, `${keyOf(bill)}-agency`)).toBeUndefined()
    expect(await isDone(bill)).toBe(true)
  })

  it('LED-14 keeps with its payments what an invoice says', async () => {
    const bill = await planted({ items: loss() })
    await ask(bill)
    const facts = { clientId: client.id, term: 'Weekly', periodFromOn: '2027-03-01', periodToOn: '2027-03-07' }
    expect(await payment(client.id, keyOf(bill))).toMatchObject({ ...facts, subtotalCents: 300, discountCents: 0 })
    expect(await payment(agency.id, `${keyOf(bill)}-agency`)).toMatchObject({ ...facts, subtotalCents: 950 })
  })

  it('CST-39 is charged to the agency as far as the payment of its client does not reach', async () => {
    const bill = await planted({ items: loss() })
    expect(await ask(bill)).toBe('done')
    expect(charged(keyOf(bill))).toEqual([
      { cents: 300, feeCents: 300, by: 'client' },
      { cents: 950, by: 'agency' },
    ])
  })

  it('LED-17 MBL-08 of an agency that is billed by hand is its own, at wholesale', async () => {
    const bill = await planted({ payer: 'agency' })
    expect(await ask(bill)).toBe('done')
    expect(charged(keyOf(bill))).toEqual([{ cents: 600, by: 'agency' }])
    expect(await payment(client.id, keyOf(bill))).toBeUndefined()
  })

  it('MBL-08 leaves the Data Wallet of an agency that chose it', async () => {
    const { agree, charge } = walletStage(h)
    await agree('ada')
    expect((await charge('ada', { amount: 2_500, custom: true, stop: true })).body.result).toBe('success')
    await h.db.billing.save(agency.id, { isDirect: true, billingMethod: 'data_wallet' })
    const bill = await planted({ payer: 'agency' })
    expect(await ask(bill)).toBe('done')
    expect(charged(keyOf(bill))).toEqual([])
    expect((await h.db.ledger.get(agency.id)).balanceCents).toBe(249_400)
    await h.db.billing.save(agency.id, { isDirect: false, billingMethod: 'credit_card' })
  })

  it('LED-22 of nothing is an invoice that is paid, and what is carried is none', async () => {
    const items = [...leadItems({ bsn15000w5000r700: 2 }), ...creditItems({ bsn15000w5000r700: 2 })]
    const nothing = await planted({ items })
    expect(await ask(nothing)).toBe('done')
    expect(await ask({ ...nothing })).toBe('done')
    expect(await payment(client.id, keyOf(nothing))).toMatchObject({ status: 'paid', amountCents: 0, chargeId: null })
    const small = await planted({ items: leadItems({ bsn1000w100r0: 4 }) })
    expect(await ask(small)).toBe('done')
    expect([small.sums.carry, await payment(client.id, keyOf(small))]).toEqual([
      { clientCents: 40, agencyCents: 4 },
      undefined,
    ])
    expect([charged(keyOf(nothing)), charged(keyOf(small)), await isDone(small)]).toEqual([[], [], true])
  })

  it('LED-22 is charged once when it is done twice, or by many at once', async () => {
    const bill = await planted({ items: loss() })
    await Promise.all(Array.from({ length: 8 }, () => ask(bill)))
    expect(await ask(bill)).toBe('done')
    expect(charged(keyOf(bill))).toHaveLength(2)
  })

  it('LED-23 that the client’s card declines is his debt: the agency pays its own part, and the bill is done', async () => {
    await clientCard(DECLINES)
    const bill = await planted({ items: loss() })
    expect(await ask(bill)).toBe('done')
    expect(charged(keyOf(bill))).toEqual([{ cents: 950, by: 'agency' }])
    expect([
      (await h.db.company.get(client.id)).paymentFailed,
      (await h.db.company.get(agency.id)).paymentFailed,
    ]).toEqual([true, false])
    // Another card pays, and the root gets its fee out of that.
    await clientCard()
    expect(charged(keyOf(bill))).toContainEqual({ cents: 300, feeCents: 300, by: 'client' })
    expect((await h.db.company.get(client.id)).paymentFailed).toBe(false)
  })

  it('is done when nobody has a card', async () => {
    const { cardId } = await h.db.billing.get(client.id)
    await h.db.billing.save(client.id, { cardId: '' })
    const bill = await planted()
    expect(await ask(bill)).toBe('done')
    expect((await payment(client.id, keyOf(bill)))?.failedAt).not.toBeNull()
    await h.db.billing.save(client.id, { cardId })
    await free()
  })

  it('waits for its client while the account of the agency takes no cards, which nobody is marked for', async () => {
    const move = async (step: 'verifying' | 'complete') => {
      h.stripe.setAccount(account, step)
      await h.call('ada', 'payments.checkConnectedAccount', { companyID: agency.id })
    }
    const isFailed = async () => (await h.db.company.get(client.id)).paymentFailed
    const bill = await planted({ items: loss() })
    await move('verifying')
    expect([await ask(bill), await ask(bill)]).toEqual(['open', 'open'])
    expect(charged(keyOf(bill))).toEqual([{ cents: 950, by: 'agency' }])
    expect([await payment(client.id, keyOf(bill)), await isFailed(), await isDone(bill)]).toEqual([
      undefined,
      false,
      false,
    ])
    await move('complete')
    const { found } = await h.db.campaignBill.openPage(h.services.now(), null)
    expect(found.map(({ key }) => key)).toContain(bill.key)
    expect([await ask(bill), await ask(bill)]).toEqual(['done', 'done'])
    expect(charged(keyOf(bill))).toEqual([
      { cents: 300, feeCents: 300, by: 'client' },
      { cents: 950, by: 'agency' },
    ])
    expect([await isFailed(), await isDone(bill)]).toEqual([false, true])
  })

  it.each(['gateway after', 'gateway before', 500] as const)('waits where an answer was lost (%s)', async (fault) => {
    const bill = await planted({ items: loss() })
    h.stripe.fail(fault, { operation: 'POST /v1/payment_intents' })
    expect(await ask(bill)).toBe('open')
    h.stripe.clearFaults()
    expect(await isDone(bill)).toBe(false)
    later(10 * MINUTE)
    await retry()
    expect(await ask(bill)).toBe('done')
    expect(
      charged(keyOf(bill))
        .map(({ cents }) => cents)
        .sort((a, b) => a - b),
    ).toEqual([300, 950])
  })

  it('LED-22 is charged once, wherever a worker crashes', { timeout: 600_000 }, async () => {
    await saveCard('ada')
    const run = async (crash?: { at: number; when: 'before' | 'after' }) => {
      const bill = await planted({ items: loss() })
      const watch = watchTable(h.services, crash)
      await ask(bill).catch((error) => {
        if (!(error instanceof Crash) && !(error?.cause instanceof Crash)) throw error
      })
      watch.remove()
      later(10 * MINUTE)
      await retry()
      const [open] = (await h.db.campaignBill.openPage(h.services.now(), null)).found.filter(
        ({ key }) => key === bill.key,
      )
      if (open) expect(await ask(open)).toBe('done')
      const cents = charged(keyOf(bill)).map((each) => each.cents)
      expect([crash, cents.sort((a, b) => a - b), await isDone(bill)]).toEqual([crash, [300, 950], true])
      return watch.commands.length
    }
    const requests = await run()
    expect(requests).toBeGreaterThan(8)
    for (let at = 1; at <= requests; at++) for (const when of ['before', 'after'] as const) await run({ at, when })
  })

  it('LED-22 is charged once, wherever a worker crashes at the provider', async () => {
    for (const operation of ['client', 'agency'] as const)
      for (const when of ['before', 'after'] as const) {
        const bill = await planted({ items: loss() })
        const { charge } = h.services.payments
        h.services.payments.charge = async (request) => {
          if ((request.accountId === '') !== (operation === 'agency')) return charge(request)
          if (when === 'before') throw new Crash('before')
          await charge(request)
          throw new Crash('after')
        }
        await expect(ask(bill)).rejects.toThrow(Crash)
        h.services.payments.charge = charge
        later(10 * MINUTE)
        await retry()
        expect(await ask(bill)).toBe('done')
        expect(
          charged(keyOf(bill))
            .map(({ cents }) => cents)
            .sort(),
        ).toEqual([300, 950])
      }
  })
})

describe('a bill whose client can never be asked', () => {
  it('is owed after a month, so that people see it, and is paid once if the account works again', async () => {
    const move = async (step: 'verifying' | 'complete') => {
      h.stripe.setAccount(account, step)
      await deliver()
    }
    const unpaid = async () =>
      (await h.call('olive', 'payments.listUnpaid', { company_id: h.cast.root.id })).body.data.map(
        ({ reason }) => reason,
      )
    const bill = await planted({ items: loss() })
    await move('verifying')
    later(30 * DAY - MINUTE)
    expect(await ask(bill)).toBe('open')
    later(MINUTE)
    expect([await ask(bill), await ask(bill)]).toEqual(['done', 'done'])
    expect(charged(keyOf(bill))).toEqual([{ cents: 950, by: 'agency' }])
    expect([await isDone(bill), await payment(client.id, keyOf(bill))]).toMatchObject([
      true,
      { status: 'open', code: 'account_not_ready', reason: expect.stringContaining('cannot take payments') },
    ])
    expect(await unpaid()).toEqual([expect.stringContaining('cannot take payments')])
    await move('complete')
    expect(charged(keyOf(bill))).toEqual([
      { cents: 300, feeCents: 300, by: 'client' },
      { cents: 950, by: 'agency' },
    ])
    expect([(await h.db.company.get(client.id)).paymentFailed, await unpaid()]).toEqual([false, []])
  })

  it('ends when an operator settles it, and nobody is charged, where the agency gave its account up', async () => {
    const kept = await h.db.connectedAccount.get({ company: agency.id })
    const bill = await planted()
    await h.db.connectedAccount.unlink({ company: agency.id }, kept)
    later(30 * DAY)
    expect(await ask(bill)).toBe('done')
    expect(await payment(client.id, keyOf(bill))).toMatchObject({
      status: 'open',
      reason: expect.stringContaining('cannot take payments'),
    })
    const settled = await h.call('olive', 'payments.settleManually', { userID: h.cast.users.cleo.id })
    expect([settled.status, (await payment(client.id, keyOf(bill)))?.status]).toEqual([200, 'settled'])
    expect([charged(keyOf(bill)), (await h.db.company.get(client.id)).paymentFailed]).toEqual([[], false])
  })
})
