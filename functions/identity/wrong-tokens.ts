// One-time tokens are too long to be guessed; the person who tries all the same is slowed, and costs us little.
import { signInLimits } from '#shared/sign-in.ts'
import type { RequestFacts } from '../kit/request-facts.ts'
import type { Services } from '../kit/services.ts'
import { countSource } from '../kit/source-limit.ts'

export const slowGuessing = (services: Pick<Services, 'db' | 'now'>, request: RequestFacts): Promise<void> =>
  countSource(
    services,
    'wrong-token',
    request,
    signInLimits.wrongTokens,
    (wait) => `Too many links that do not work. Please try again in ${wait}.`,
  )
