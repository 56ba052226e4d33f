// A payment that its provider left before its confirmation: nobody will send what it waits for.
import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { walletStage } from './stage.ts'

const h = await harness()
const { charge, read, giveCard, agree, run } = walletStage(h)
const { northlight } = h.cast
let clock = Date.parse('2027-03-10T15:00:00Z')
const later = (ms: number) => {
  clock += ms
  h.setClock(clock)
}
later(0)
await giveCard(northlight.id, 'pm_card_authenticationRequired')
await agree('ada')
beforeEach(() => later(20_000))

async function leave(status: 'requires_confirmation' | 'processing') {
  const { body } = await charge('ada', { amount: 250 })
  const id = body.confirmation?.client_secret.split('_secret_')[0] ?? ''
  const intent = h.stripe.get('payment_intent', id)
  if (!intent) throw new Error('No payment was asked for.')
  h.stripe.put('payment_intent', { ...intent, status, next_action: null })
  return { id, transaction: body.confirmation?.transaction_id ?? '' }
}
const rowOf = async (id: string) => (await read('ada')).transaction_history.find((row) => row.id === id)
const statusOf = (id: string) => h.stripe.get('payment_intent', id)?.status

describe('a payment that was left without its confirmation', () => {
  it('is taken back after four minutes, like one that was never made, and the next one goes through', async () => {
    const before = (await read('ada')).balance_amount
    const { id, transaction } = await leave('requires_confirmation')
    later(3 * MINUTE)
    await run('reconcilePayments')
    expect([(await rowOf(transaction))?.pending, statusOf(id)]).toEqual([true, 'requires_confirmation'])
    later(MINUTE)
    await run('reconcilePayments')
    expect([(await rowOf(transaction))?.pending ?? false, statusOf(id)]).toEqual([false, 'canceled'])
    await giveCard(northlight.id, 'pm_card_visa')
    expect((await charge('ada', { amount: 250 })).body.result).toBe('success')
    expect((await read('ada')).balance_amount).toBe(before + 250)
    await giveCard(northlight.id, 'pm_card_authenticationRequired')
  })

  it('waits for the end of one that the provider is still at', async () => {
    const { id, transaction } = await leave('processing')
    later(5 * MINUTE)
    await run('reconcilePayments')
    expect([(await rowOf(transaction))?.pending, statusOf(id)]).toEqual([true, 'processing'])
  })
})
