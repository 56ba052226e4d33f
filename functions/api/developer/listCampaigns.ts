import * as z from 'zod'
import { contracts } from '#shared/contracts/index.ts'
import { campaignPage } from '../../domain/campaigns/list.ts'
import { readCursor, toCursor } from '../../kit/cursor.ts'
import { handle } from '../../kit/handle.ts'
import { toCampaign } from '../../wire/developer/api.ts'

const Place = z.object({ after: z.string().max(64), offset: z.number().int().min(0) })

export default handle(contracts.developer.listCampaigns, async ({ db, now, input, agency, company }) => {
  const clientId = company.id === agency.id ? undefined : company.id
  const scope = `api/campaigns/${agency.id}/${clientId ?? ''}/${input.status ?? ''}`
  const { rows, next } = await campaignPage(
    { db, now },
    {
      agencyId: agency.id,
      clientId,
      line: undefined,
      status: input.status,
      isArchived: false,
      groupId: undefined,
      search: '',
      sort: 'created',
      order: 'desc',
      page: 1,
      perPage: input.limit,
      place: input.cursor === undefined ? undefined : readCursor(scope, input.cursor, Place),
    },
  )
  return {
    data: rows.map(({ entry }) => toCampaign(entry, { id: entry.companyId, name: entry.companyName })),
    next_cursor: next ? toCursor(scope, next) : null,
  }
})
