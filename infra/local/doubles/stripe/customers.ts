import { type Call, need, type Operation, page } from './call.ts'
import { cardByNumber, cardByToken, checkCard, type TestCard } from './cards.ts'
import { invalidRequest, missing } from './errors.ts'
import { metadataOf, numberOf, type Params, paramsOf, textOf } from './form.ts'
import type { Customer, PaymentMethod } from './objects.ts'
import { randomId } from './store.ts'

/** What an answer shows of a card: all but what it is told to do. */
export const shown = ({ behaviour: _, ...method }: PaymentMethod): object => method

function makeMethod(card: TestCard | undefined, call: Call, facts: Partial<PaymentMethod['card']>): PaymentMethod {
  return {
    id: randomId('pm'),
    object: 'payment_method',
    created: call.now,
    type: 'card',
    customer: null,
    card: {
      brand: card?.brand ?? 'visa',
      last4: card?.number.slice(-4) ?? '4242',
      exp_month: 12,
      exp_year: new Date(call.now * 1000).getUTCFullYear() + 4,
      funding: 'credit',
      country: 'US',
      ...facts,
    },
    billing_details: paramsOf(call.params, 'billing_details'),
    metadata: {},
    livemode: false,
    behaviour: card?.token ?? 'pm_card_visa',
  }
}

/** A card by id, or a new one where a test token stands for one. */
export function methodOf(call: Call, id: string, param = 'payment_method'): PaymentMethod {
  const card = cardByToken(id)
  if (!card) return need(call, 'payment_method', id, param)
  return call.store.put(call.account, 'payment_method', makeMethod(card, call, {}))
}

export const cardOf = (method: PaymentMethod): TestCard => {
  const card = cardByToken(method.behaviour)
  if (!card) throw invalidRequest(`The card ${method.id} does nothing that is known.`)
  return card
}

export function attach(call: Call, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer && method.customer !== customer)
    throw invalidRequest('The payment method you provided has already been attached to a customer.')
  if (method.customer === customer) return method
  const attached = call.store.put(call.account, 'payment_method', { ...method, customer })
  call.emit('payment_method.attached', attached)
  return attached
}

function settingsOf(call: Call, old: Customer['invoice_settings']): Customer['invoice_settings'] {
  const method = textOf(paramsOf(call.params, 'invoice_settings'), 'default_payment_method')
  if (!method) return old
  const kept = need(call, 'payment_method', method, 'invoice_settings[default_payment_method]')
  if (kept.customer !== call.id && kept.customer !== null)
    throw invalidRequest('The customer does not have a payment method with this id.', 'default_payment_method')
  return { default_payment_method: method }
}

const listed = (params: Params) => Object.keys(params).length > 0

export const customerOperations: Record<string, Operation> = {
  'POST /v1/customers': (call) => {
    const { params } = call
    const customer: Customer = {
      id: randomId('cus', 14),
      object: 'customer',
      created: call.now,
      name: textOf(params, 'name') ?? null,
      email: textOf(params, 'email') ?? null,
      address: listed(paramsOf(params, 'address')) ? paramsOf(params, 'address') : null,
      metadata: metadataOf(params),
      invoice_settings: { default_payment_method: null },
      livemode: false,
    }
    call.store.put(call.account, 'customer', customer)
    call.emit('customer.created', customer)
    return customer
  },
  'GET /v1/customers/{id}': (call) => need(call, 'customer', call.id),
  'POST /v1/customers/{id}': (call) => {
    const old = need(call, 'customer', call.id)
    const { params } = call
    const customer = call.store.put(call.account, 'customer', {
      ...old,
      name: textOf(params, 'name') ?? old.name,
      email: textOf(params, 'email') ?? old.email,
      address: listed(paramsOf(params, 'address')) ? paramsOf(params, 'address') : old.address,
      metadata: { ...old.metadata, ...metadataOf(params) },
      invoice_settings: settingsOf(call, old.invoice_settings),
    })
    call.emit('customer.updated', customer)
    return customer
  },
  'GET /v1/customers': (call) => {
    const email = textOf(call.params, 'email')
    return page(
      call,
      '/v1/customers',
      call.store.list(call.account, 'customer').filter((each) => !email || each.email === email),
    )
  },
  'DELETE /v1/customers/{id}': (call) => {
    need(call, 'customer', call.id)
    call.store.remove(call.account, call.id)
    return { id: call.id, object: 'customer', deleted: true }
  },
  'POST /v1/payment_methods': (call) => {
    const card = paramsOf(call.params, 'card')
    const number = (textOf(card, 'number') ?? '').replace(/\s/g, '')
    const [expMonth, expYear] = [numberOf(card, 'exp_month') ?? 0, numberOf(card, 'exp_year') ?? 0]
    checkCard(number, expMonth, expYear, call.now * 1000)
    const known = cardByNumber(number)
    if (!known) throw invalidRequest('Use one of the test card numbers: no real card may come here.', 'card[number]')
    const method = makeMethod(known, call, {
      exp_month: expMonth,
      exp_year: expYear < 100 ? 2000 + expYear : expYear,
    })
    return shown(call.store.put(call.account, 'payment_method', method))
  },
  'GET /v1/payment_methods/{id}': (call) => shown(need(call, 'payment_method', call.id)),
  'GET /v1/payment_methods': (call) => {
    const customer = textOf(call.params, 'customer')
    const all = call.store.list(call.account, 'payment_method').filter((each) => customer && each.customer === customer)
    const { data, ...rest } = { data: [], ...page(call, '/v1/payment_methods', all) }
    return { ...rest, data: all.filter(({ id }) => data.some((each: { id: string }) => each.id === id)).map(shown) }
  },
  'POST /v1/payment_methods/{id}/attach': (call) => {
    const customer = textOf(call.params, 'customer') ?? ''
    need(call, 'customer', customer, 'customer')
    return shown(attach(call, methodOf(call, call.id, 'id'), customer))
  },
  'POST /v1/payment_methods/{id}/detach': (call) => {
    const method = need(call, 'payment_method', call.id)
    if (!method.customer) throw missing('payment method', call.id)
    const free = call.store.put(call.account, 'payment_method', { ...method, customer: null })
    call.emit('payment_method.detached', free)
    return shown(free)
  },
}
