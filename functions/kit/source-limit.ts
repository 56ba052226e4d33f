// How much one household or office may do at a door over all names: somebody who tries one password at a thousand accounts
// stays under the limit of each. Counted before it is done, so that two at once count twice.
import { tooMany } from '#shared/errors.ts'
import { sourceOf, untilUnderLimit } from '#shared/sign-in.ts'
import type { RequestFacts } from './request-facts.ts'
import type { Services } from './services.ts'

type Deps = Pick<Services, 'db' | 'now'>
export type SourceLimit = { perSource: number; windowMs: number }

/** Counts one event of a source, or refuses it; `say` makes the sentence. What is refused does not count, so waiting helps. */
export async function countSource(
  { db, now }: Deps,
  kind: string,
  request: Pick<RequestFacts, 'ip'>,
  { perSource, windowMs }: SourceLimit,
  say: (wait: string) => string,
): Promise<void> {
  const at = now()
  const source = sourceOf(request.ip)
  const waitMs = untilUnderLimit(await db.guard.slide(kind, source, windowMs, at), perSource, windowMs, at)
  if (waitMs === 0) return
  await db.guard.uncount(kind, source, windowMs, at)
  throw tooMany(say(describeWait(waitMs)), waitMs / 1000)
}

/** Takes back what turned out to be none of what is limited. `at`: when it was counted. */
export const uncountSource = (
  { db }: Pick<Deps, 'db'>,
  kind: string,
  { ip }: Pick<RequestFacts, 'ip'>,
  { windowMs }: SourceLimit,
  at: number,
): Promise<void> => db.guard.uncount(kind, sourceOf(ip), windowMs, at)

export function describeWait(waitMs: number): string {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000))
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}
