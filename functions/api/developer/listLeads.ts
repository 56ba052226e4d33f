import * as z from 'zod'
import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { toLeadRow } from '#shared/leads/row.ts'
import { readCursor, toCursor } from '../../kit/cursor.ts'
import { handle } from '../../kit/handle.ts'
import { toLead } from '../../wire/developer/api.ts'

const Place = z.object({ createdAt: z.number().int().min(0), id: z.string().max(64) })

export default handle(contracts.developer.listLeads, async ({ db, now, input, campaign, company }) => {
  const start = input.since === undefined ? 0 : Date.parse(input.since)
  const end = input.until === undefined ? now() + 1 : Date.parse(input.until)
  if (end <= start) throw invalid({ until: 'This lies before the beginning.' })
  const scope = `api/leads/${campaign.id}/${input.since ?? ''}/${input.until ?? ''}`
  const after = input.cursor === undefined ? undefined : readCursor(scope, input.cursor, Place)
  const found = await db.lead.list(campaign, { start, end }, { after, limit: input.limit + 1 })
  const page = found.slice(0, input.limit)
  const last = page.at(-1)
  return {
    data: page.map((lead) => toLead(toLeadRow(lead, campaign, company, 'agency'), campaign)),
    next_cursor:
      last && found.length > page.length ? toCursor(scope, { createdAt: last.createdAt, id: last.id }) : null,
  }
})
