import * as z from 'zod'
import { contracts } from '#shared/contracts/index.ts'
import { findUnpaid } from '../../domain/payments/settle-failure.ts'
import { findUnknownRefunds } from '../../domain/purchases/unknown-refunds.ts'
import { findOwedRefunds } from '../../domain/purchases/whole-refund.ts'
import { readCursor, toCursor } from '../../kit/cursor.ts'
import { handle } from '../../kit/handle.ts'
import { toOwedRefund, toUnknownRefund, toUnpaid } from '../../wire/payments/unpaid.ts'

const Place = z.object({ after: z.string() })

export default handle(contracts.payments.listUnpaid, async ({ db, input, company }) => {
  const scope = `unpaid ${company.id}`
  const place = input.cursor === undefined ? undefined : readCursor(scope, input.cursor, Place)
  const [{ owed, next }, refunds, charges] = await Promise.all([
    findUnpaid(db, company, place?.after),
    place ? [] : findUnknownRefunds(db, company.id),
    place ? [] : findOwedRefunds(db, company.id),
  ])
  return {
    data: owed.map(toUnpaid),
    ...(refunds.length > 0 && { refunds: refunds.map(toUnknownRefund) }),
    ...(charges.length > 0 && { charges: charges.map(toOwedRefund) }),
    next_cursor: next === undefined ? null : toCursor(scope, { after: next }),
  }
})
