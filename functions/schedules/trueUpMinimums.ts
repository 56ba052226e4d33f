import { dayIn } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import { sortValue } from '../data/node.ts'
import { trueUp } from '../domain/true-up.ts'
import { onSchedule, type ScheduleContext } from '../kit/schedule.ts'

const AT_ONCE = 100

/** Every agency of a root, page by page. */
async function* agenciesOf({ db }: ScheduleContext, root: Company): AsyncGenerator<string> {
  const list = { parentId: root.id, kind: 'agency', sort: 'created_at', order: 'asc' } as const
  let at: { value: string; companyId: string } | undefined
  for (;;) {
    const page = await db.node.read(list, { at, limit: AT_ONCE })
    for (const { companyId } of page) if (companyId !== at?.companyId) yield companyId
    const last = page.at(-1)
    if (!last || page.length < AT_ONCE) return
    at = { value: sortValue(last, 'created_at'), companyId: last.companyId }
  }
}

export const handler = onSchedule('trueUpMinimums', async (context) => {
  const { db, at } = context
  const count = { paid: 0, failed: 0, open: 0 }
  const errors: unknown[] = []
  for (const root of await db.company.listRoots()) {
    const day = { today: dayIn(root.timeZone, at), timeZone: root.timeZone }
    for await (const id of agenciesOf(context, root)) {
      // One that cannot be charged must not keep the others from it.
      await db.company
        .get(id)
        .then((agency) => trueUp(context, agency, day))
        .then(
          (charged) => {
            if (charged) count[charged.is]++
          },
          (error) => void errors.push(error),
        )
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} agencies could not be looked at.`)
  return `${count.paid} charged, ${count.failed} declined, ${count.open} not known yet`
})
