import { batches } from '../domain/companies/batches.ts'
import { onSchedule } from '../kit/schedule.ts'

/** Has the running campaigns of every agency looked at: did they find what they should? Its days that are over are folded with it. */
export const handler = onSchedule('reviewAgencies', async ({ db, queues }) => {
  let sent = 0
  for (const root of await db.company.listRoots()) {
    const list = { parentId: root.id, kind: 'agency', sort: 'createdAt', order: 'asc' } as const
    for await (const nodes of batches(db, list)) {
      await queues.sendMany(
        'reviewCampaigns',
        nodes.map(({ companyId: agencyId }) => ({ message: { agencyId }, group: agencyId })),
      )
      sent += nodes.length
    }
  }
  return `${sent} agencies`
})
