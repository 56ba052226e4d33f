import * as z from 'zod'
import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { campaignPage, type ListQuery } from '../../domain/campaigns/list.ts'
import { readCursor, toCursor } from '../../kit/cursor.ts'
import { handle } from '../../kit/handle.ts'
import { toCampaignRow } from '../../wire/campaigns/row.ts'
import { toPageWire } from '../../wire/lib/page.ts'

const Place = z.object({ after: z.string().max(64), offset: z.number().int().min(0) })
const said = <Value extends string>(value: Value) => (value === 'none' ? undefined : (value as Exclude<Value, 'none'>))

export default handle(contracts.campaigns.list, async ({ input, actor, company, db, now }) => {
  if (company.kind === 'root')
    throw invalid({ companyId: 'Campaigns belong to agencies and their clients. Choose one.' })
  const isClient = company.kind === 'client'
  // Groups are how an agency sorts its clients' campaigns for itself.
  const seesGroups = actor.role !== 'client'
  const agencyId = isClient ? (company.parentId ?? '') : company.id
  const query = {
    agencyId,
    clientId: isClient ? company.id : said(input.clientId),
    line: said(input.type),
    status: input.CampaignStatus || undefined,
    isArchived: input.archived === 'T',
    isSearching: input.searchesOnly === 'T',
    groupId: seesGroups ? said(input.group) : undefined,
    search: said(input.search)?.trim() ?? '',
    sort: said(input.sort) ?? 'created',
    order: said(input.order) ?? 'desc',
    page: input.Page,
    perPage: input.PerPage,
  } satisfies Omit<ListQuery, 'place'>
  const { page: _, perPage: __, ...list } = query
  const scope = ['campaigns', company.id, JSON.stringify(list)].join('/')
  const place = input.cursor === undefined ? undefined : readCursor(scope, input.cursor, Place)
  const [{ rows, next, ...numbers }, groups] = await Promise.all([
    campaignPage({ db, now }, { ...query, place }),
    seesGroups ? db.companyGroup.list(agencyId) : [],
  ])
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  return {
    ...toPageWire(numbers),
    next_cursor: next ? toCursor(scope, next) : null,
    data: rows.map((row) => toCampaignRow(row, names, now())),
  }
})
