import { contracts } from '#shared/contracts/index.ts'
import { conflict, lostTo } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { maySee } from '../../domain/integrations/serving.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.integrations.resetSheet, async ({ actor, campaign, db, queues, tell }) => {
  const { companyId, agencyId, id: campaignId } = campaign
  const [[present], choice] = await Promise.all([
    db.sheet.list(campaign),
    db.toolChoice.find({ companyId, campaignId, slug: 'google_sheets' }),
  ])
  if (!choice?.isEnabled || !maySee(actor.role, choice.ownerId === agencyId)) throw conflict(messages.sheetMissing)
  if (!(await db.sheet.want(campaign, (present?.number ?? 0) + 1)))
    throw lostTo({ leadspeekID: messages.changedMeanwhile })
  await queues.send('writeSheet', { companyId, campaignId, agencyId, ownerId: choice.ownerId })
  tell({
    description: `Began a new sheet for the campaign ${campaign.name}`,
    campaignId,
    before: { sheet: present?.title ?? '' },
  })
  return { result: 'success' as const, message: messages.sheetBegun }
})
