import { foldDays } from '../domain/reports/fold-days.ts'
import { reviewCampaigns } from '../domain/reports/weak-campaigns.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('reviewCampaigns', {
  async run(context) {
    const { agencyId } = context.message
    const folded = await foldDays(context, agencyId)
    return `${await reviewCampaigns(context, agencyId)}; ${folded} days folded`
  },
})
