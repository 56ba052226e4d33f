import { type Call, need, type Operation } from './call.ts'
import { errorOf } from './cards.ts'
import { attach, cardOf, methodOf } from './customers.ts'
import { cardError, invalidRequest } from './errors.ts'
import { isTrue, metadataOf, textOf } from './form.ts'
import type { SetupIntent } from './objects.ts'
import { randomId } from './store.ts'

const save = (call: Call, intent: SetupIntent) => call.store.put(call.account, 'setup_intent', intent)

function succeed(call: Call, intent: SetupIntent): SetupIntent {
  if (intent.customer && intent.payment_method) attach(call, methodOf(call, intent.payment_method), intent.customer)
  const done = save(call, { ...intent, status: 'succeeded', next_action: null, last_setup_error: null })
  call.emit('setup_intent.succeeded', done)
  return done
}

function confirm(call: Call, intent: SetupIntent): SetupIntent {
  const method = methodOf(call, intent.payment_method ?? '')
  const card = cardOf(method)
  const using = { ...intent, payment_method: method.id }
  if (card.refused === 'always') {
    const error = errorOf(card)
    const failed = save(call, {
      ...using,
      status: 'requires_payment_method',
      last_setup_error: error,
      payment_method: null,
    })
    call.emit('setup_intent.setup_failed', failed)
    throw cardError(error, { setup_intent: failed })
  }
  if (card.asks) {
    const next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } }
    return save(call, { ...using, status: 'requires_action', next_action })
  }
  return succeed(call, using)
}

/** What the owner of a card did on the page of its bank. */
export function endSetup(call: Call, intent: SetupIntent, hasAgreed: boolean): SetupIntent {
  if (intent.status !== 'requires_action') throw invalidRequest('There is nothing to authenticate.')
  if (hasAgreed) return succeed(call, intent)
  const failed = save(call, {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    last_setup_error: {
      type: 'card_error',
      code: 'setup_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    },
  })
  call.emit('setup_intent.setup_failed', failed)
  return failed
}

export const setupIntentOperations: Record<string, Operation> = {
  'POST /v1/setup_intents': (call) => {
    const { params } = call
    const id = randomId('seti')
    const customer = textOf(params, 'customer') ?? null
    if (customer) need(call, 'customer', customer, 'customer')
    const intent = save(call, {
      id,
      object: 'setup_intent',
      created: call.now,
      status: textOf(params, 'payment_method') ? 'requires_confirmation' : 'requires_payment_method',
      client_secret: `${id}_secret_${randomId('s', 16).slice(2)}`,
      customer,
      payment_method: textOf(params, 'payment_method') ?? null,
      usage: textOf(params, 'usage') ?? 'off_session',
      last_setup_error: null,
      next_action: null,
      metadata: metadataOf(params),
      livemode: false,
    })
    call.emit('setup_intent.created', intent)
    return isTrue(params, 'confirm') ? confirm(call, intent) : intent
  },
  'GET /v1/setup_intents/{id}': (call) => need(call, 'setup_intent', call.id),
  'POST /v1/setup_intents/{id}/confirm': (call) => {
    const intent = need(call, 'setup_intent', call.id)
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw invalidRequest('This SetupIntent cannot be confirmed any more.', undefined, 'setup_intent_unexpected_state')
    return confirm(call, { ...intent, payment_method: textOf(call.params, 'payment_method') ?? intent.payment_method })
  },
  'POST /v1/setup_intents/{id}/cancel': (call) => {
    const intent = need(call, 'setup_intent', call.id)
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw invalidRequest('This SetupIntent cannot be canceled.', undefined, 'setup_intent_unexpected_state')
    return save(call, { ...intent, status: 'canceled', next_action: null })
  },
}
