// What the payment provider never told us: of an account that its owner took away for a while it tells nothing, and after three days in
// which our endpoint did not answer it gives up. So it is asked: each event that was not taken then is taken now.
import type { EventsRun } from '#shared/jobs.ts'
import type { Db } from '../../../data/index.ts'
import type { Payments } from '../../../gateways/stripe.ts'
import { KEPT_MS, type TakeDeps, takeEvent } from './take.ts'

type Deps = Omit<TakeDeps, 'db'> & {
  db: Pick<Db, 'guard' | 'connectedAccount'>
  payments: Pick<Payments, 'listEvents'>
}

/**
 * Takes a page of what was not told of an agency's account, or of the platform's own, and has the next one taken. Answers one sentence
 * for the log.
 */
export async function hearMissedEvents(deps: Deps, { agencyId, wasAway = false, after }: EventsRun): Promise<string> {
  const { db, queues, payments, now } = deps
  const accountId = agencyId === undefined ? '' : (await db.connectedAccount.get({ company: agencyId })).accountId
  if (agencyId !== undefined && !accountId) return 'no account'
  // Of an account that was away, the provider had nobody to deliver to: nothing is marked there as not delivered. And what was told just
  // before may have been worked on when nothing could be seen any more.
  const since = now() - KEPT_MS
  const { events, next } = await payments.listEvents({ accountId, since, isUndelivered: !wasAway, after })
  let taken = 0
  for (const event of events) {
    // How the account itself stands is known, and to hear again that it went away would begin this anew.
    if (wasAway && event.type.startsWith('account.')) continue
    if (await takeEvent(deps, event, { isAgain: wasAway })) taken++
  }
  if (next !== undefined) await queues.send('hearMissedEvents', { agencyId, wasAway, after: next })
  return `${taken} of ${events.length} events taken`
}
