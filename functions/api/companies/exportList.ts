import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { type NodeTag, nodeFilters } from '#shared/model/node.ts'
import { type Context, handle } from '../../kit/handle.ts'
import { exportLines } from '../../wire/companies/export.ts'
import { foundNodes } from '../../wire/companies/page.ts'

type Export = Context<typeof contracts.companies.exportList>

/** The marks that are asked for; those about the developer API only where they may be seen. */
async function tagsOf({ input, company, db }: Export): Promise<NodeTag[]> {
  const isAgencies = company.kind === 'root'
  const offered = (await db.company.isMaster(company)) ? nodeFilters : nodeFilters.slice(0, 2)
  const wanted = input.Filters.split(',')
  return [
    ...(isAgencies ? offered.filter((filter) => wanted.includes(filter)) : []),
    ...(!isAgencies && input.CardStatus ? [`card_${input.CardStatus}` as const] : []),
    ...(!isAgencies && input.CampaignStatus ? [`campaign_${input.CampaignStatus}` as const] : []),
  ]
}

export default handle(contracts.companies.exportList, async (context) => {
  const { input, company, db, env, files, now, newId } = context
  if (company.kind === 'client') throw invalid({ companyID: 'A client has no companies below it.' })
  const kind = company.kind === 'root' ? ('agency' as const) : ('client' as const)
  const list = { parentId: company.id, kind, sort: 'companyName' as const, order: 'asc' as const }
  const tags = await tagsOf(context)
  const search = input.search === 'none' ? '' : input.search.trim()
  const some = search || tags.length > 0 ? await foundNodes(db, { list, search, tags }) : undefined
  const root = company.kind === 'root' ? company : await db.company.get(company.rootId)
  let rows = 0
  const lines = exportLines(db, list, { root, platformDomain: env.PLATFORM_DOMAIN }, some, (count) => {
    rows += count
  })
  const key = `exports/companies/${company.id}/${newId('entry')}.csv`
  await files.putParts(key, lines, 'text/csv; charset=utf-8')
  const filename = `${kind === 'agency' ? 'agencies' : 'clients'}-${new Date(now()).toISOString().slice(0, 10)}.csv`
  return { url: await files.downloadUrl(key, filename), filename, rows }
})
