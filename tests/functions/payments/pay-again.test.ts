// The card on file is asked once more because its owner says so.
import { describe, expect, it } from 'vitest'
import { DAY } from '#shared/dates.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { lookAs } from '../account/view-as.ts'
import { stageOf } from './stage.ts'

const h = await harness()
const { saveCard, connect, demand } = stageOf(h)
const { northlight, brightSmiles, users } = h.cast
h.setClock(h.services.now() + DAY)
await saveCard('ada')
const account = await connect('ada')

const payAgain = (who: Member, company_id = users[who].companyId, more: { token?: string } = {}) =>
  h.call(who, 'payments.payAgain', { company_id }, more)
/** The bank of the card on file lets its payments pass from now on. */
async function letPass(companyId: string, within = '') {
  const { cardId } = await h.db.billing.get(companyId)
  const card = h.stripe.get('payment_method', cardId, within)
  if (!card) throw new Error('There is no card.')
  h.stripe.put('payment_method', { ...card, behaviour: 'pm_card_visa' }, within)
}
const isFailed = async (id: string) => (await h.db.company.get(id)).paymentFailed
const paid = (key: string, within = '') =>
  h.stripe
    .list('payment_intent', within)
    .filter(({ status, metadata }) => status === 'succeeded' && metadata.payment === key).length
const tries = (key: string, within = '') =>
  h.stripe.list('payment_intent', within).filter(({ metadata }) => metadata.payment === key).length

describe('paying again', () => {
  it('has nothing to do where nothing is owed', async () => {
    expect((await payAgain('ada')).status).toBe(409)
    expect((await payAgain('cleo')).status).toBe(409)
  })

  it('asks the same card anew, says why it declined, and frees the account when it pays', async () => {
    await saveCard('ada', 'pm_card_chargeCustomerFail')
    await demand(northlight, 5_000, 'a')
    expect(await isFailed(northlight.id)).toBe(true)
    expect((await payAgain('ada')).body).toMatchObject({ result: 'declined', message: 'Your card was declined.' })
    expect((await payAgain('ada')).body.result).toBe('declined')
    expect([tries('a'), paid('a')]).toEqual([3, 0])
    await letPass(northlight.id)
    expect((await payAgain('ada')).body).toMatchObject({
      result: 'success',
      message: 'Thank you. Nothing is owed any more.',
    })
    expect([paid('a'), await isFailed(northlight.id)]).toEqual([1, false])
  })

  it('charges once where it is pressed twice at a time', async () => {
    await saveCard('ada', 'pm_card_chargeCustomerFail')
    await demand(northlight, 5_000, 'b')
    await letPass(northlight.id)
    const answers = await Promise.all([payAgain('ada'), payAgain('ada'), payAgain('ada')])
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(paid('b')).toBe(1)
  })

  it('goes on once its owner confirmed at the bank, and charges once', async () => {
    const kept = await saveCard('cleo', 'pm_card_authenticationRequired', account)
    h.stripe.authenticate(kept.body.client_secret, account, true)
    await saveCard('cleo', kept.body.setup_id, account)
    await demand(brightSmiles, 5_000, 'c')
    expect(await isFailed(brightSmiles.id)).toBe(true)
    const asked = (await payAgain('cleo')).body
    expect(asked).toMatchObject({ result: 'action', account })
    expect((await payAgain('cleo')).body).toMatchObject({ result: 'action', client_secret: asked.client_secret })
    h.stripe.authenticate(asked.client_secret, account, true)
    expect((await payAgain('cleo')).body.result).toBe('success')
    expect([paid('c', account), await isFailed(brightSmiles.id)]).toEqual([1, false])
  })

  it('is for who pays: not for those above, not in view mode, and for nobody else', async () => {
    expect((await payAgain('ada', brightSmiles.id)).status).toBe(403)
    expect((await payAgain('olive', northlight.id)).status).toBe(403)
    for (const who of ['sam', 'abe', 'cleo'] as const) expect((await payAgain(who, northlight.id)).status).toBe(403)
    const { access_token: token } = await lookAs(h, 'cleo')
    expect((await payAgain('olive', brightSmiles.id, { token })).status).toBe(403)
  })
})
