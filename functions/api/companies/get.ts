import { isWalletUsed, mayBegin } from '#shared/access/beta.ts'
import { can } from '#shared/access/can.ts'
import { refusalForManaging } from '#shared/access/manage-companies.ts'
import { contracts } from '#shared/contracts/index.ts'
import { notFound, refused } from '#shared/errors.ts'
import { handle } from '../../kit/handle.ts'
import { toRows } from '../../wire/companies/row.ts'

export default handle(contracts.companies.get, async (context) => {
  const { actor, company, db, env } = context
  const why = refusalForManaging(actor, company)
  if (why || !company.parentId) throw refused(why ?? 'You may not reach this account.')
  // Both are its operators' to decide, and nobody else's to know.
  const isGoverned = company.kind === 'agency' && actor.role === 'root'
  const [node, parent, root, active, wallet] = await Promise.all([
    db.node.find(company.parentId, company.id),
    db.company.get(company.parentId),
    db.company.get(company.rootId),
    // Of a client its entry says it.
    company.kind === 'agency' ? db.node.count(company.id, 'activeCampaign') : undefined,
    isGoverned && can(actor, 'wallet:enable') ? db.ledger.get(company.id) : undefined,
  ])
  if (!node) throw notFound('company')
  const [data] = await toRows(db, [node], { root, platformDomain: env.PLATFORM_DOMAIN, seer: context })
  if (!data) throw notFound('company')
  if (active !== undefined) data.active_campaigns = active
  const { cancelledAt, cancelReason } = company
  const hasWallet = wallet && (mayBegin(root, company, 'dataWallet') || isWalletUsed(wallet))
  return {
    data,
    parent: { id: parent.id, name: parent.name },
    ...(isGoverned &&
      cancelledAt !== null && { cancelled: { at: new Date(cancelledAt).toISOString(), reason: cancelReason } }),
    ...(hasWallet && { is_enable_topup_prepaid_direct_payment: wallet.isTopUpEnabled }),
  }
})
