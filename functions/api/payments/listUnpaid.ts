import * as z from 'zod'
import { contracts } from '#shared/contracts/index.ts'
import { findUnpaid } from '../../domain/payments/settle-failure.ts'
import { readCursor, toCursor } from '../../kit/cursor.ts'
import { handle } from '../../kit/handle.ts'
import { toUnpaid } from '../../wire/payments/unpaid.ts'

const Place = z.object({ after: z.string() })

export default handle(contracts.payments.listUnpaid, async ({ db, input, company }) => {
  const scope = `unpaid ${company.id}`
  const place = input.cursor === undefined ? undefined : readCursor(scope, input.cursor, Place)
  const { owed, next } = await findUnpaid(db, company, place?.after)
  return { data: owed.map(toUnpaid), next_cursor: next === undefined ? null : toCursor(scope, { after: next }) }
})
