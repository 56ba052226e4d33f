import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import type { NodeTag } from '#shared/model/node.ts'
import { handle } from '../../kit/handle.ts'
import { placeCursors } from '../../kit/place.ts'
import { companyPage } from '../../wire/companies/page.ts'

const kindOf = { root: 'agency', agency: 'client' } as const
const typeOf = { root: 'userdownline', agency: 'client' } as const

export default handle(contracts.companies.list, async (context) => {
  const { input, actor, company, db, env } = context
  if (company.kind === 'client') throw invalid({ companyId: 'A client has no companies below it.' })
  const { type, CardStatus, CampaignStatus, Exclude } = input
  if (type !== 'none' && type !== typeOf[company.kind])
    throw invalid({ type: 'This company has no list of this kind.' })
  const tags: NodeTag[] = [
    ...(CardStatus && company.kind === 'agency' ? [`card_${CardStatus}` as const] : []),
    ...(CampaignStatus && company.kind === 'agency' ? [`campaign_${CampaignStatus}` as const] : []),
    // Of a root's agencies, sales people see their own.
    ...(actor.role === 'sales' && company.kind === 'root' ? [`sales_${actor.userId}` as const] : []),
  ]
  const people = await db.user.findMany(Exclude.filter((id) => id.startsWith('usr_')))
  const exclude = [...Exclude.filter((id) => !id.startsWith('usr_')), ...people.map(({ companyId }) => companyId)]
  const query = { parent: company, kind: kindOf[company.kind], asked: input, tags, exclude: [...new Set(exclude)] }
  return companyPage({ db, platformDomain: env.PLATFORM_DOMAIN, seer: context }, query, placeCursors(input.cursor))
})
