// Faults put in on purpose: a simulator that does not notice them proves nothing. Each gives an expression of the product another
// meaning while it is switched on, woven in when the file is loaded: in memory only, nothing on disk is ever changed.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Edit = { file: string; from: string; to: string }
export type Breaks = Record<string, readonly Edit[]>

const spendable = { file: 'functions/data/wallet/items.ts', from: `'bal >= :a AND nextExpiresAt > :now'` }
const notStopped = {
  file: 'functions/data/wallet/top-up.ts',
  from: `'(attribute_not_exists(isStopped) OR isStopped = :no)'`,
  to: `'(attribute_not_exists(isStopped) OR isStopped = :no OR attribute_exists(isStopped))'`,
}
const pendingOnly = { file: 'functions/data/wallet/top-up.ts', from: `'#state = :pending'` }

/** What is broken, and how. */
export const breaks: Breaks = {
  'the mark of an automatic top-up that is under way is not set': [
    {
      file: 'functions/data/wallet/top-up.ts',
      from: `'SET pendingAuto = :id, autoTries = :tries, autoMonth = :month, autoMonthCents = :spent'`,
      to: `'SET noMark = :id, autoTries = :tries, autoMonth = :month, autoMonthCents = :spent'`,
    },
  ],
  'credit that has expired can be spent': [
    { ...spendable, to: `'bal >= :a AND (nextExpiresAt > :now OR attribute_exists(bal))'` },
  ],
  'credit can be spent in the millisecond in which it expires': [
    { ...spendable, to: `'bal >= :a AND nextExpiresAt >= :now'` },
  ],
  'credit is taken off a minute before it expires': [
    {
      file: 'functions/data/wallet/expiry.ts',
      from: 'seen.nextExpiresAt > now',
      to: 'seen.nextExpiresAt > now + 60_000',
    },
    {
      file: 'functions/domain/wallet/top-up.ts',
      from: 'wallet.nextExpiresAt > now()',
      to: 'wallet.nextExpiresAt > now() + 60_000',
    },
  ],
  'the newest credit expires first': [
    {
      file: 'functions/data/wallet/expiry.ts',
      from: 'lots.filter(({ closedAt }) => closedAt === null)',
      to: 'lots.filter(({ closedAt }) => closedAt === null).reverse()',
    },
  ],
  'more can be spent than is there': [{ ...spendable, to: `'nextExpiresAt > :now'` }],
  'an entry is written although it is there': [
    {
      file: 'functions/data/wallet/items.ts',
      from: '{ TableName: name, Item: item, ConditionExpression: isAbsent }',
      to: '{ TableName: name, Item: item }',
    },
  ],
  'an open payment is charged again instead of looked up': [
    {
      file: 'functions/domain/payments/attempt.ts',
      from: 'payments.findCharge({ key, accountId, ...(customerId && { customerId }) })',
      to: 'payments.charge(order).then(() => undefined)',
    },
  ],
  'automatic top-ups go on although they were stopped': [
    { file: 'shared/money/wallet.ts', from: 'wallet.isStopped', to: 'false' },
    notStopped,
  ],
  'the write of an automatic top-up does not ask whether they were stopped': [notStopped],
  'a payment that is reported twice is credited twice': [
    { ...pendingOnly, to: `'#state = :pending OR attribute_exists(pk)'` },
  ],
  'a reservation can be ended twice': [
    {
      file: 'functions/data/wallet/expiry.ts',
      from: `'#state = :held'`,
      to: `'#state = :held OR attribute_exists(pk)'`,
    },
  ],
  'a payment whose answer was lost counts as failed': [
    {
      file: 'functions/domain/payments/attempt.ts',
      from: `{ is: 'open', cause: answer.cause }`,
      to: `declined('unmade', {})`,
    },
  ],
  'what came twice for one invoice is kept': [
    { file: 'functions/domain/payments/record.ts', from: 'kept !== id', to: 'id === undefined' },
  ],
  'the lost charge of an invoice is not looked for': [
    {
      file: 'functions/domain/payments/collect.ts',
      from: 'await resolvePayment(deps, payment, before, alone(before))',
      to: `{ is: 'absent' }`,
    },
  ],
  'credit is taken off no matter what of it is left': [
    { file: 'shared/money/reversal.ts', from: 'Math.min(goneCents, left)', to: 'goneCents' },
  ],
  'the wallet pays an invoice without a mark on it': [
    {
      file: 'functions/domain/billing/wallet-invoice.ts',
      from: '[await deps.db.payment.paidFromWallet(payment, attemptKey, chargeId)]',
      to: '[]',
    },
  ],
}

const root = join(import.meta.dirname, '../..')

/** The source with every edit of this file in it, each behind the name of its fault. */
function weave(all: Breaks, file: string, source: string): string {
  const edits = Object.entries(all).flatMap(([name, list]) =>
    list.filter((edit) => edit.file === file).map(({ from, to }) => ({ name, from, to })),
  )
  let woven = source
  for (const from of new Set(edits.map((edit) => edit.from))) {
    if (source.split(from).length !== 2)
      throw new Error(`${file} does not say «${from}» once: mend the list of faults in tests/simulator.`)
    const choices = edits.filter((edit) => edit.from === from)
    const chosen = choices.map(({ name, to }) => `globalThis.brokenOnPurpose === ${JSON.stringify(name)} ? ${to} : `)
    woven = woven.replace(from, () => `(${chosen.join('')}${from})`)
  }
  return woven
}

/** To be called before the product is loaded. What it answers switches one fault on, or all off. */
export function weaveBreaks(all: Breaks = breaks): (name: string | undefined) => void {
  const files = new Set(Object.values(all).flatMap((edits) => edits.map(({ file }) => file)))
  for (const file of files) weave(all, file, readFileSync(join(root, file), 'utf8'))
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      const path = url.startsWith('file:') ? fileURLToPath(url) : ''
      const file = [...files].find((each) => join(root, each) === path)
      return file ? { ...loaded, source: weave(all, file, readFileSync(path, 'utf8')) } : loaded
    },
  })
  return (name) => void Object.assign(globalThis, { brokenOnPurpose: name })
}
