// Why a payment was not made, for those who owe it or look after it.
import { enrichmentOfPayment } from '#shared/model/enrichment.ts'
import type { Payment } from '#shared/model/payment.ts'

const UNTIL =
  'Its result is kept for 30 days after the file was sent. On the last of them nothing is charged or owed for it any more.'
const GONE = 'It was not paid while its result was kept. Nothing was charged, and nothing is owed.'

/** What the card's bank said; of an enrichment, also until when it is owed. */
export const reasonOf = ({ key, reason }: Pick<Payment, 'key' | 'reason'>): string =>
  enrichmentOfPayment(key) === undefined ? reason : `${reason} ${UNTIL}`.trim()

/** Why nobody owes it any more, where that is not seen by what it was for. */
export const whyVoid = ({ key }: Pick<Payment, 'key'>): string => (enrichmentOfPayment(key) === undefined ? '' : GONE)
