// Stripe's own test cards: the numbers and tokens of its documentation, and what each of them does.
import { cardError } from './errors.ts'
import type { CardError } from './objects.ts'

type Refused = 'never' | 'always' | 'when charged'
export type TestCard = {
  number: string
  token: string
  brand: string
  refused?: Refused
  code?: string
  decline?: string
  message?: string
  /** Its owner must authenticate: when it is kept for later, or at every charge. */
  asks?: 'setup' | 'always'
  /** What becomes of money that goes back to it: it is on its way for a while, or its bank sends it back later. */
  refunds?: 'pending' | 'fail later'
}

const declined = (decline: string, message = 'Your card was declined.') => ({
  refused: 'always' as const,
  code: 'card_declined',
  decline,
  message,
})
const wrong = (code: string, message: string) => ({ refused: 'always' as const, code, message })

const testCards: readonly TestCard[] = [
  { number: '4242424242424242', token: 'pm_card_visa', brand: 'visa' },
  { number: '5555555555554444', token: 'pm_card_mastercard', brand: 'mastercard' },
  { number: '378282246310005', token: 'pm_card_amex', brand: 'amex' },
  { number: '4000000000000002', token: 'pm_card_chargeDeclined', brand: 'visa', ...declined('generic_decline') },
  {
    number: '4000000000009995',
    token: 'pm_card_chargeDeclinedInsufficientFunds',
    brand: 'visa',
    ...declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  {
    number: '4000000000009987',
    token: 'pm_card_chargeDeclinedLostCard',
    brand: 'visa',
    ...declined('lost_card'),
  },
  {
    number: '4000000000000069',
    token: 'pm_card_chargeDeclinedExpiredCard',
    brand: 'visa',
    ...wrong('expired_card', 'Your card has expired.'),
  },
  {
    number: '4000000000000127',
    token: 'pm_card_chargeDeclinedIncorrectCvc',
    brand: 'visa',
    ...wrong('incorrect_cvc', "Your card's security code is incorrect."),
  },
  {
    number: '4000000000000119',
    token: 'pm_card_chargeDeclinedProcessingError',
    brand: 'visa',
    ...wrong('processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
  },
  {
    // Can be kept, and is declined whenever it is charged.
    number: '4000000000000341',
    token: 'pm_card_chargeCustomerFail',
    brand: 'visa',
    ...declined('generic_decline'),
    refused: 'when charged',
  },
  { number: '4000002500003155', token: 'pm_card_authenticationRequiredOnSetup', brand: 'visa', asks: 'setup' },
  { number: '4000002760003184', token: 'pm_card_authenticationRequired', brand: 'visa', asks: 'always' },
  { number: '4000000000007726', token: 'pm_card_pendingRefund', brand: 'visa', refunds: 'pending' },
  { number: '4000000000005126', token: 'pm_card_refundFail', brand: 'visa', refunds: 'fail later' },
]

export const cardByToken = (token: string) => testCards.find((card) => card.token === token)
export const cardByNumber = (number: string) => testCards.find((card) => card.number === number)

export const errorOf = (card: TestCard): CardError => ({
  type: 'card_error',
  code: card.code ?? 'card_declined',
  ...(card.decline && { decline_code: card.decline }),
  message: card.message ?? 'Your card was declined.',
})

const luhn = (number: string) =>
  [...number].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
  0

/** Refuses what cannot be a card, in Stripe's words. */
export function checkCard(number: string, expMonth: number, expYear: number, now: number): void {
  const bad = (code: string, message: string, param: string) =>
    cardError({ code, message }, { param: `card[${param}]` })
  if (!/^\d{12,19}$/.test(number) || !luhn(number))
    throw bad('incorrect_number', 'Your card number is incorrect.', 'number')
  if (expMonth < 1 || expMonth > 12)
    throw bad('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  const year = expYear < 100 ? 2000 + expYear : expYear
  if (Date.UTC(year, expMonth) <= now)
    throw bad('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
}
