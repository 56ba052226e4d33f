// One-time tokens are too long to be guessed; whoever tries all the same is slowed, and costs us little.
import { tooMany } from '#shared/errors.ts'
import { signInLimits, sourceOf } from '#shared/sign-in.ts'
import type { RequestFacts } from './request-facts.ts'
import type { Services } from './services.ts'

const { perSource, windowMs } = signInLimits.wrongTokens

export async function slowGuessing({ db, now }: Pick<Services, 'db' | 'now'>, request: RequestFacts): Promise<void> {
  if ((await db.guard.count('wrong-token', sourceOf(request.ip), windowMs, now())) > perSource)
    throw tooMany('Too many links that do not work. Please try again in 15 minutes.', windowMs / 1000)
}
