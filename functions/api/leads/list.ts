import * as z from 'zod'
import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { toLeadRow, viewerOf } from '#shared/leads/row.ts'
import { checkDays } from '../../domain/leads/days.ts'
import { leadPage } from '../../domain/leads/store.ts'
import { readCursor, toCursor } from '../../kit/cursor.ts'
import { handle } from '../../kit/handle.ts'
import { toLeadWire } from '../../wire/leads/row.ts'
import { toPageWire } from '../../wire/lib/page.ts'

const Place = z.object({
  after: z.object({ createdAt: z.number().int().min(0), id: z.string().max(64) }),
  offset: z.number().int().min(0),
})

export default handle(contracts.leads.list, async ({ input, actor, company, campaign, db }) => {
  const { startDate, endDate, Page, PerPage, cursor } = input
  checkDays(startDate, endDate)
  if (![company.id, company.parentId].includes(input.companyId)) throw notFound('campaign')
  const counts = await db.lead.countByDay(campaign, startDate, endDate)
  const scope = ['leads', company.id, campaign.id, startDate, endDate].join('/')
  const place = cursor === undefined ? undefined : readCursor(scope, cursor, Place)
  const { leads, next, ...numbers } = await leadPage(
    db,
    campaign,
    { from: startDate, to: endDate },
    {
      place,
      page: Page,
      perPage: PerPage,
      counts,
    },
  )
  const viewer = viewerOf(actor)
  return {
    ...toPageWire(numbers),
    next_cursor: next ? toCursor(scope, next) : null,
    data: leads.map((lead) => toLeadWire(toLeadRow(lead, campaign, company, viewer))),
  }
})
