import { reviewCampaigns } from '../domain/reports/weak-campaigns.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('reviewCampaigns', {
  run: (context) => reviewCampaigns(context, context.message.agencyId),
})
