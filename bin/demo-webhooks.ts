// Where the leads of the demonstration go: to the receiver of this very machine, at /_local/webhooks.
import { createWebhook } from '#functions/domain/integrations/webhooks.ts'
import type { Services } from '#functions/kit/services.ts'
import { demoWebhookSecret, demoWebhookUrl } from '#infra/local/doubles/webhook-receiver.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'

type Cast = { northlight: Company; copper: Company; campaigns: { smiles: Campaign } }

/** One of each agency, for all of its campaigns, and one of a single campaign. */
export async function plantWebhooks(services: Services, { northlight, copper, campaigns }: Cast): Promise<void> {
  const { smiles } = campaigns
  const places = [
    { companyId: northlight.id, scope: 'all', label: 'Demonstration' },
    { companyId: copper.id, scope: 'all', label: 'Demonstration' },
    { companyId: smiles.companyId, scope: smiles.id, label: 'Practice software' },
  ]
  for (const place of places)
    await createWebhook(services, {
      ...place,
      id: services.newId('webhook'),
      address: demoWebhookUrl,
      secret: demoWebhookSecret,
      now: services.now(),
    })
}
