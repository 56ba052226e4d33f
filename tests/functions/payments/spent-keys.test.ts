// The provider gives the first answer of a key for a day, its own failures too: a debt must neither wait for that day to pass, nor be
// charged under two keys.
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { saveCard, demand, retry } = stageOf(h)
const { copper } = h.cast
const CHARGE = 'POST /v1/payment_intents'
h.setClock(h.services.now() + DAY)
const later = (ms: number) => h.setClock(h.services.now() + ms)
const find = (key: string) => h.db.payment.find({ companyId: copper.id, key })
const asked = (key: string) =>
  h.stripe
    .requests()
    .flatMap((seen) => (seen.operation === CHARGE && seen.key?.startsWith(`${copper.id}#${key}#`) ? [seen.key] : []))
const charges = (key: string) =>
  h.stripe.list('payment_intent').flatMap(({ metadata, status }) => (metadata.payment === key ? [status] : []))
async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    later(15 * MINUTE)
    await retry()
  }
}

beforeEach(async () => {
  h.stripe.clearFaults()
  await saveCard('abe')
})

describe('a request that the provider answered with a failure of its own', () => {
  it('is not asked for ever: the same try goes on under another key, within the hour', async () => {
    h.stripe.fail('500 kept', { operation: CHARGE })
    expect((await demand(copper, 5_000, 'kept')).is).toBe('open')
    await rounds(2)
    expect(await find('kept')).toMatchObject({ status: 'paid', failedAt: null })
    expect(charges('kept')).toEqual(['succeeded'])
    const first = `${copper.id}#kept#1`
    expect(asked('kept')).toEqual([first, first, expect.stringMatching(/#kept#1~\d+$/)])
  })

  it('gets a new key each time it happens, and one charge in the end', async () => {
    h.stripe.fail('500 kept', { operation: CHARGE })
    await demand(copper, 5_100, 'often')
    await rounds(1)
    h.stripe.fail('500 kept', { operation: CHARGE })
    await rounds(4)
    expect((await find('often'))?.status).toBe('paid')
    expect(charges('often')).toEqual(['succeeded'])
    expect(new Set(asked('often')).size).toBe(3)
  })

  it('keeps its key while what became of it is not known', async () => {
    h.stripe.fail('gateway before', { operation: CHARGE, times: 2 })
    await demand(copper, 5_200, 'unknown')
    await rounds(3)
    expect((await find('unknown'))?.status).toBe('paid')
    expect(new Set(asked('unknown'))).toEqual(new Set([`${copper.id}#unknown#1`]))
  })

  it('keeps its key where the money moved after all', async () => {
    h.stripe.fail('gateway after', { operation: CHARGE })
    await demand(copper, 5_300, 'moved')
    await rounds(2)
    expect([(await find('moved'))?.status, charges('moved'), asked('moved').length]).toEqual(['paid', ['succeeded'], 1])
  })

  it('is the same try: a decline under the new key counts once', async () => {
    await saveCard('abe', 'pm_card_chargeCustomerFail')
    await demand(copper, 5_400, 'planned')
    later(DAY)
    h.stripe.fail('500 kept', { operation: CHARGE })
    await retry()
    await rounds(2)
    expect(await find('planned')).toMatchObject({ status: 'open', retries: 1, attempt: null })
    await saveCard('abe')
    expect((await find('planned'))?.status).toBe('paid')
  })

  it('does not hold up a debt whose card is another one by then', async () => {
    h.stripe.fail('500 kept', { operation: CHARGE })
    await demand(copper, 5_500, 'other-card')
    await saveCard('abe', 'pm_card_mastercard')
    await rounds(3)
    expect([(await find('other-card'))?.status, charges('other-card')]).toEqual(['paid', ['succeeded']])
  })
})
