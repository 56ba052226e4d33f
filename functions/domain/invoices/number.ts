// What an invoice is called. It is made from what the invoice is for, so that it is the same wherever it is read, and tells nobody how
// many others there are.
import { createHash } from 'node:crypto'
import type { Payment } from '#shared/model/payment.ts'

const DIGITS = 10

export const paperNumber = (head: string, facts: string): string =>
  `${head}-${createHash('sha256').update(facts).digest('hex').slice(0, DIGITS).toUpperCase()}`

export const invoiceNumber = ({ companyId, key }: Pick<Payment, 'companyId' | 'key'>): string =>
  paperNumber('INV', `${companyId}#${key}`)
