// What the suites of this folder share: a platform, a receiver of webhooks, and campaigns with leads on their way to it.
import { startWebhookReceiver } from '#infra/local/doubles/webhook-receiver.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Destination } from '#shared/model/delivery.ts'
import { endWithFile } from '#tests/support/file-end.ts'
import { harness } from '#tests/support/harness.ts'
import { plantCampaign } from '#tests/support/plant-campaign.ts'
import { plantLead } from '#tests/support/plant-lead.ts'

export async function startDeliveries() {
  const h = await harness()
  const receiver = await startWebhookReceiver({ now: () => h.services.now() })
  endWithFile(() => receiver.stop())
  let made = 0
  const { deliver } = await import('#functions/domain/integrations/deliver.ts')

  const newCampaign = (more: Partial<Campaign> = {}) =>
    plantCampaign(h.db, {
      ...h.cast.campaigns.smiles,
      id: h.services.newId('campaign'),
      number: String(70_000_000 + ++made),
      name: `Delivered ${made}`,
      ...more,
    })
  /** As a person of the agency adds it; the receiver learns its secret. */
  async function addWebhook(campaign: Campaign, path = '/in/test') {
    const { status, body } = await h.call('ada', 'integrations.addWebhook', {
      company_id: campaign.companyId,
      campaign_id: campaign.number,
      url: `${receiver.url}${path}`,
    })
    if (status !== 200) throw new Error(`The webhook was refused: ${JSON.stringify(body)}`)
    receiver.trust(body.secret)
    const destination: Destination = {
      kind: 'webhook',
      id: body.data.id,
      companyId: campaign.companyId,
      scope: campaign.id,
      name: 'Test',
    }
    return destination
  }
  const newLead = (campaign: Campaign, person: Parameters<typeof plantLead>[2]['person'] = {}) =>
    plantLead(h, campaign, {
      id: h.services.newId('lead'),
      at: h.services.now(),
      person: {
        email: `lead-${h.services.newId('lead')}@leads.example`,
        firstName: 'Nora',
        phone: '+13125550111',
        ...person,
      },
    })
  /** A campaign with a webhook and a lead that waits to be delivered there. */
  async function oneOnItsWay(more: Partial<Campaign> = {}) {
    const campaign = await newCampaign(more)
    const destination = await addWebhook(campaign)
    const lead = await newLead(campaign)
    const { companyId, agencyId, id: campaignId } = campaign
    const message = { companyId, campaignId, agencyId, leadId: lead.id, leadAt: lead.createdAt, destination }
    const find = async () => {
      const found = await h.db.delivery.find({ companyId, campaignId }, lead.id, destination.id)
      if (!found) throw new Error('There is no such delivery.')
      return found
    }
    return { campaign, destination, lead, message, find }
  }
  return { ...h, receiver, newCampaign, addWebhook, newLead, oneOnItsWay, deliver }
}
