import * as z from 'zod'
import { contracts } from '#shared/contracts/index.ts'
import { findUnpaid } from '../../domain/payments/settle-failure.ts'
import { findUnknownRefunds } from '../../domain/purchases/unknown-refunds.ts'
import { findOwedRefunds } from '../../domain/purchases/whole-refund.ts'
import { readCursor, toCursor } from '../../kit/cursor.ts'
import { handle } from '../../kit/handle.ts'
import { toOwedRefund, toUnknownRefund, toUnpaid } from '../../wire/payments/unpaid.ts'

/** Where each of the three lists goes on; one that is not named has been shown whole. */
const Place = z.object({
  after: z.string().optional(),
  refunds: z.string().optional(),
  charges: z.string().optional(),
})
const first = { after: undefined, refunds: undefined, charges: undefined }

export default handle(contracts.payments.listUnpaid, async ({ db, input, company }) => {
  const scope = `unpaid ${company.id}`
  const place = input.cursor === undefined ? undefined : readCursor(scope, input.cursor, Place)
  const isLeft = (list: keyof typeof first) => place === undefined || place[list] !== undefined
  const { after, refunds: refundsAfter, charges: chargesAfter } = place ?? first
  const none = { shown: [], next: undefined }
  const [invoices, refunds, charges] = await Promise.all([
    isLeft('after') ? findUnpaid(db, company, after) : { owed: [], next: undefined },
    isLeft('refunds') ? findUnknownRefunds(db, company.id, refundsAfter) : none,
    isLeft('charges') ? findOwedRefunds(db, company.id, chargesAfter) : none,
  ])
  const next = { after: invoices.next, refunds: refunds.next, charges: charges.next }
  const hasMore = Object.values(next).some((position) => position !== undefined)
  return {
    data: invoices.owed.map(toUnpaid),
    ...(refunds.shown.length > 0 && { refunds: refunds.shown.map(toUnknownRefund) }),
    ...(charges.shown.length > 0 && { charges: charges.shown.map(toOwedRefund) }),
    next_cursor: hasMore ? toCursor(scope, next) : null,
  }
})
