// What sales people get of what an agency pays: a share for each of the three ways in which somebody looks after it.
import type { Company } from '../model/company.ts'
import { type SalesKind, salesKinds } from '../model/sales-kinds.ts'
import { type Cents, percent } from './cents.ts'

/** Basis points of what is paid, for each kind; a kind that is not named gets nothing. */
export type CommissionRates = Readonly<Partial<Record<SalesKind, number>>>
export type Commission = { kind: SalesKind; userId: string; basisPoints: number; amountCents: Cents }

const WHOLE = 10_000

type Agency = Pick<Company, 'salesRepId' | 'accountExecutiveId' | 'referralUserId'>

const personOf = (agency: Agency): Record<SalesKind, string | null> => ({
  representative: agency.salesRepId,
  accountExecutive: agency.accountExecutiveId,
  referrer: agency.referralUserId,
})

/** Why these rates cannot be; null when they can. */
export function ratesFault(rates: CommissionRates): string | null {
  const sum = salesKinds.reduce((all, kind) => all + (rates[kind] ?? 0), 0)
  return sum > WHOLE ? 'Commissions cannot be more than 100% together.' : null
}

/** The shares of one payment, each rounded down, so that together they are never more than it. */
export function planCommissions(paid: Cents, agency: Agency, rates: CommissionRates): Commission[] {
  const people = personOf(agency)
  return salesKinds.flatMap((kind) => {
    const userId = people[kind]
    const basisPoints = rates[kind] ?? 0
    const amountCents = percent(paid, basisPoints, 'down')
    return userId && amountCents > 0 ? [{ kind, userId, basisPoints, amountCents }] : []
  })
}

/** Per cent as people write them, with up to two decimals: `12.5` are 1250 basis points. Undefined for anything else. */
export function parsePercent(text: string): number | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text.trim() || '0') ?? []
  if (whole === '') return undefined
  const basisPoints = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return basisPoints <= WHOLE ? basisPoints : undefined
}

export const toPercent = (basisPoints: number): string => String(basisPoints / 100)
