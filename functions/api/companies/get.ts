import { refusalForManaging } from '#shared/access/manage-companies.ts'
import { contracts } from '#shared/contracts/index.ts'
import { notFound, refused } from '#shared/errors.ts'
import { handle } from '../../kit/handle.ts'
import { toRows } from '../../wire/companies/row.ts'

export default handle(contracts.companies.get, async (context) => {
  const { actor, company, db, env } = context
  const why = refusalForManaging(actor, company)
  if (why || !company.parentId) throw refused(why ?? 'You may not reach this account.')
  const [node, parent, root, active] = await Promise.all([
    db.node.find(company.parentId, company.id),
    db.company.get(company.parentId),
    db.company.get(company.rootId),
    // Of a client its entry says it.
    company.kind === 'agency' ? db.node.count(company.id, 'activeCampaign') : undefined,
  ])
  if (!node) throw notFound('company')
  const [data] = await toRows(db, [node], { root, platformDomain: env.PLATFORM_DOMAIN, seer: context })
  if (!data) throw notFound('company')
  if (active !== undefined) data.active_campaigns = active
  return { data, parent: { id: parent.id, name: parent.name } }
})
