import { dayIn } from '#shared/dates.ts'
import { billByTerm } from '../domain/manual-billing.ts'
import { onSchedule } from '../kit/schedule.ts'

const MOST_AGENCIES = 100_000

export const handler = onSchedule('billManually', async (context) => {
  const { db, at } = context
  const count = { paid: 0, failed: 0, open: 0 }
  const errors: unknown[] = []
  for (const root of await db.company.listRoots()) {
    const day = { today: dayIn(root.timeZone, at), timeZone: root.timeZone }
    const { found } = await db.node.marked(root.id, 'agency', 'direct_payment', MOST_AGENCIES)
    for (const id of found.keys()) {
      try {
        for (const { is } of await billByTerm(context, await db.company.get(id), day)) count[is]++
      } catch (error) {
        // One that cannot be billed must not keep the others from it.
        errors.push(error)
      }
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} agencies could not be billed.`)
  return `${count.paid} charged, ${count.failed} declined, ${count.open} not known yet`
})
