// What an agency owes beside its wallet: invoices, their further tries, and those that are settled by hand. A card pays them or the
// wallet, and what both gave must be what the books say was paid, what crashed and however often it was tried.

import { Payment } from '#shared/model/payment.ts'
import type { Entry } from '#shared/money/ledger.ts'
import type { Taken } from './provider.ts'
import type { Pages } from './watch.ts'

export function toDebts(pages: Pages): Payment[] {
  const debts: Payment[] = []
  for (const [pk, rows] of pages)
    if (pk.endsWith('#PAYMENTS')) for (const item of rows.values()) debts.push(Payment.parse(item))
  return debts
}

/** Entries of a wallet that pay an invoice say which. */
export const invoiceOf = ({ kind, facts }: Pick<Entry, 'kind' | 'facts'>): string | undefined =>
  kind === 'charge' ? facts.Invoice : undefined

export type Both = { debts: readonly Payment[]; entries: readonly Entry[]; taken: readonly Taken[] }

const fromCard = ({ taken }: Both, debt: Payment) =>
  taken.filter(({ kind, debtKey, status }) => kind === 'payment' && debtKey === debt.key && status === 'succeeded')
const fromWallet = ({ entries }: Both, debt: Payment) => entries.filter((entry) => invoiceOf(entry) === debt.key)

/** At any time: what is paid was paid by what is there, and what the wallet gave is written on the debt at once. */
export function debtFaults(both: Both): string[] {
  const faults: string[] = []
  const must = (holds: boolean, text: string) => {
    if (!holds) faults.push(text)
  }
  for (const debt of both.debts) {
    const { key, status, chargeId, amountCents } = debt
    const charge = fromCard(both, debt).find(({ id }) => id === chargeId)
    const given = fromWallet(both, debt)
    must(given.length <= 1, `the wallet pays ${key} once at most`)
    for (const entry of given)
      must(entry.id === chargeId && entry.amountCents === amountCents, `what the wallet gave for ${key} is marked`)
    if (status === 'paid')
      must(given.length === 1 || charge?.amountCents === amountCents, `${key} is paid by what is there`)
    must(!charge || charge.backCents === 0, `the charge that pays ${key} is not given back`)
  }
  const known = new Set(both.debts.map(({ key }) => key))
  const strange = both.entries.map(invoiceOf).filter((key) => key !== undefined && !known.has(key))
  must(strange.length === 0, `the wallet pays for ${strange}, which nobody owes`)
  return faults
}

/** Once nothing fails any more: no attempt hangs, and what is paid was given once, and nothing else. */
export function finalDebtFaults(both: Both): string[] {
  const faults = both.debts.flatMap((debt) => {
    const kept = fromCard(both, debt).reduce((sum, { amountCents, backCents }) => sum + amountCents - backCents, 0)
    const given = fromWallet(both, debt).reduce((sum, { amountCents }) => sum + amountCents, 0)
    const owed = debt.status === 'paid' ? debt.amountCents : 0
    return [
      ...(kept + given === owed ? [] : [`${debt.key} is ${debt.status}; the card gave ${kept}, the wallet ${given}`]),
      ...(debt.status === 'open' && debt.attempt ? [`the attempt ${debt.attempt.key} hangs`] : []),
    ]
  })
  const known = new Set(both.debts.map(({ key }) => key))
  const strange = both.taken.filter(({ kind, debtKey }) => kind === 'payment' && !known.has(debtKey))
  return [...faults, ...strange.map(({ id }) => `the charge ${id} is for nothing that is owed`)]
}
