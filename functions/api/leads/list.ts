import * as z from 'zod'
import { contracts } from '#shared/contracts/index.ts'
import { countDays, isDay } from '#shared/dates.ts'
import { invalid } from '#shared/errors.ts'
import type { Lead } from '#shared/model/campaign.ts'
import { leadPage } from '../../domain/leads/store.ts'
import { readCursor, toCursor } from '../../kit/cursor.ts'
import { handle } from '../../kit/handle.ts'
import { toPageWire } from '../../wire/lib/page.ts'

const MOST_DAYS = 366

const Place = z.object({
  after: z.object({ visitedAt: z.number().int().min(0), id: z.string().max(64) }),
  offset: z.number().int().min(0),
})

function checkDays(startDate: string, endDate: string): void {
  if (!isDay(startDate)) throw invalid({ startDate: 'This day does not exist.' })
  if (!isDay(endDate)) throw invalid({ endDate: 'This day does not exist.' })
  const days = countDays(startDate, endDate)
  if (days < 1) throw invalid({ endDate: 'The last day lies before the first.' })
  if (days > MOST_DAYS) throw invalid({ endDate: `Choose at most ${MOST_DAYS} days.` })
}

/** A client may be kept from phone numbers; then nobody sees those of its leads. */
const toRow = ({ id, person, pageUrl, visitedAt }: Lead, showsPhone: boolean) => ({
  id,
  first_name: person.firstName,
  last_name: person.lastName,
  email: person.email,
  phone: showsPhone ? person.phone : '',
  city: person.city,
  state: person.stateCode,
  page_url: pageUrl,
  visited_at: new Date(visitedAt).toISOString(),
})

export default handle(contracts.leads.list, async ({ input, company, db }) => {
  const { startDate, endDate, Page, PerPage, cursor } = input
  checkDays(startDate, endDate)
  const [campaign, counts] = await Promise.all([
    db.campaign.get(company.id, input.campaignId),
    db.lead.countByDay({ companyId: company.id, id: input.campaignId }, startDate, endDate),
  ])
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
  return {
    ...toPageWire(numbers),
    next_cursor: next ? toCursor(scope, next) : null,
    data: leads.map((lead) => toRow(lead, company.showsPhone)),
  }
})
