import { seesDestination } from '#shared/access/destinations.ts'
import { contracts } from '#shared/contracts/index.ts'
import { MINUTE } from '#shared/dates.ts'
import { tooMany } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Destination } from '#shared/model/delivery.ts'
import { sendTestLead } from '../../domain/integrations/test-lead.ts'
import { handle } from '../../kit/handle.ts'
import { integrationSlug } from '../../wire/integrations/slugs.ts'

export default handle(contracts.campaigns.sendTestLead, async (context) => {
  const { input, actor, campaign, company, db, now, newId, tell } = context
  const person = actor.viewing?.userId ?? actor.userId
  if (!(await db.guard.every(`test-lead:${person}`, MINUTE, now())))
    throw tooMany(messages.testLeadTooSoon, MINUTE / 1000)
  const { integration_slug: wanted } = input
  const isWanted = (place: Destination) =>
    seesDestination(actor.role, place, campaign) && (!wanted || integrationSlug(place.kind) === wanted)
  const all = await sendTestLead(context, { campaign, client: company, id: newId('lead'), isWanted })
  const isNowhere = all.length === 0
  tell({
    description: isNowhere
      ? `Asked for a test lead for the campaign ${campaign.name}, which no tool is connected to`
      : `Sent a test lead for the campaign ${campaign.name}`,
    campaignId: campaign.id,
    after: { campaign: campaign.name, arrived: all.filter(({ isSent }) => isSent).length, asked: all.length },
  })
  const failed = all.some(({ isSent }) => !isSent)
  const message = failed ? messages.testLeadFailed : messages.testLeadSent
  return {
    result: 'success' as const,
    message: isNowhere ? messages.noIntegration : message,
    data: all.map(({ destination, isSent, words }) => ({
      integration_slug: integrationSlug(destination.kind),
      id: destination.id,
      name: destination.name,
      status: isSent ? ('sent' as const) : ('failed' as const),
      message: words,
    })),
  }
})
