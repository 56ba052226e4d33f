// What the payment provider never told us: of an account that its owner took away for a while it tells nothing, and after three days in
// which our endpoint did not answer it gives up. So it is asked: each event that was not taken then is taken now. Of an account that was
// away for longer than events are kept, the things themselves are asked for.
import { DAY } from '#shared/dates.ts'
import type { EventsRun } from '#shared/jobs.ts'
import type { Db } from '../../../data/index.ts'
import type { Payments } from '../../../gateways/stripe.ts'
import { KEPT_MS, type TakeDeps, takeEvent } from './take.ts'

type Deps = Omit<TakeDeps, 'db'> & {
  db: Pick<Db, 'guard' | 'connectedAccount'>
  payments: Pick<Payments, 'listEvents' | 'listReturns' | 'listCharges'>
}
type Heard = { taken: number; seen: number; next: string | undefined }

/** Events are kept for 30 days. What went back before was told then, unless the account was away already. */
const isLonger = (awaySince: number, now: number) => awaySince < now - KEPT_MS
/** It may have gone some time before we knew. */
const EARLIER_MS = DAY

async function hearEvents(deps: Deps, accountId: string, { awaySince, after }: EventsRun): Promise<Heard> {
  const wasAway = awaySince !== undefined
  // Of an account that was away, the provider had nobody to deliver to: nothing is marked there as not delivered. And what was told just
  // before may have been worked on when nothing could be seen any more.
  const asked = { accountId, since: deps.now() - KEPT_MS, isUndelivered: !wasAway, after }
  const { events, next } = await deps.payments.listEvents(asked)
  let taken = 0
  for (const event of events) {
    // How the account itself stands is known, and to hear again that it went away would begin this anew.
    if (wasAway && event.type.startsWith('account.')) continue
    if (await takeEvent(deps, event, { isAgain: wasAway })) taken++
  }
  return { taken, seen: events.length, next }
}

const eventOf = {
  charges: 'payment_intent.succeeded',
  refunds: 'refund.updated',
  disputes: 'charge.dispute.updated',
} as const

/**
 * Of charges those that we asked for right before it went, whose answer may be lost: none was asked for while it was away. One that our
 * books still look for is found by its key. One that an operator settled meanwhile, because nobody could look, is known by nothing else
 * than this any more, and goes back.
 */
async function hearReturns(
  { queues, payments }: Deps,
  accountId: string,
  { kind, awaySince, after }: { kind: keyof typeof eventOf; awaySince: number; after: string | undefined },
): Promise<Heard> {
  const asked = { accountId, since: awaySince - EARLIER_MS, after }
  const { ids, next } = await (kind === 'charges'
    ? payments.listCharges({ ...asked, until: awaySince + EARLIER_MS })
    : payments.listReturns({ ...asked, kind }))
  for (const objectId of ids)
    await queues.send('handleStripeEvent', { eventId: `missed-${objectId}`, type: eventOf[kind], accountId, objectId })
  return { taken: ids.length, seen: ids.length, next }
}

const kinds = ['charges', 'refunds', 'disputes'] as const

/** What is looked at after a list that has come to its end. */
function listAfter({ awaySince, returns }: EventsRun, now: number): EventsRun['returns'] {
  if (awaySince === undefined || !isLonger(awaySince, now)) return undefined
  return returns === undefined ? kinds[0] : kinds[kinds.indexOf(returns) + 1]
}

/**
 * Takes a page of what was not told of an agency's account, or of the platform's own, and has the next one taken. Answers one sentence
 * for the log.
 */
export async function hearMissedEvents(deps: Deps, run: EventsRun): Promise<string> {
  const { db, queues, now } = deps
  const { agencyId, awaySince, returns, after } = run
  const accountId = agencyId === undefined ? '' : (await db.connectedAccount.get({ company: agencyId })).accountId
  if (agencyId !== undefined && !accountId) return 'no account'
  const { taken, seen, next } =
    returns !== undefined && awaySince !== undefined
      ? await hearReturns(deps, accountId, { kind: returns, awaySince, after })
      : await hearEvents(deps, accountId, run)
  const further = listAfter(run, now())
  if (next !== undefined) await queues.send('hearMissedEvents', { agencyId, awaySince, returns, after: next })
  else if (further) await queues.send('hearMissedEvents', { agencyId, awaySince, returns: further })
  return `${taken} of ${seen} ${returns ?? 'events'} taken`
}
