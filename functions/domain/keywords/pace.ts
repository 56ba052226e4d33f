// How often one person may ask what the lead data provider is asked for. The person who looks counts, not the one looked at.
import { MINUTE } from '#shared/dates.ts'
import { tooMany } from '#shared/errors.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Db } from '../../data/index.ts'

const mostAMinute = { suggest: 120, estimate: 30, count: 10 } as const

/** Counts one question, and refuses it with 429 where the minute has seen enough of them. */
export async function paceOf(
  { db, now }: { db: Pick<Db, 'guard'>; now: () => number },
  kind: keyof typeof mostAMinute,
  actor: Pick<UserActor, 'userId' | 'viewing'>,
): Promise<void> {
  const asked = await db.guard.count(`keywords-${kind}`, actor.viewing?.userId ?? actor.userId, MINUTE, now())
  if (asked > mostAMinute[kind])
    throw tooMany('You asked this many times in a minute. Please wait a little.', MINUTE / 1000)
}
