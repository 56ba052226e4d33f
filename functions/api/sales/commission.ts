import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { toPercent } from '#shared/money/commission.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.sales.commission, async ({ company }) => {
  if (company.kind !== 'agency') throw invalid({ companyID: 'Only agencies have sales people.' })
  const { representative = 0, accountExecutive = 0, referrer = 0 } = company.commissionRates
  return {
    salesRepRate: toPercent(representative),
    salesAERate: toPercent(accountExecutive),
    salesRefRate: toPercent(referrer),
  }
})
