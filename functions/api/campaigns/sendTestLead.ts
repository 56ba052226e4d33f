import { contracts } from '#shared/contracts/index.ts'
import { MINUTE } from '#shared/dates.ts'
import { tooMany } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.campaigns.sendTestLead, async ({ actor, campaign, db, now, tell }) => {
  const person = actor.viewing?.userId ?? actor.userId
  if (!(await db.guard.every(`test-lead:${person}`, MINUTE, now())))
    throw tooMany(messages.testLeadTooSoon, MINUTE / 1000)
  tell({
    description: `Sent a test lead for the campaign ${campaign.name}`,
    campaignId: campaign.id,
    after: { campaign: campaign.name },
  })
  // One line for each tool that it went to. A campaign without a connected tool has none, and the message says so.
  return { result: 'success' as const, message: messages.noIntegration, data: [] }
})
