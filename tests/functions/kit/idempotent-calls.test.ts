// Every call that takes an Idempotency-Key, out of the registry: it breaks down in the middle and is sent again by ten at
// once, is repeated later, comes with another body, and its key is used by somebody else. What it does happens once.
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { allCalls, type CallName, findCall, type Input } from '#shared/contracts/index.ts'
import { Enrichment } from '#shared/model/enrichment.ts'
import { noPrice } from '#shared/money/price-list.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { acting } from '../../support/tripwire.ts'
import { stageOf } from '../payments/stage.ts'
import { walletStage } from '../wallet/stage.ts'

const h = await harness()
const { db, stripe } = h
const { root, northlight, copper, brightSmiles, harbor, users, campaigns } = h.cast
const { cardForm, connect, saveCard, demand } = stageOf(h)
const { agree, giveCard } = walletStage(h)
const prepaid = await plantCampaign(db, {
  ...campaigns.smiles,
  id: h.services.newId('campaign'),
  status: 'paused',
  startedAt: 0,
  term: 'Prepaid',
})
/** A charge that is to go back. */
const owed = {
  companyId: brightSmiles.id,
  chargeId: 'pi_gone',
  accountId: '',
  amountCents: 100,
  feeCents: 0,
  description: '',
  paymentKey: '',
}
/** A file that waits for its price to be confirmed. */
const enrichment = Enrichment.parse({
  id: h.services.newId('enrichment'),
  companyId: northlight.id,
  fileName: 'people.csv',
  status: 'ready',
  information: [],
  priceCentiCents: 4050,
  accepted: 10,
  requestedBy: users.ada.id,
  createdAt: h.services.now(),
  updatedAt: h.services.now(),
  stamp: '',
})
/** Charges of clients, in the accounts of their agencies. */
const paidInAccounts = () =>
  stripe
    .list('account')
    .flatMap(({ id }) => stripe.list('payment_intent', id))
    .filter(({ status, metadata }) => status === 'succeeded' && metadata.payment?.startsWith(prepaid.id)).length
const money = () => stripe.list('payment_intent').filter(({ status }) => status === 'succeeded').length
const company = (id: string) => db.company.get(id)

type Scene<Name extends CallName> = {
  who: Member
  input: Input<Name>
  /** Another wish under the same key. */
  altered: Partial<Input<Name>>
  /** Somebody else who uses the key by chance, and what they ask. */
  other: { who: Member; input: Input<Name> }
  prepare?: () => Promise<unknown>
  /**
   * Whether it is done to the end by the one that comes after a write whose answer was lost. A payment then is looked for by
   * its schedule (tests/functions/wallet/crash.test.ts), and a contract that is cancelled says so.
   */
  lost: boolean
  /** What the call changes, and how that looks when it was done once. */
  state: () => Promise<unknown>
  done: unknown
}
const sceneOf = <Name extends CallName>(_name: Name, scene: Scene<Name>) => scene

const order = {
  company_id: northlight.id,
  amount: 250,
  custom_amount: 'F' as const,
  stop_continual: 'F' as const,
  ip_user: '',
  timezone: 'UTC',
  payment_type: 'credit_card' as const,
}
const page = { return_url: '/configuration/general-setting' }
const accountsOf = (id: string) =>
  stripe.list('account').filter(({ metadata }) => JSON.stringify(metadata).includes(id)).length
const cardsOf = async (id: string) => {
  const { customerId, accountId, cardLast4 } = await db.billing.get(id)
  const customers = [...stripe.list('customer', accountId)].filter(({ metadata }) => metadata.company === id)
  return { customers: customers.length, isKept: customers.some((each) => each.id === customerId), cardLast4 }
}

/** In this order: what one of them does the next ones stand on. */
const scenes = {
  'payments.createConnectedAccount': sceneOf('payments.createConnectedAccount', {
    lost: true,
    who: 'ada',
    input: { companyID: northlight.id, ...page },
    altered: { return_url: '/user/profile-setup' },
    other: { who: 'abe', input: { companyID: copper.id, ...page } },
    state: async () => accountsOf(northlight.id),
    done: 1,
  }),
  'payments.createSalesConnectedAccount': sceneOf('payments.createSalesConnectedAccount', {
    lost: true,
    who: 'sam',
    input: { usrID: users.sam.id, return_url: '/configuration/sales-connect-account' },
    altered: { return_url: '/' },
    other: { who: 'ellen', input: { usrID: users.ellen.id, return_url: '/configuration/sales-connect-account' } },
    state: async () => accountsOf(users.sam.id),
    done: 1,
  }),
  'payments.createCustomer': sceneOf('payments.createCustomer', {
    lost: true,
    who: 'cleo',
    input: cardForm('cleo', 'pm_card_visa'),
    altered: { zip: '60602' },
    other: { who: 'lola', input: cardForm('lola', 'pm_card_visa') },
    prepare: () => connect('ada'),
    state: () => cardsOf(brightSmiles.id),
    done: { customers: 1, isKept: true, cardLast4: '4242' },
  }),
  'payments.createDirectCustomer': sceneOf('payments.createDirectCustomer', {
    lost: true,
    who: 'ada',
    input: cardForm('ada', 'pm_card_visa'),
    altered: { city: 'Springfield' },
    other: { who: 'abe', input: cardForm('abe', 'pm_card_visa') },
    state: () => cardsOf(northlight.id),
    done: { customers: 1, isKept: true, cardLast4: '4242' },
  }),
  'payments.saveCard': sceneOf('payments.saveCard', {
    lost: true,
    who: 'ada',
    input: cardForm('ada', 'pm_card_mastercard'),
    altered: { cardholder: 'Somebody Else' },
    other: { who: 'abe', input: cardForm('abe', 'pm_card_mastercard') },
    state: () => cardsOf(northlight.id),
    done: { customers: 1, isKept: true, cardLast4: '4444' },
  }),
  'wallet.charge': sceneOf('wallet.charge', {
    lost: false,
    who: 'ada',
    input: order,
    altered: { amount: 500 },
    other: { who: 'abe', input: { ...order, company_id: copper.id } },
    prepare: async () => {
      await giveCard(copper.id)
      for (const who of ['ada', 'abe'] as const) await agree(who)
    },
    state: async () => ({ balance: (await db.ledger.get(northlight.id)).balanceCents, charges: money() }),
    done: { balance: 25_000, charges: 1 },
  }),
  'campaigns.setActive': sceneOf('campaigns.setActive', {
    lost: true,
    who: 'ada',
    input: { leadspeekID: prepaid.id, status: 'T' },
    altered: { status: 'F' },
    other: { who: 'abe', input: { leadspeekID: prepaid.id, status: 'T' } },
    prepare: async () => {
      const price = { ...noPrice, term: 'Prepaid' as const, perLeadCentiCents: 15_000 }
      const set = { by: 'test', at: h.services.now() }
      const topUp = { mode: 'onetime' as const, leads: 10 }
      const modules = { ...northlight.modules, [prepaid.line]: { name: 'Site ID', url: 'siteid' } }
      await db.price.saveRetail(prepaid.companyId, prepaid.line, { ...price, topUp }, set, prepaid.id)
      await db.company.update(northlight.id, { terms: ['Prepaid'], modules })
    },
    state: async () => ({ bought: (await db.lead.findMeter(prepaid, true))?.bought, paid: paidInAccounts() }),
    done: { bought: 10, paid: 1 },
  }),
  'campaigns.refundTopUp': sceneOf('campaigns.refundTopUp', {
    lost: false,
    who: 'ada',
    input: { leadspeekID: prepaid.id, refund_amount: '15' },
    altered: { refund_amount: '14' },
    other: { who: 'abe', input: { leadspeekID: prepaid.id, refund_amount: '15' } },
    prepare: async () => db.campaignChange.setStatus(await db.campaign.get(prepaid.companyId, prepaid.id), 'paused'),
    state: async () => {
      const parts = (await db.campaignBill.listRefunds(prepaid)).flatMap((refund) => refund.parts)
      return { bought: (await db.lead.findMeter(prepaid, true))?.bought, parts: parts.map(({ status }) => status) }
    },
    done: { bought: 0, parts: ['done'] },
  }),
  'payments.endRefund': sceneOf('payments.endRefund', {
    lost: true,
    who: 'olive',
    input: { leadspeekID: prepaid.id, refund: 2, part: 0 },
    altered: { part: 1 },
    other: { who: 'otto', input: { leadspeekID: prepaid.id, refund: 2, part: 0 } },
    prepare: async () => {
      const [before] = await db.campaignBill.listRefunds(prepaid)
      const unknown = { since: h.services.now(), rootId: prepaid.rootId }
      const parts = (before?.parts ?? []).map((part) => ({ ...part, lots: [], status: 'open' as const, unknown }))
      const state = await db.campaignBill.findState(prepaid)
      if (before) await db.campaignBill.beginGiveBack(prepaid, { ...before, number: 2, parts, version: 0 }, state, {})
    },
    state: async () => {
      const [, refund] = await db.campaignBill.listRefunds(prepaid)
      return refund?.parts.map(({ status, unknown }) => [status, unknown])
    },
    done: [['done', undefined]],
  }),
  'payments.endOwedRefund': sceneOf('payments.endOwedRefund', {
    lost: true,
    who: 'olive',
    input: { company_id: root.id, charge: owed.chargeId },
    altered: { charge: 'pi_other' },
    other: { who: 'otto', input: { company_id: root.id, charge: owed.chargeId } },
    prepare: async () => {
      const begun = await db.owedRefund.begin(owed, { rootId: root.id, since: 1, again: 1 })
      await db.owedRefund.note(begun, { reason: 'It could not go.', again: 1 })
    },
    // The provider knows no such charge.
    state: async () => (await db.owedRefund.find(owed))?.reason.includes('four times a day'),
    done: true,
  }),
  'pricing.excludeMinimum': sceneOf('pricing.excludeMinimum', {
    lost: true,
    who: 'ada',
    input: { CompanyID: brightSmiles.id, exclude_minimum_spend: 1 },
    altered: { CompanyID: harbor.id },
    other: { who: 'abe', input: { CompanyID: h.cast.peakFitness.id } },
    state: async () => [brightSmiles, harbor].map(async ({ id }) => (await company(id)).excludesMinimumSpend),
    done: [true, false],
  }),
  'pricing.manualBill': sceneOf('pricing.manualBill', {
    lost: true,
    who: 'olive',
    input: { companyID: northlight.id, manualBill: 'T' },
    altered: { companyID: copper.id },
    other: { who: 'otto', input: { companyID: copper.id, manualBill: 'F' } },
    state: async () => ({
      flags: [(await company(northlight.id)).manualBill, (await company(copper.id)).manualBill],
      isOpen: (await db.manualBill.findOpen(northlight.id)) !== undefined,
    }),
    done: { flags: [true, false], isOpen: true },
  }),
  'payments.settleManually': sceneOf('payments.settleManually', {
    lost: true,
    who: 'olive',
    input: { userID: users.abe.id },
    altered: { userID: users.ada.id },
    other: { who: 'otto', input: { userID: users.ada.id } },
    prepare: async () => {
      await saveCard('abe', 'pm_card_chargeCustomerFail')
      await demand(copper)
    },
    state: async () => ({
      failed: (await db.payment.listFailed(copper.id)).length,
      is: (await company(copper.id)).paymentFailed,
    }),
    done: { failed: 0, is: false },
  }),
  'payments.payAgain': sceneOf('payments.payAgain', {
    lost: false,
    who: 'ada',
    input: { company_id: northlight.id },
    altered: { company_id: brightSmiles.id },
    other: { who: 'abe', input: { company_id: copper.id } },
    prepare: async () => {
      await saveCard('ada', 'pm_card_chargeCustomerFail')
      await demand(northlight)
      // The bank lets it pass from now on.
      const { cardId } = await db.billing.get(northlight.id)
      const card = stripe.get('payment_method', cardId)
      if (!card) throw new Error('There is no card.')
      stripe.put('payment_method', { ...card, behaviour: 'pm_card_visa' })
    },
    state: async () => ({
      failed: (await db.payment.listFailed(northlight.id)).length,
      is: (await company(northlight.id)).paymentFailed,
    }),
    done: { failed: 0, is: false },
  }),
  'payments.resetPaymentConnection': sceneOf('payments.resetPaymentConnection', {
    lost: true,
    who: 'ada',
    input: { companyID: northlight.id },
    altered: { companyID: brightSmiles.id },
    other: { who: 'abe', input: { companyID: copper.id } },
    prepare: () =>
      Promise.all(
        [campaigns.smiles, campaigns.harbor].map((each) => db.campaignChange.setStatus(each, 'stopped', 'user')),
      ),
    state: async () => (await db.connectedAccount.get({ company: northlight.id })).accountId,
    done: '',
  }),
  'enrichment.confirm': sceneOf('enrichment.confirm', {
    lost: true,
    who: 'ada',
    input: { companyID: northlight.id, enrichmentID: enrichment.id, most_cents: 405 },
    altered: { most_cents: 404 },
    other: { who: 'abe', input: { companyID: copper.id, enrichmentID: enrichment.id, most_cents: 405 } },
    prepare: async () => {
      await giveCard(northlight.id)
      const known = await db.enrichment.find(enrichment)
      if (known) await db.enrichment.save(known, enrichment, h.services.now())
      else await db.enrichment.create(enrichment)
    },
    state: async () => (await db.enrichment.find(enrichment))?.status,
    done: 'running',
  }),
  'payments.cancelSubscription': sceneOf('payments.cancelSubscription', {
    lost: false,
    who: 'ada',
    input: { company_id: northlight.id, reason: 'Closing down.' },
    altered: { reason: 'Moving on.' },
    other: { who: 'abe', input: { company_id: copper.id, reason: 'Closing down.' } },
    state: async () => (await company(northlight.id)).cancelledAt !== null,
    done: true,
  }),
}

/** The table's client breaks down at the first write of a call, once: before it, or when it is done and not yet told. */
function breakOnce(when: 'before' | 'after') {
  const { middlewareStack } = h.services.table.client
  let isArmed = true
  middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const isWrite = /^(Put|Update|Delete|TransactWrite|BatchWrite)/.test(commandName)
        // The key itself has to be written down first, as the call's own promise, and its body is taken once.
        const isOwn = /"(I|N)#/.test(JSON.stringify(args.input))
        // Jobs write meanwhile, too: it is the call that is broken off.
        if (isArmed && isWrite && !isOwn && acting.getStore()) {
          isArmed = false
          if (when === 'after') await next(args)
          throw new Error('The line broke.')
        }
        return next(args)
      },
    { step: 'initialize', name: 'break-once', override: true },
  )
  return { stop: () => middlewareStack.remove('break-once'), hasBroken: () => !isArmed }
}

/** As if a version had come in between: what is sent is read as more, and more must be answered. Answers how to go back. */
function nextVersionOf(name: CallName): () => void {
  const call = findCall(name)
  const { input, output } = call
  Object.assign(call, {
    input: input.transform((fields) => ({ ...Object(fields), ofNext: '' })),
    output: output.and(z.object({ ofNext: z.string() })),
  })
  return () => void Object.assign(call, { input, output })
}

describe('calls with an Idempotency-Key', () => {
  it('are all here', () => {
    // Those of programs have a suite of their own.
    const ids = allCalls
      .filter(({ call }) => call.idempotent === true && !call.can.startsWith('program:'))
      .map(({ id }) => id)
    expect(Object.keys(scenes).sort()).toEqual([...ids].sort())
  })

  it.each(Object.keys(scenes) as (keyof typeof scenes)[])('%s', async (name) => {
    const scene = scenes[name] as Scene<CallName>
    await scene.prepare?.()
    const key = crypto.randomUUID()
    const ask = async (who: Member, input: object) => {
      const { status, body } = await h.call(who, name, input as never, { headers: { 'idempotency-key': key } })
      return { status, body }
    }
    const state = async () => {
      const found = await scene.state()
      return Array.isArray(found) ? Promise.all(found) : found
    }
    await h.tokenOf(scene.who)

    for (const when of scene.lost ? (['before', 'after'] as const) : (['before'] as const)) {
      const line = breakOnce(when)
      const broken = await ask(scene.who, scene.input as object)
      line.stop()
      expect(line.hasBroken()).toBe(true)
      // Some writes are tried again by the call itself, which then goes on.
      expect([200, 500]).toContain(broken.status)
    }

    const race = await Promise.all(Array.from({ length: 10 }, () => ask(scene.who, scene.input as object)))
    const done = race.filter(({ status }) => status === 200)
    expect(done.length, JSON.stringify(race[0])).toBeGreaterThan(0)
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const twins = race.filter(({ status }) => status !== 200)
    expect(twins.filter(({ status, body }) => status !== 409 || body.code !== 'in_progress')).toEqual([])
    expect(await state()).toEqual(scene.done)

    expect(await ask(scene.who, scene.input as object)).toEqual(done[0])
    const takeBack = nextVersionOf(name)
    const next = await ask(scene.who, scene.input as object)
    takeBack()
    expect(next, 'A43 the next version, whose contract takes and answers more').toEqual(done[0])
    const other = await ask(scene.who, { ...(scene.input as object), ...scene.altered })
    expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
    expect(await state()).toEqual(scene.done)

    const foreign = await ask(scene.other.who, scene.other.input as object)
    expect(['in_progress', 'key_reused']).not.toContain(foreign.body.code)
    expect(JSON.stringify(foreign.body)).not.toContain(northlight.id)
  })
})
