// What sales people get of what an agency pays: a share for each of the three ways in which somebody looks after it.
import type { Company } from '../model/company.ts'
import type { Payment } from '../model/payment.ts'
import { type SalesKind, salesKinds } from '../model/sales-kinds.ts'
import { type Cents, cents, percent, ZERO } from './cents.ts'

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

type PaidShare = { basisPoints: number; amountCents: number }
type Returning = Pick<Payment, 'amountCents' | 'refundedCents' | 'status' | 'dispute' | 'disputeSettledAt'>

/** What is left of a payment: without what was given back, and what a bank took for good and nobody has settled. */
function keptOf({ amountCents, refundedCents, status, dispute, disputeSettledAt }: Returning): Cents {
  if (status === 'refunded') return ZERO
  const lost = dispute?.state === 'lost' && disputeSettledAt === null ? dispute.amountCents : 0
  return cents(Math.max(0, amountCents - refundedCents - lost))
}

/**
 * How much of a share that was passed on is to come back in all: what goes beyond the share of what is left of its payment.
 * @example a share of 10.00 of a payment of 100.00 of which 40.00 went back: 4.00
 */
export function shareBack({ basisPoints, amountCents }: PaidShare, payment: Returning): Cents {
  return cents(Math.max(0, amountCents - percent(keptOf(payment), basisPoints, 'down')))
}

/** Per cent as people write them, with up to two decimals: `12.5` are 1250 basis points. Undefined for anything else. */
export function parsePercent(text: string): number | undefined {
  const [, whole = '', fraction = ''] = /^(\d{0,3})(?:\.(\d{1,2}))?$/.exec(text.trim() || '0') ?? []
  if (whole + fraction === '') return undefined
  const basisPoints = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return basisPoints <= WHOLE ? basisPoints : undefined
}

export const toPercent = (basisPoints: number): string => String(basisPoints / 100)
