// Leads that were paid for before they came. They lie on one line, as lots of credit do (lots.ts): each lot where the one before
// it ends; `gone`, the number of leads that were taken, is a point on that line. So one number says what is left of every lot.
/** What each lead of a lot was bought for, in hundredths of a cent. */
export type LotPrice = { retailCentiCents: number; wholesaleCentiCents: number; rootCentiCents: number }

/**
 * A lot from which leads may still be taken: it ends where the next one begins. Instances are kept in the order of the line.
 * `returnedOf`: of leads that were given back, the bill that they were bought with.
 */
export type OpenLot = LotPrice & { number: number; startsAt: number; endsAt: number; returnedOf?: string }

/** What of a lot is left once so many leads are gone. */
export const leftOf = ({ startsAt, endsAt }: Pick<OpenLot, 'startsAt' | 'endsAt'>, gone: number): number =>
  Math.max(0, endsAt - Math.max(startsAt, gone))

/** The lot that the next lead comes out of; undefined when none is left. */
export const lotAt = (lots: readonly OpenLot[], gone: number): OpenLot | undefined =>
  lots.find((lot) => leftOf(lot, gone) > 0)

/** How many leads are left altogether. */
export const leadsLeft = (lots: readonly OpenLot[], gone: number): number =>
  lots.reduce((sum, lot) => sum + leftOf(lot, gone), 0)

/** The lots after another one was bought: what is used up is dropped, so that the list stays short. */
export function withLot(
  lots: readonly OpenLot[],
  { bought, gone }: { bought: number; gone: number },
  lot: LotPrice & { number: number; leads: number },
): OpenLot[] {
  const { number, leads, retailCentiCents, wholesaleCentiCents, rootCentiCents } = lot
  const next = {
    number,
    startsAt: bought,
    endsAt: bought + leads,
    retailCentiCents,
    wholesaleCentiCents,
    rootCentiCents,
  }
  return [...lots.filter((each) => leftOf(each, gone) > 0), next]
}

/** So many lots at the end of the line are looked through for one that a lead goes back to: those behind it move, in one transaction. */
const MOST_MOVED = 40
const isOfPrice = (a: LotPrice, b: LotPrice) =>
  a.retailCentiCents === b.retailCentiCents &&
  a.wholesaleCentiCents === b.wholesaleCentiCents &&
  a.rootCentiCents === b.rootCentiCents

/** `into`: a lot that grew by one at its end, which holds while no more than `mostGone` leads are gone; `moved`: those behind it, by one. */
export type WithReturned = { lots: OpenLot[]; into?: { number: number; mostGone: number }; moved: number[] }

/**
 * The lots after a lead came back: one more of those that came back before it, of the same bill and price, or else a lot of its own
 * (`number`) at the end. So the list is as long as there are purchases, and not as there are leads that come back.
 */
export function withReturned(
  lots: readonly OpenLot[],
  at: { bought: number; gone: number },
  { number, billKey, ...price }: LotPrice & { number: number; billKey: string },
): WithReturned {
  const open = lots.filter((each) => leftOf(each, at.gone) > 0)
  const moved: number[] = []
  for (const each of open.toReversed().slice(0, MOST_MOVED)) {
    if (each.returnedOf === undefined) break
    if (each.returnedOf !== billKey || !isOfPrice(each, price)) {
      moved.push(each.number)
      continue
    }
    const grown = open.map((lot) => {
      if (lot === each) return { ...lot, endsAt: lot.endsAt + 1 }
      return moved.includes(lot.number) ? { ...lot, startsAt: lot.startsAt + 1, endsAt: lot.endsAt + 1 } : lot
    })
    return { lots: grown, into: { number: each.number, mostGone: each.endsAt }, moved }
  }
  const all = withLot(open, at, { ...price, number, leads: 1 })
  return { lots: all.map((lot) => (lot.number === number ? { ...lot, returnedOf: billKey } : lot)), moved: [] }
}

/** Less than a tenth of the last lot: more is bought. */
const LOW_PART = 10

/**
 * Whether so few leads are left that a continual campaign buys more.
 * @example isLowOnLeads(9, 100) // true; with 10 of 100 left it is not
 */
export const isLowOnLeads = (left: number, lastBought: number): boolean => left * LOW_PART < lastBought

/** How many leads were bought last. One alone is one that was given back before such lots said so. */
export function lastBought(lots: readonly OpenLot[]): number {
  const last = lots.findLast(({ startsAt, endsAt, returnedOf }) => returnedOf === undefined && endsAt - startsAt > 1)
  return last ? last.endsAt - last.startsAt : 0
}

/** Whether a campaign that pays ahead has to buy leads, or to stop: few of the last lot are left, or none at all. */
export function isLow({ lots, gone }: { lots: readonly OpenLot[]; gone: number }): boolean {
  const left = leadsLeft(lots, gone)
  return left === 0 || isLowOnLeads(left, lastBought(lots))
}
