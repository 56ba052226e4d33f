// Rows and the provider carry the keys of money for ever: another spelling would ask once more for what was paid. One life of an
// agency, and every key under which money was asked for in it.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { walletStage } from '../wallet/stage.ts'
import { stageOf } from './stage.ts'

const h = await harness()
h.stripe.warmUp()
const { demand, retry, cardForm } = stageOf(h)
const { agree, charge, pay, run } = walletStage(h)
const { copper } = h.cast
const BEGAN = Date.parse('2027-01-10T15:00:00Z')
let clock = BEGAN
const later = (ms: number) => {
  clock += ms
  h.setClock(clock)
}
later(0)
const CHARGE = 'POST /v1/payment_intents'
let seen = 0
/** The keys of all charges and refunds that were asked for since the last look, each once, in their order. */
function asked(): string[] {
  const all = h.stripe.requests().filter(({ operation }) => operation === CHARGE || operation === 'POST /v1/refunds')
  const since = all.slice(seen)
  seen = all.length
  return [...new Set(since.map(({ key }) => key ?? ''))]
}
async function saveCard(kind = 'pm_card_visa'): Promise<string> {
  const { status, body } = await h.call('abe', 'payments.saveCard', cardForm('abe', h.stripe.card(kind)))
  if (status !== 200) throw new Error(`The card was not saved: ${JSON.stringify(body)}`)
  return (await h.db.billing.get(copper.id)).cardId
}

describe('the keys of money', () => {
  it('are these, for everything that a company is charged for', async () => {
    const { id } = copper
    const set = { CompanyID: id, amount: '100', enable_coupon: 'F' } as const
    await h.call('olive', 'pricing.setOnboarding', set)
    const first = await saveCard()
    expect(asked()).toEqual([`${id}#onboarding#c${first}~${BEGAN}`])

    await demand(copper, 5_000, 'paid')
    expect(asked()).toEqual([`${id}#paid#1`])

    h.stripe.fail('500 kept', { operation: CHARGE })
    await demand(copper, 5_100, 'kept')
    for (let round = 0; round < 2; round++) {
      later(15 * MINUTE)
      await retry()
    }
    expect(asked()).toEqual([`${id}#kept#1`, `${id}#kept#1~2`])

    const failing = await saveCard('pm_card_chargeCustomerFail')
    await demand(copper, 5_200, 'owed')
    later(DAY)
    await retry()
    later(2 * DAY)
    await retry()
    const good = await saveCard()
    expect(failing).not.toBe(good)
    expect(asked()).toEqual([`${id}#owed#1`, `${id}#owed#r1`, `${id}#owed#r2`, `${id}#owed#c${good}`])

    const { keepOne } = await import('#functions/domain/payments/record.ts')
    const [paid, kept] = await Promise.all(['paid', 'kept'].map((key) => h.db.payment.find({ companyId: id, key })))
    if (!paid || !kept?.chargeId) throw new Error('Nothing was paid.')
    await keepOne(h.services, { ...paid, amountCents: kept.amountCents }, { id: kept.chargeId, accountId: '' })
    expect(asked()).toEqual([`refund#${kept.chargeId}`])

    await agree('abe')
    await charge('abe', { amount: 250, key: 'order-1' })
    const ordered = `top-${createHash('sha256').update('order-1').digest('base64url')}`
    expect(asked()).toEqual([`wallet-${id}-${ordered}`])
    later(MINUTE)
    await pay(id, 240, 'spent-1')
    expect(asked()).toEqual([`wallet-${id}-auto-2-1`])

    h.stripe.fail('gateway before', { operation: CHARGE })
    await charge('abe', { amount: 500, key: 'order-2' })
    const lost = `top-${createHash('sha256').update('order-2').digest('base64url')}`
    later(5 * MINUTE)
    await run('reconcilePayments')
    expect(asked()).toEqual([])
    const { paymentArrived } = await import('#functions/domain/wallet/settle.ts')
    const entries = await h.db.ledger.listEntries(id, BEGAN, clock + 1)
    const given = entries.find((entry) => entry.id === lost)
    if (!given) throw new Error('The order is not in the books.')
    await paymentArrived(
      (await import('#functions/domain/wallet/payment-deps.ts')).makePaymentDeps(h.services),
      given,
      'pi_late',
    )

    await h.db.billing.save(id, { billingMethod: 'data_wallet' })
    const { collect } = await import('#functions/domain/payments/collect.ts')
    const company = await h.db.company.get(id)
    const leads = { key: 'leads', purpose: 'invoice', about: 'leads', amountCents: 700, description: 'Leads' } as const
    await collect(h.services, { company, ...leads })
    const ids = (await h.db.ledger.listEntries(id, BEGAN, clock + 1)).map((entry) => entry.id)
    expect(ids.sort()).toEqual([ordered, 'chg-spent-1', 'auto-2-1', lost, `${lost}-late`, 'chg-leads'].sort())
    expect(asked()).toEqual([])
  })
})
