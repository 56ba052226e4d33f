import { type Call, need, type Operation, page } from './call.ts'
import { errorOf, type TestCard } from './cards.ts'
import { chargeOf, putCharge } from './charges.ts'
import { cardOf, methodOf } from './customers.ts'
import { cardError, invalidRequest } from './errors.ts'
import { isExpanded, isTrue, metadataOf, numberOf, paramsOf, textOf } from './form.ts'
import type { CardError, PaymentIntent } from './objects.ts'
import { randomId } from './store.ts'

const save = (call: Call, intent: PaymentIntent) => call.store.put(call.account, 'payment_intent', intent)
const unexpected = (message: string) => invalidRequest(message, undefined, 'payment_intent_unexpected_state')

function succeed(call: Call, intent: PaymentIntent): PaymentIntent {
  const paid = save(call, {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: putCharge(call, intent).id,
    next_action: null,
    last_payment_error: null,
  })
  call.emit('payment_intent.succeeded', paid)
  return paid
}

function fail(call: Call, intent: PaymentIntent, error: CardError): PaymentIntent {
  const failed = save(call, {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: error,
  })
  call.emit('payment_intent.payment_failed', failed)
  return failed
}

const wantsItsOwner: CardError = {
  type: 'card_error',
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

/** A card that asked for its owner when it was kept needs no more; one that always asks does. */
const asksNow = (card: TestCard, isKept: boolean) => card.asks === 'always' || (card.asks === 'setup' && !isKept)

function confirm(call: Call, intent: PaymentIntent): PaymentIntent {
  if (!intent.payment_method) throw invalidRequest('You must provide a payment method.', 'payment_method')
  const method = methodOf(call, intent.payment_method)
  if (method.customer && method.customer !== intent.customer)
    throw invalidRequest('The payment method belongs to another customer.', 'payment_method')
  const card = cardOf(method)
  const using = { ...intent, payment_method: method.id }
  if (card.refused && card.refused !== 'never') {
    const error = errorOf(card)
    throw cardError(error, { payment_intent: fail(call, using, error) })
  }
  if (asksNow(card, method.customer !== null)) {
    if (isTrue(call.params, 'off_session'))
      throw cardError(wantsItsOwner, { payment_intent: fail(call, using, wantsItsOwner) })
    const next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } }
    const asked = save(call, { ...using, status: 'requires_action', next_action })
    call.emit('payment_intent.requires_action', asked)
    return asked
  }
  return succeed(call, using)
}

/** What the owner of a card did on the page of its bank. */
export function endPayment(call: Call, intent: PaymentIntent, hasAgreed: boolean): PaymentIntent {
  if (hasAgreed && intent.status === 'requires_action') return succeed(call, intent)
  if (intent.status !== 'requires_action') throw invalidRequest('There is nothing to authenticate.')
  return fail(call, intent, {
    type: 'card_error',
    code: 'payment_intent_authentication_failure',
    message: 'The provided payment method has failed authentication.',
  })
}

/** Direct charges need an account that may take cards; money that is passed on one that may receive it. */
function checkAccounts(call: Call, destination: string | undefined): void {
  const own = call.account ? call.store.get('', 'account', call.account) : undefined
  if (own && !own.charges_enabled)
    throw invalidRequest('Your account cannot currently make charges.', undefined, 'charges_not_enabled')
  const fee = numberOf(call.params, 'application_fee_amount')
  if (fee !== undefined && !call.account && !destination)
    throw invalidRequest('Can only apply an application_fee_amount with a connected account.', 'application_fee_amount')
  if (fee !== undefined && fee > (numberOf(call.params, 'amount') ?? 0))
    throw invalidRequest('The application fee cannot be greater than the amount.', 'application_fee_amount')
  if (!destination) return
  const receiver = call.store.get('', 'account', destination)
  if (!receiver)
    throw invalidRequest(`No such destination: '${destination}'`, 'transfer_data[destination]', 'resource_missing')
  if (receiver.capabilities.transfers !== 'active')
    throw invalidRequest('Your destination account needs the capability transfers.', 'transfer_data[destination]')
}

const LEAST = 50

export const paymentIntentOperations: Record<string, Operation> = {
  'POST /v1/payment_intents': (call) => {
    const { params } = call
    const amount = numberOf(params, 'amount') ?? 0
    if (amount < LEAST) throw invalidRequest('Amount must be at least $0.50 usd', 'amount', 'amount_too_small')
    const destination = textOf(paramsOf(params, 'transfer_data'), 'destination')
    checkAccounts(call, destination)
    const customer = textOf(params, 'customer') ?? null
    if (customer) need(call, 'customer', customer, 'customer')
    if (isTrue(params, 'off_session') && !isTrue(params, 'confirm'))
      throw invalidRequest('off_session can only be used with confirm=true.', 'off_session')
    const id = randomId('pi')
    const intent = save(call, {
      id,
      object: 'payment_intent',
      created: call.now,
      amount,
      amount_received: 0,
      application_fee_amount: numberOf(params, 'application_fee_amount') ?? null,
      currency: textOf(params, 'currency') ?? 'usd',
      status: textOf(params, 'payment_method') ? 'requires_confirmation' : 'requires_payment_method',
      client_secret: `${id}_secret_${randomId('s', 16).slice(2)}`,
      customer,
      description: textOf(params, 'description') ?? null,
      payment_method: textOf(params, 'payment_method') ?? null,
      payment_method_types: ['card'],
      last_payment_error: null,
      latest_charge: null,
      next_action: null,
      transfer_data: destination ? { destination } : null,
      metadata: metadataOf(params),
      livemode: false,
    })
    call.emit('payment_intent.created', intent)
    return isTrue(params, 'confirm') ? confirm(call, intent) : intent
  },
  'GET /v1/payment_intents/{id}': (call) => {
    const intent = need(call, 'payment_intent', call.id)
    const charge = isExpanded(call.params, 'latest_charge') ? chargeOf(call, intent) : undefined
    return { ...intent, ...(charge && { latest_charge: charge }) }
  },
  'GET /v1/payment_intents': (call) => {
    const customer = textOf(call.params, 'customer')
    const created = paramsOf(call.params, 'created')
    const [since, until] = [numberOf(created, 'gte') ?? 0, numberOf(created, 'lte') ?? Number.POSITIVE_INFINITY]
    const all = call.store
      .list(call.account, 'payment_intent')
      .filter((each) => each.created >= since && each.created <= until)
    return page(call, '/v1/payment_intents', customer ? all.filter((each) => each.customer === customer) : all)
  },
  'GET /v1/payment_intents/search': (call) => {
    const query = textOf(call.params, 'query') ?? ''
    const [, name, value] = /^metadata\['([^']+)'\]:'((?:[^'\\]|\\.)*)'$/.exec(query) ?? []
    if (!name || value === undefined) throw invalidRequest('Only metadata can be searched for here.', 'query')
    const wanted = value.replace(/\\(.)/g, '$1')
    const found = call.store
      .list(call.account, 'payment_intent')
      .filter((each) => each.metadata[name] === wanted && each.created + call.searchLag <= call.now)
    const limit = numberOf(call.params, 'limit') ?? 10
    return {
      object: 'search_result',
      url: '/v1/payment_intents/search',
      has_more: found.length > limit,
      next_page: null,
      data: found.slice(0, limit),
    }
  },
  'POST /v1/payment_intents/{id}/confirm': (call) => {
    const intent = need(call, 'payment_intent', call.id)
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw unexpected('This PaymentIntent cannot be confirmed any more.')
    return confirm(call, { ...intent, payment_method: textOf(call.params, 'payment_method') ?? intent.payment_method })
  },
  'POST /v1/payment_intents/{id}/cancel': (call) => {
    const intent = need(call, 'payment_intent', call.id)
    if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing')
      throw unexpected(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`)
    const canceled = save(call, { ...intent, status: 'canceled', next_action: null })
    call.emit('payment_intent.canceled', canceled)
    return canceled
  },
}
