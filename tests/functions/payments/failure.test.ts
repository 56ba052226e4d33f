import { describe, expect, it } from 'vitest'
import { DAY } from '#shared/dates.ts'
import { harness } from '../../support/harness.ts'
import { plantLead } from '../../support/plant-lead.ts'
import { stageOf } from './stage.ts'

const h = await harness({ env: { STRIPE_TIMEOUT_MS: '2500' } })
h.stripe.warmUp()
const { saveCard, connect, demand, retry, deliver, cardForm } = stageOf(h)
const { northlight, copper, brightSmiles, campaigns } = h.cast
// Later than the cast was made, or nobody could sign in.
const start = h.services.now() + DAY
h.setClock(start)
const account = await connect('ada')
const FAILS = 'pm_card_chargeCustomerFail'
const statusOf = async () => (await h.db.campaign.get(brightSmiles.id, campaigns.smiles.id)).status
const isFailed = async (id: string) => (await h.db.company.get(id)).paymentFailed
const setupOf = async (who: 'ada' | 'cleo' | 'abe') =>
  (await h.call(who, 'account.checkSetup', { id: h.cast.users[who].id })).body
const charges = (of = account) =>
  h.stripe.list('payment_intent', of).filter(({ status }) => status === 'succeeded').length

describe('a client whose card fails', () => {
  it('PAY-002 PAY-024 PAY-027 is sent to Card Setting, which knows what failed, and its campaigns stop', async () => {
    await h.call('cleo', 'payments.createCustomer', cardForm('cleo', h.stripe.card(FAILS, account)))
    expect(await setupOf('cleo')).toMatchObject({ setupcomplete: 'T', accessmodule: '', fcampid: '', finamt: '' })
    const { collect } = await import('#functions/domain/payments/collect.ts')
    const failed = await collect(h.services, {
      company: brightSmiles,
      key: 'inv-1',
      purpose: 'invoice',
      amountCents: 12_345,
      description: 'Leads',
      campaignId: campaigns.smiles.id,
    })
    expect(failed).toEqual({ is: 'failed', reason: 'Your card was declined.' })
    expect(await setupOf('cleo')).toMatchObject({
      setupcomplete: 'F',
      accessmodule: 'paymentfailed',
      paymentStatusFailed: false,
      fcampid: campaigns.smiles.id,
      finamt: '123.45',
      creditcardsetup: true,
    })
    expect(await statusOf()).toBe('stopped')
    const { body } = await h.call('cleo', 'payments.getCard', { company_id: brightSmiles.id })
    expect(body.failed).toEqual([
      {
        description: 'Leads',
        campaign_id: campaigns.smiles.id,
        campaign_name: campaigns.smiles.name,
        amount: '123.45',
        reason: 'Your card was declined.',
        failed_at: start,
        next_try_at: start + DAY,
      },
    ])
    const leads = {
      companyId: brightSmiles.id,
      clientId: brightSmiles.id,
      leadspeekID: campaigns.smiles.number,
      startDate: '2026-11-01',
      endDate: '2026-11-30',
    }
    const held = await h.call('cleo', 'leads.list', leads)
    expect([held.status, held.body.message]).toEqual([403, 'A payment failed. Settle it under Card Setting to go on.'])
    expect(await h.call('ada', 'account.checkSetup', { id: h.cast.users.ada.id })).toMatchObject({
      body: { accessmodule_agency: '', paymentStatusFailed: false },
    })
  })

  it('is told by mail, once however often the failure is worked on', async () => {
    const mails = (await h.mailsTo(h.cast.users.cleo.email)).filter(({ subject }) => subject.includes('failed'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('$123.45')
    expect(mails[0]?.text).toContain('/user/card-setting')
  })

  it('is tried again after one, three and five days, each once, and then no more by itself', async () => {
    const tries = () =>
      h.stripe.list('payment_intent', account).filter(({ metadata }) => metadata.payment === 'inv-1').length
    expect(tries()).toBe(1)
    await retry(start + DAY - 1)
    expect(tries()).toBe(1)
    for (const [days, expected] of [
      [1, 2],
      [2, 2],
      [3, 3],
      [4, 3],
      [5, 4],
      [6, 4],
      [30, 4],
    ] as const) {
      h.setClock(start + days * DAY + 1000)
      await Promise.all([retry(), retry()])
      await retry()
      expect([days, tries()]).toEqual([days, expected])
    }
    const payment = await h.db.payment.find({ companyId: brightSmiles.id, key: 'inv-1' })
    expect([payment?.status, payment?.retries, payment?.attempt]).toEqual(['open', 3, null])
  })

  it('CRD-10 PAY-027 is free at once, without a new sign-in, when another card pays', async () => {
    const token = await h.tokenOf('cleo')
    expect(charges()).toBe(0)
    expect((await saveCard('cleo', 'pm_card_visa', account)).status).toBe(200)
    expect([charges(), await isFailed(brightSmiles.id), await statusOf()]).toEqual([1, false, 'paused'])
    const leads = {
      companyId: brightSmiles.id,
      clientId: brightSmiles.id,
      leadspeekID: campaigns.smiles.number,
      startDate: '2026-11-01',
      endDate: '2026-11-30',
    }
    expect((await h.call('cleo', 'leads.list', leads, { token })).status).toBe(200)
    expect(await setupOf('cleo')).toMatchObject({ setupcomplete: 'T', accessmodule: '', fcampid: '', finamt: '' })
    expect(
      (await h.mailsTo(h.cast.users.cleo.email)).filter(({ subject }) => subject.includes('arrived')),
    ).toHaveLength(1)
    await saveCard('cleo', 'pm_card_mastercard', account)
    expect(charges()).toBe(1)
  })
})

describe('a client whose agency takes no cards for a while', () => {
  const look = () => h.call('ada', 'payments.checkConnectedAccount', { companyID: northlight.id })
  const find = (key: string) => h.db.payment.find({ companyId: brightSmiles.id, key })

  it('is asked for nothing meanwhile, and has not failed', async () => {
    await saveCard('cleo', 'pm_card_visa', account)
    h.stripe.setAccount(account, 'verifying')
    await look()
    expect(await demand(brightSmiles, 4_000, 'later')).toEqual({ is: 'open' })
    expect([await find('later'), await isFailed(brightSmiles.id)]).toEqual([undefined, false])
    h.stripe.setAccount(account, 'complete')
    await look()
    expect(await demand(brightSmiles, 4_000, 'later')).toMatchObject({ is: 'paid' })
  })

  it('is not told that it has no card, and is asked once more as soon as the account works again', async () => {
    await deliver()
    h.stripe.setAccount(account, 'verifying')
    // Nobody has told of it yet.
    expect(await demand(brightSmiles, 4_000, 'restricted')).toMatchObject({
      is: 'failed',
      reason: expect.stringContaining('cannot take payments'),
    })
    await deliver()
    const again = await h.call('cleo', 'payments.payAgain', { company_id: brightSmiles.id })
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('cannot take cards')])
    for (let days = 0; days < 6; days++) {
      h.setClock(h.services.now() + DAY + 1000)
      await retry()
    }
    expect(await find('restricted')).toMatchObject({ status: 'open', retries: 3, code: 'account_not_ready' })
    h.stripe.setAccount(account, 'complete')
    await deliver()
    expect([(await find('restricted'))?.status, await isFailed(brightSmiles.id)]).toEqual(['paid', false])
  })
})

describe('an agency whose card fails', () => {
  it('PAY-002 is marked, stops what its clients run, and is freed by a planned try that succeeds', async () => {
    h.setClock(start + 40 * DAY)
    await saveCard('ada', FAILS)
    await h.db.campaignChange.setStatus(await h.db.campaign.get(brightSmiles.id, campaigns.smiles.id), 'active')
    expect((await demand(northlight)).is).toBe('failed')
    expect(await setupOf('ada')).toMatchObject({ paymentStatusFailed: true, accessmodule_agency: 'paymentfailed' })
    expect(await statusOf()).toBe('stopped')
    // The bank lets the same card pass the next time.
    const { cardId } = await h.db.billing.get(northlight.id)
    expect(cardId).not.toBe('')
    const kept = h.stripe.get('payment_method', cardId)
    if (kept) h.stripe.put('payment_method', { ...kept, behaviour: 'pm_card_visa' })
    h.setClock(start + 41 * DAY + 1000)
    expect(await retry()).toMatchObject({ paid: 1, failed: 0 })
    expect([await isFailed(northlight.id), await statusOf()]).toEqual([false, 'paused'])
    expect(await setupOf('ada')).toMatchObject({ paymentStatusFailed: false, accessmodule_agency: '' })
  })

  it('frees none that stands still because its client owes something itself', async () => {
    await h.db.campaignChange.setStatus(await h.db.campaign.get(brightSmiles.id, campaigns.smiles.id), 'active')
    await saveCard('cleo', FAILS, account)
    await demand(brightSmiles)
    await saveCard('ada', FAILS)
    await demand(northlight)
    expect([await isFailed(brightSmiles.id), await isFailed(northlight.id)]).toEqual([true, true])
    await saveCard('ada', 'pm_card_visa')
    expect([await isFailed(northlight.id), await statusOf()]).toEqual([false, 'stopped'])
    await saveCard('cleo', 'pm_card_visa', account)
    expect([await isFailed(brightSmiles.id), await statusOf()]).toEqual([false, 'paused'])
  })

  it('CRD-11 MBL-16 is settled by an operator, who charges no card', async () => {
    await saveCard('abe', FAILS)
    await demand(copper, 7_000, 'copper-1')
    await demand(copper, 3_000, 'copper-2')
    const before = h.stripe.requests().length
    const settle = (who: 'olive' | 'ada' | 'sam') =>
      h.call(who, 'payments.settleManually', { userID: h.cast.users.abe.id })
    expect([(await settle('ada')).status, (await settle('sam')).status]).toEqual([403, 403])
    const { status, body } = await settle('olive')
    expect([status, body.message]).toEqual([200, 'Manual Bill Settlement has been successfully processed.'])
    expect([await isFailed(copper.id), h.stripe.requests().length]).toEqual([false, before])
    const payment = await h.db.payment.find({ companyId: copper.id, key: 'copper-1' })
    expect([payment?.status, payment?.endedBy, payment?.chargeId]).toEqual(['settled', h.cast.users.olive.id, null])
    expect((await settle('olive')).status).toBe(409)
  })

  it('stays failed until the last payment is paid', async () => {
    await demand(copper, 1_000, 'copper-3')
    await demand(copper, 2_000, 'copper-4')
    const { settleFailure } = await import('#functions/domain/payments/settle-failure.ts')
    const one = await h.db.payment.find({ companyId: copper.id, key: 'copper-3' })
    if (one) await h.db.payment.end(one, { status: 'paid', chargeId: 'pi_1', by: 'test', at: h.services.now() })
    const { releaseIfPaid } = await import('#functions/domain/payments/state.ts')
    expect([await releaseIfPaid(h.services, copper.id), await isFailed(copper.id)]).toEqual([false, true])
    expect(await settleFailure(h.services, await h.db.company.get(copper.id), 'x')).toEqual({
      count: 1,
      amountCents: 2_000,
    })
    expect(await isFailed(copper.id)).toBe(false)
  })
})

describe('answers that were lost', () => {
  it('charges once when the answer is lost after the money moved', async () => {
    await saveCard('abe')
    h.stripe.fail('lost after', { operation: 'POST /v1/payment_intents' })
    expect((await demand(copper, 4_200, 'lost-1')).is).toBe('open')
    expect((await demand(copper, 4_200, 'lost-1')).is).toBe('open')
    h.setClock(h.services.now() + 5 * 60_000)
    expect(await retry()).toMatchObject({ paid: 1 })
    const made = h.stripe.list('payment_intent').filter(({ metadata }) => metadata.payment === 'lost-1')
    expect([made.length, (await h.db.payment.find({ companyId: copper.id, key: 'lost-1' }))?.status]).toEqual([
      1,
      'paid',
    ])
    expect((await demand(copper, 4_200, 'lost-1')).is).toBe('paid')
  })

  it('charges after all when the request never arrived, also a day later', async () => {
    h.stripe.fail('lost before', { operation: 'POST /v1/payment_intents' })
    expect((await demand(copper, 4_300, 'lost-2')).is).toBe('open')
    h.setClock(h.services.now() + 2 * DAY)
    expect(await retry()).toMatchObject({ paid: 1 })
    expect(h.stripe.list('payment_intent').filter(({ metadata }) => metadata.payment === 'lost-2')).toHaveLength(1)
  })

  it('is told by an event too, whichever comes first', async () => {
    h.stripe.fail('lost after', { operation: 'POST /v1/payment_intents' })
    expect((await demand(copper, 4_400, 'lost-3')).is).toBe('open')
    await deliver()
    expect((await h.db.payment.find({ companyId: copper.id, key: 'lost-3' }))?.status).toBe('paid')
    expect((await demand(copper, 4_400, 'lost-3')).is).toBe('paid')
    expect(h.stripe.list('payment_intent').filter(({ metadata }) => metadata.payment === 'lost-3')).toHaveLength(1)
  })

  it('asks a busy provider again later', async () => {
    h.stripe.fail(429, { operation: 'POST /v1/payment_intents' })
    expect((await demand(copper, 4_500, 'busy-1')).is).toBe('open')
    h.setClock(h.services.now() + 5 * 60_000)
    expect(await retry()).toMatchObject({ paid: 1 })
  })
})

describe('payments.cancelSubscription', () => {
  it('CRD-22 CRD-23 stops the campaigns of an agency and lets nothing new begin, until a root undoes it', async () => {
    const { fitness } = { ...h.cast.campaigns, fitness: (await h.db.campaign.list(h.cast.peakFitness.id))[0] }
    if (fitness && fitness.status !== 'active') await h.db.campaignChange.setStatus(fitness, 'active')
    const cancel = (who: 'abe' | 'olive' | 'carl', undo = false) =>
      h.call(who, 'payments.cancelSubscription', { company_id: copper.id, reason: 'Closing down.', undo })
    expect((await cancel('carl')).status).toBe(403)
    const unsaid = await h.call('abe', 'payments.cancelSubscription', { company_id: copper.id, reason: ' ' })
    expect([unsaid.status, unsaid.body.fields]).toEqual([422, { reason: 'This is needed.' }])
    expect((await cancel('abe')).status).toBe(200)
    const [stopped, ...rest] = await h.db.campaign.list(h.cast.peakFitness.id)
    expect([stopped?.status, stopped?.statusReason]).toEqual(['stopped', 'contract_cancelled'])
    expect(rest.map(({ status }) => status)).not.toContain('active')
    let made = 0
    const create = async (who: 'abe' | 'olive' | 'carl' | 'ada', companyID: string) => {
      const { status, body } = await h.call(who, 'campaigns.create', {
        companyID,
        leadspeekType: 'locator',
        campaignName: `After the end ${++made}`,
        locatorkeyword: ['roof repair'],
        nationaltargeting: 'T',
      })
      return [status, body.fields?.companyID]
    }
    const ended = [422, 'The subscription of this agency is cancelled, so no campaign can be created.']
    for (const who of ['abe', 'olive', 'carl'] as const)
      expect([who, ...(await create(who, h.cast.peakFitness.id))]).toEqual([who, ...ended])
    expect((await create('ada', brightSmiles.id))[0]).toBe(200)
    expect([(await cancel('abe')).status, (await cancel('abe', true)).status]).toEqual([409, 403])
    const reads = async (who: 'abe' | 'carl' | 'ada') =>
      (await h.call(who, 'account.me', { id: h.cast.users[who].id })).status
    h.setClock(h.services.now() + 29 * DAY)
    expect([await reads('abe'), await reads('carl')]).toEqual([200, 200])
    h.setClock(h.services.now() + 2 * DAY)
    expect([await reads('abe'), await reads('carl'), await reads('ada')]).toEqual([403, 403, 200])
    // Bringing it back asks for no reason.
    const back = await h.call('olive', 'payments.cancelSubscription', { company_id: copper.id, undo: true })
    expect(back.status).toBe(200)
    h.forgetTenants()
    expect([await reads('abe'), await reads('carl')]).toEqual([200, 200])
    expect((await create('abe', h.cast.peakFitness.id))[0]).toBe(200)
  })
})

describe('the last bill of an agency that cancels', () => {
  it('CRD-23 charges what its campaigns cost and nobody billed yet', async () => {
    await saveCard('ada')
    await h.call('olive', 'pricing.manualBill', { companyID: northlight.id, manualBill: 'T' })
    expect((await h.db.company.get(northlight.id)).manualBill).toBe(true)
    for (const id of ['led_a', 'led_b'])
      await plantLead(h, campaigns.smiles, { id, at: h.services.now(), wholesaleCentiCents: 15_000 })
    const { status } = await h.call('ada', 'payments.cancelSubscription', {
      company_id: northlight.id,
      reason: 'Done.',
    })
    expect([status, (await h.db.company.get(northlight.id)).manualBill]).toEqual([200, false])
    const last = h.stripe.list('payment_intent').find(({ description }) => description === 'Leads to date')
    expect([last?.amount, last?.status]).toEqual([300, 'succeeded'])
    await h.call('olive', 'payments.cancelSubscription', { company_id: northlight.id, reason: 'Not done.', undo: true })
  })
})

describe('companies that owe for the same thing', () => {
  it('each pay once, although their invoices bear the same name', async () => {
    await saveCard('ada')
    await saveCard('abe')
    expect((await demand(northlight, 1_100, 'same')).is).toBe('paid')
    expect((await demand(copper, 1_200, 'same')).is).toBe('paid')
    const made = h.stripe.list('payment_intent').filter(({ metadata }) => metadata.payment === 'same')
    expect(made.map(({ amount }) => amount).sort()).toEqual([1_100, 1_200])
  })
})
