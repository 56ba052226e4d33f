import { contracts } from '#shared/contracts/index.ts'
import { estimateRefund } from '../../domain/purchases/refund.ts'
import { handle } from '../../kit/handle.ts'
import { toEstimate } from '../../wire/campaigns/purchases.ts'

export default handle(contracts.campaigns.estimateRefundTopUp, async ({ campaign, company, actor, db }) => {
  const { plan, paidWith } = await estimateRefund({ db }, campaign, { isClient: actor.companyId === company.id })
  return toEstimate(plan, paidWith)
})
