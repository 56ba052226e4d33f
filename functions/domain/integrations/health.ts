// Follows how a webhook or a tool does, and switches it off after days of nothing but failures. Leads that come meanwhile are kept as
// not delivered, so that they can be sent once it is switched on again.
import { afterFailure, type Health, offFrom } from '#shared/integrations/health.ts'
import { reasonOf } from '#shared/integrations/reason.ts'
import type { DeliveryDeps, Letter, Outcome } from './adapter.ts'
import { tellFailing } from './tell.ts'

type Deps = Pick<DeliveryDeps, 'db' | 'queues' | 'now'>

/** A receiver as it was read, and what can be written of it. Each write is of that very one; false where somebody was quicker. */
export type Followed = {
  row: Health & { companyId: string }
  /** One name for all its mails. */
  id: string
  name: string
  /** The page on which it is switched on again. */
  path: string
  count: (now: number) => Promise<boolean>
  warn: (now: number) => Promise<boolean>
  switchOff: (now: number) => Promise<boolean>
  recover: () => Promise<boolean>
}

/** After each try that says something of the receiver. */
export async function follow(
  deps: Deps,
  { row, id, name, path, ...write }: Followed,
  outcome: Outcome,
  { campaign, isTest }: Pick<Letter, 'campaign'> & { isTest: boolean },
): Promise<void> {
  if (isTest || outcome.end === 'hold' || outcome.end === 'skipped' || outcome.end === 'gone') return
  if (outcome.end === 'delivered') {
    if (row.failingSince > 0) await write.recover()
    return
  }
  const now = deps.now()
  const next = afterFailure(row, now)
  if (next === 'none') return
  if (next === 'count') {
    await write.count(now)
    return
  }
  const isOff = next === 'off'
  const words = reasonOf(outcome.status) || outcome.words
  const offAt = isOff ? now : offFrom(row, now)
  // Tells before it writes: a worker that crashes in between does both again, and nobody gets a second mail.
  await tellFailing(
    deps,
    { companyId: row.companyId, id, name, path, words, since: row.failingSince, offAt, isOff },
    campaign,
  )
  await (isOff ? write.switchOff(now) : write.warn(now))
}
