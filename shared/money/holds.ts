// Wholesale of leads that a Data Wallet pays: money is set aside for the next leads of a campaign, and what they used of it is
// taken when they are through. Leads cost parts of a cent and wallets hold whole ones: the rest goes into the next sum.

/** So many leads are paid ahead at once, while the wallet holds as much. */
const LEADS_A_HOLD = 100
/** At most this part of a balance is set aside at once, so that campaigns leave each other something, and the balance does not seem low. */
const MOST_PART = 10
/** Money that is set aside lies idle for so long at most while no lead comes. */
export const HOLD_IDLE_MS = 3_600_000

/** Money set aside for a campaign: which of its sums it is, and what is left of it in hundredths of a cent. */
export type Hold = { number: number; leftCentiCents: number }

/**
 * How much to set aside for leads of one price, in cents: for a hundred of them, or as many as the wallet has money for. 0 when it
 * has too little for a single one. `carryCentiCents`, a part of a cent that earlier leads left unpaid, is asked for with it; below
 * zero, it is what was given back for earlier ones, and pays first.
 */
export function holdCents({
  wholesaleCentiCents,
  balanceCents,
  carryCentiCents,
}: {
  wholesaleCentiCents: number
  balanceCents: number
  carryCentiCents: number
}): number {
  const most = Math.max(1, Math.ceil((LEADS_A_HOLD * wholesaleCentiCents + carryCentiCents) / 100))
  const one = Math.max(1, Math.ceil((wholesaleCentiCents + carryCentiCents) / 100))
  const part = Math.floor(balanceCents / MOST_PART)
  const affordable = Math.min(balanceCents, most, Math.max(one, part))
  return affordable * 100 - carryCentiCents >= Math.max(1, wholesaleCentiCents) ? affordable : 0
}

/** How much of a sum leads may use, in hundredths of a cent. */
export const usableOf = (amountCents: number, carryCentiCents: number): number => amountCents * 100 - carryCentiCents

/**
 * What is paid when a sum is closed, in whole cents, and what part of a cent waits for the next one.
 * @example closeHold({ amountCents: 100, leftCentiCents: 5050, carryCentiCents: 0 }) // { paidCents: 49, carryCentiCents: 50 }
 */
export function closeHold({
  amountCents,
  leftCentiCents,
  carryCentiCents,
}: {
  amountCents: number
  leftCentiCents: number
  carryCentiCents: number
}): { paidCents: number; carryCentiCents: number } {
  const owed = usableOf(amountCents, carryCentiCents) - leftCentiCents + carryCentiCents
  // Of leads that were given back more may be due than these cost: that pays for later ones.
  const paidCents = Math.max(0, Math.floor(owed / 100))
  return { paidCents, carryCentiCents: owed - paidCents * 100 }
}
