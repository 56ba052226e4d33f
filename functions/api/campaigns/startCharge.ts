import { contracts } from '#shared/contracts/index.ts'
import { PAID_BY_WALLET } from '#shared/model/card-name.ts'
import { findMeans } from '../../domain/payments/payer.ts'
import { planStart } from '../../domain/purchases/plan.ts'
import { handle } from '../../kit/handle.ts'
import { toStartCharge } from '../../wire/campaigns/purchases.ts'

export default handle(contracts.campaigns.startCharge, async ({ campaign, company, actor, db, now }) => {
  const agency = db.company.get(campaign.agencyId)
  const [plan, means] = await Promise.all([
    planStart({ db, now }, campaign, agency, ''),
    agency.then((found) => findMeans(db, found.manualBill ? found : company, 'leads')),
  ])
  const isWallet = means === 'wallet'
  const paidWith = isWallet ? PAID_BY_WALLET : (means?.label ?? '')
  return {
    result: 'success' as const,
    data: toStartCharge(plan, actor.companyId === company.id, { paidWith, isWallet }),
  }
})
