import { invalid } from '#shared/errors.ts'
import { type Cents, parseCents } from '#shared/money/cents.ts'
import { amountFault } from '#shared/money/wallet.ts'

/** An amount as it was sent, or the sentence that says why it cannot be bought. */
export function readAmount(text: string, isCustom: boolean): Cents {
  if (/^\d*\.\d{3,}$/.test(text.trim())) throw invalid({ amount: 'Enter an amount with at most two decimals.' })
  const amount = parseCents(text)
  const fault = amountFault(amount, isCustom)
  if (amount === undefined || fault) throw invalid({ amount: fault ?? 'Enter an amount.' })
  return amount
}
