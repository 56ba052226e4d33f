// Amounts as the wire writes them: decimal texts (or numbers), which become integers at the door.
import * as z from 'zod'
import { onboardingCents, onboardingFault } from '../../money/onboarding.ts'
import { type Decimals, readPrice } from '../../money/price-text.ts'

const tooFine = (decimals: Decimals) => `Enter an amount of 0 or more with at most ${decimals} decimals.`

/** Numbers in a form that `1e-7` and its like do not pass. */
const Written = z.union([z.string().max(20), z.number()]).transform(String)

const priceOf = (decimals: Decimals) =>
  Written.transform((text, context) => {
    const centiCents = readPrice(text, decimals)
    if (centiCents !== undefined) return centiCents
    context.addIssue({ code: 'custom', message: tooFine(decimals) })
    return z.NEVER
  })

/** Dollars with at most two decimals, as cents. */
export const Amount = priceOf(2).transform((centiCents) => centiCents / 100)
/** Dollars with at most four decimals, as hundredths of a cent. */
export const LeadAmount = priceOf(4)

export const WireAmount = z.string()

/** Dollars that are charged once: nothing, or more than the least that a card can pay. Read as cents. */
export const OneTimeAmount = z
  .union([z.string().max(40), z.number()])
  .transform(String)
  .superRefine((text, context) => {
    const message = onboardingFault(text)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .transform(onboardingCents)
