import { contracts } from '#shared/contracts/index.ts'
import { leadsLeft } from '#shared/money/bought-leads.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.campaigns.remainingBalanceLeads, async ({ campaign, db }) => {
  const { lots = [], gone = 0 } = (await db.lead.findMeter(campaign)) ?? {}
  return { remainingBalanceLeads: leadsLeft(lots, gone) }
})
