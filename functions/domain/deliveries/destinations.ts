// Where leads of a campaign go. Apart from how they are sent there: who stores a lead needs to know no more than this.
import { tools } from '#shared/integrations/tools.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Destination } from '#shared/model/delivery.ts'
import type { ToolChoiceOfCampaign } from '#shared/model/tool-connection.ts'
import type { Db } from '../../data/index.ts'
import { toWebhookDestination, webhooksOf } from '../integrations/webhooks.ts'

const toDestination = ({ slug, ownerId, campaignId }: ToolChoiceOfCampaign): Destination => ({
  kind: slug,
  id: slug,
  companyId: ownerId,
  scope: campaignId,
  name: tools[slug].name,
})

/** Those that are switched on. */
export async function destinationsOf(
  { db }: { db: Pick<Db, 'webhook' | 'toolChoice'> },
  campaign: Campaign,
): Promise<Destination[]> {
  const [webhooks, choices] = await Promise.all([
    webhooksOf(db, campaign, { consistent: false }),
    db.toolChoice.list(campaign, false),
  ])
  const isSheet = campaign.reportType === 'GoogleSheet'
  return [
    // One that only failed is still a place that leads were to go to: they are kept as not delivered.
    ...webhooks.filter(({ isEnabled, offAt }) => isEnabled || offAt > 0).map(toWebhookDestination),
    ...choices
      .filter(
        ({ isEnabled, slug }) => isEnabled && tools[slug].way !== 'addresses' && (slug !== 'google_sheets' || isSheet),
      )
      .map(toDestination),
  ]
}
