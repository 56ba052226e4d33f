// The most that the leads of all campaigns of a client may cost in a calendar month of the business zone. Pure: the write of leads
// asks the same in its own conditions.
import { SYSTEM_ZONE } from '../constants.ts'
import { addDays, dayIn } from '../dates.ts'

export const MOST_CAP_CENTS = 100_000_000

/**
 * The bound of a client, as its row says. `month`: the one (`YYYY-MM`) that `leftCentiCents` is of. Nothing (0) means no bound; `toldFor` says
 * for which month and amount its people were told that it is reached. `isCounting`: no bound yet, but what its campaigns sell is taken from
 * the row already, so that a bound holds for all of them from the moment it stands there.
 */
export type ClientCap = {
  capCents: number
  month: string
  leftCentiCents: number
  version: number
  toldFor: string
  isCounting: boolean
}

/** Whether what campaigns sell is taken from the row. */
export const isTakenFrom = ({ capCents, isCounting }: Pick<ClientCap, 'capCents' | 'isCounting'>): boolean =>
  capCents > 0 || isCounting

/** The month that an instant belongs to; never one before the month that the row has reached. */
export function capMonthAt(at: number, { month }: Pick<ClientCap, 'month'>): string {
  const own = dayIn(SYSTEM_ZONE, at).slice(0, 7)
  return own < month ? month : own
}

/** What is left in a month, in hundredths of a cent: all of it in one that nothing was sold in. */
export const capLeft = ({ capCents, month, leftCentiCents }: ClientCap, of: string): number =>
  of === month ? leftCentiCents : capCents * 100

/** The day (`YYYY-MM-DD`) from which leads come again. */
export const clearsOn = (month: string): string => `${addDays(`${month}-01`, 31).slice(0, 7)}-01`

/** Where it is reached, the day from which leads come again: less is left than its people were told that a lead costs. */
export function capClearsOn(cap: ClientCap, at: number): string | undefined {
  if (cap.capCents === 0) return undefined
  const month = capMonthAt(at, cap)
  return capLeft(cap, month) <= 0 || cap.toldFor === toldKey(cap, month) ? clearsOn(month) : undefined
}

/** What people are told of once. */
export const toldKey = ({ capCents }: Pick<ClientCap, 'capCents'>, month: string): string => `${month}#${capCents}`
