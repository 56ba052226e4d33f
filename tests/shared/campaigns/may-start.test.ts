// What a campaign needs before it may run: each need alone, and which of several is told.
import { describe, expect, it } from 'vitest'
import { notInBeta } from '#shared/access/beta.ts'
import { findMissing, type StartFacts, type StartNeed } from '#shared/campaigns/may-start.ts'
import { noPrice } from '#shared/money/price-list.ts'

const now = Date.UTC(2026, 10, 18, 18)
const client = { name: 'Bright', paymentFailed: false, cancelledAt: null, deletedAt: null }
const agency: StartFacts['agency'] = {
  manualBill: false,
  connection: 'completed',
  chargesEnabled: true,
  paymentFailed: false,
  cancelledAt: null,
  deletedAt: null,
  terms: ['Weekly', 'One Time', 'Prepaid'],
}
const ready: StartFacts = {
  campaign: { endOn: '', timeZone: 'America/Chicago' },
  client,
  agency,
  hasMeans: true,
  price: { ...noPrice, term: 'Weekly' },
  isProductOn: true,
  isOpen: true,
  targetFault: undefined,
  now,
}
const oneTime = (every: 'day' | 'month' | 'max', count: number) =>
  ({ ...noPrice, term: 'One Time', limit: { ...noPrice.limit, every, count } }) as const
const prepaid = (leads: number) => ({ ...noPrice, term: 'Prepaid', topUp: { mode: 'onetime', leads } }) as const

/** In the order in which they are told. */
const needs: [string, StartNeed, Partial<StartFacts>, string][] = [
  ['a client that was removed', 'contract', { client: { ...client, deletedAt: 1 } }, 'Bright was removed'],
  ['no card', 'means', { hasMeans: false }, 'There is no card of Bright on file'],
  ['no account', 'connection', { agency: { ...agency, connection: 'pending' } }, 'no connected payment account'],
  ['an account that takes nothing', 'connection', { agency: { ...agency, chargesEnabled: false } }, 'no connected'],
  ['a payment of the client', 'payment', { client: { ...client, paymentFailed: true } }, 'A payment has failed'],
  ['a payment of the agency', 'contract', { agency: { ...agency, paymentFailed: true } }, 'of the agency has failed'],
  ['no price', 'prices', { price: undefined }, 'Nobody has set a price'],
  ['a term that is not offered', 'prices', { price: { ...noPrice, term: 'Monthly' } }, 'no longer offers'],
  ['a last day that is over', 'endDate', { campaign: { ...ready.campaign, endOn: '2026-11-17' } }, 'is over'],
  ['no limit of one that is paid once', 'limit', { price: oneTime('max', 0) }, 'a limit of leads in all'],
  ['a limit by day of one that is paid once', 'limit', { price: oneTime('day', 9) }, 'a limit of leads in all'],
  ['no number of leads to buy', 'limit', { price: prepaid(0) }, 'a number of leads to buy'],
  ['nobody to look for', 'target', { targetFault: 'Enter at least one keyword.' }, 'Enter at least one keyword.'],
  ['a product that is off', 'product', { isProductOn: false }, 'switched off'],
  ['a product that others try out', 'product', { isOpen: false }, notInBeta.b2b],
  ['a contract of the client', 'contract', { client: { ...client, cancelledAt: 1 } }, 'The contract has ended'],
  ['a contract of the agency', 'contract', { agency: { ...agency, cancelledAt: 1 } }, 'The contract has ended'],
  ['an agency that was removed', 'contract', { agency: { ...agency, deletedAt: 1 } }, 'The contract has ended'],
]

describe('CMP-33+ a campaign', () => {
  it.each([
    ['with everything', {}],
    ['on its last day', { campaign: { ...ready.campaign, endOn: '2026-11-18' } }],
    ['of one lead that is paid once', { price: oneTime('max', 1) }],
    ['of one lead that is bought ahead', { price: prepaid(1) }],
    ['of a prepaid term, with no limit by all', { price: { ...prepaid(1), limit: oneTime('day', 0).limit } }],
    ['that the agency pays by hand, without an account', { agency: { ...agency, manualBill: true, connection: '' } }],
  ] satisfies [string, Partial<StartFacts>][])('may run %s', (_, facts) => {
    expect(findMissing({ ...ready, ...facts })).toBeNull()
  })

  it.each(needs)('may not run: %s', (_, what, facts, words) => {
    expect(findMissing({ ...ready, ...facts })).toEqual({ what, message: expect.stringContaining(words) })
  })

  it('names the card or wallet of its agency, where that pays by hand', () => {
    const facts = { ...ready, hasMeans: false, agency: { ...agency, manualBill: true } }
    expect(findMissing(facts)?.message).toContain('no card and no Data Wallet')
  })

  it('tells of several needs the first one', () => {
    const order = ['contract', 'means', 'connection', 'payment', 'prices', 'endDate', 'target', 'product', 'contract']
    const found: StartNeed[] = []
    let facts: StartFacts = {
      ...ready,
      campaign: { ...ready.campaign, endOn: '2026-11-17' },
      client: { ...client, deletedAt: 1, cancelledAt: 1, paymentFailed: true },
      agency: { ...agency, chargesEnabled: false },
      hasMeans: false,
      price: undefined,
      targetFault: 'Nobody.',
      isProductOn: false,
    }
    const mends: Partial<Record<StartNeed, (facts: StartFacts) => Partial<StartFacts>>> = {
      contract: ({ client }) => ({ client: { ...client, deletedAt: null } }),
      means: () => ({ hasMeans: true }),
      connection: () => ({ agency }),
      payment: ({ client }) => ({ client: { ...client, paymentFailed: false } }),
      prices: () => ({ price: ready.price }),
      endDate: () => ({ campaign: ready.campaign }),
      target: () => ({ targetFault: undefined }),
      product: () => ({ isProductOn: true }),
    }
    for (const _ of order) {
      const missing = findMissing(facts)
      if (!missing) break
      found.push(missing.what)
      facts = { ...facts, ...mends[missing.what]?.(facts) }
    }
    expect(found).toEqual(order)
  })
})
