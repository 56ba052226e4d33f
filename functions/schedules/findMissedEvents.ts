import { batches } from '../domain/companies/batches.ts'
import { onSchedule } from '../kit/schedule.ts'

/** Has the payment provider asked what it could not tell: of its account and of that of every agency. */
export const handler = onSchedule('findMissedEvents', async ({ db, queues }) => {
  await queues.send('hearMissedEvents', {})
  let sent = 1
  for (const root of await db.company.listRoots()) {
    const list = { parentId: root.id, kind: 'agency', sort: 'createdAt', order: 'asc' } as const
    for await (const nodes of batches(db, list)) {
      await queues.sendMany(
        'hearMissedEvents',
        nodes.map(({ companyId: agencyId }) => ({ message: { agencyId }, group: agencyId })),
      )
      sent += nodes.length
    }
  }
  return `${sent} accounts`
})
