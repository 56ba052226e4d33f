// Faults of bills and of what is paid ahead that are put in on purpose: a simulator that does not notice them proves nothing.
import type { Breaks } from '../breaks.ts'

const store = 'functions/data/leads/store.ts'
const holds = 'functions/data/billing/hold.ts'
const bills = 'functions/data/billing/campaign-bill.ts'
const taken = 'functions/domain/purchases/taken-back.ts'
/** As many leads as a month has money for: the campaign's own, and the client's. */
const mostForMoney = `Math.floor(Math.min(capCentiCents - used, clientCentiCents) / sold.retailCentiCents)`

/** What is broken, and how. */
export const billBreaks: Breaks = {
  'a lead is counted in a stretch that was closed meanwhile': [
    { file: store, from: `eq(row.seq, meter.seq)`, to: `eq(row.open, true)` },
  ],
  'what was given back while a sum was open is forgotten': [
    { file: holds, from: `carryCentiCents - hold.carryCentiCents`, to: `0` },
  ],
  'leads take more than was set aside': [
    { file: store, from: `gte(row.holdLeft, sums.wholesaleCentiCents)`, to: `gte(row.leads, 0)` },
    { file: store, from: `Math.floor(leftCentiCents / cost)`, to: `wanted` },
  ],
  'a closed stretch loses what was counted': [{ file: bills, from: `name(row.lines)`, to: `{}` }],
  'a closed stretch loses what was given back': [{ file: bills, from: `name(row.credits)`, to: `{}` }],
  'the fee of the root is not asked for': [
    {
      file: 'functions/domain/billing/collect-bill.ts',
      from: `bill.sums.feeCents > 0 && { applicationFeeCents: bill.sums.feeCents }`,
      to: `{}`,
    },
  ],
  'the month of a campaign has no bound': [
    {
      file: store,
      from: mostForMoney,
      to: `count`,
    },
    {
      file: store,
      from: `lte(row.monthRetailCentiCents, capCentiCents - sums.retailCentiCents)`,
      to: `gte(row.leads, 0)`,
    },
  ],
  'the month of a client has no bound': [
    { file: store, from: mostForMoney, to: `Math.floor((capCentiCents - used) / sold.retailCentiCents)` },
    { file: store, from: `gte(item.leftCentiCents, sums.retailCentiCents)`, to: `gte(item.capCents, 0)` },
  ],
  'leads are not taken from the bound of their client': [
    { file: store, from: `{ leftCentiCents: -sums.retailCentiCents }`, to: `{ leftCentiCents: 0 }` },
  ],
  'a campaign joins the bound of its client without what it has sold': [
    { file: 'functions/data/billing/client-cap.ts', from: `isNow ? -meter.monthRetailCentiCents : 0`, to: `0` },
  ],
  'a bound of a client is set before its campaigns have joined it': [
    {
      file: 'functions/domain/leads/client-cap.ts',
      from: `await each(joinCap)`,
      to: `await each(async () => undefined)`,
    },
  ],
  'leads whose payment a bank took stay': [
    { file: taken, from: `isDisputed || payment.status === 'refunded'`, to: `payment.status === 'refunded'` },
  ],
  'a lead that is credited after a bank took its payment comes back': [
    { file: taken, from: `lots.size === 0`, to: `true` },
  ],
  'what happened in an account that was away is not asked for': [
    {
      file: 'functions/domain/payments/connections.ts',
      from: `old.state === 'failed' && account.state !== 'failed'`,
      to: `false`,
    },
    {
      file: 'functions/domain/payments/stripe-events.ts',
      from: `type === 'account.application.deauthorized' && state !== 'failed'`,
      to: `false`,
    },
  ],
  'leads do not come back with the money of a dispute that was won': [
    { file: taken, from: `plan.gives.length === 0`, to: `true` },
    {
      file: taken,
      from: `{ billKey: bill.key, handCents: hand, ...plan }`,
      to: `{ billKey: bill.key, handCents: hand, ...plan, gives: [] }`,
    },
  ],
  'what was given back by hand takes no leads': [
    {
      file: 'functions/domain/payments/returned.ts',
      from: `key === '' && status !== 'failed' ? amountCents : 0`,
      to: `0`,
    },
  ],
  'a payer whose payment a bank took is not marked as owing': [
    {
      file: 'functions/domain/payments/returned.ts',
      from: `db.company.update(payer.id, { paymentFailed: true })`,
      to: `Promise.resolve()`,
    },
    {
      file: 'functions/domain/payments/state.ts',
      from: `company.paymentFailed === isOwing`,
      to: `(company.paymentFailed === isOwing || isOwing)`,
    },
  ],
}
