import * as z from 'zod'
import { contracts } from '#shared/contracts/index.ts'
import { destinationOf } from '../../domain/integrations/find.ts'
import { historyOf } from '../../domain/integrations/history.ts'
import { readCursor, toCursor } from '../../kit/cursor.ts'
import { handle } from '../../kit/handle.ts'
import { toHistoryRow } from '../../wire/integrations/history.ts'

const PAGE = 25
const Place = z.object({ at: z.number(), leadId: z.string().max(100) })

export default handle(contracts.integrations.deliveryHistory, async ({ input, company, db, now }) => {
  const of = destinationOf(company, input.integration_id, input.webhook_id)
  const scope = `tries/${of.companyId}/${of.id}/${input.outcome ?? ''}`
  const before = input.cursor === undefined ? undefined : readCursor(scope, input.cursor, Place)
  const { lines, last } = await historyOf({ db, now }, of, { outcome: input.outcome, before, limit: PAGE })
  const cursor = last && toCursor(scope, { at: last.at, leadId: last.leadId })
  return { data: lines.map(toHistoryRow), next_cursor: cursor }
})
