import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'
import { toCampaign } from '../../wire/developer/api.ts'

export default handle(contracts.developer.getCampaign, async ({ campaign, company }) => toCampaign(campaign, company))
