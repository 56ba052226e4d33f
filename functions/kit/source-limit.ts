// How much one household or office may do at a door over all names: somebody who tries one password at a thousand accounts
// stays under the limit of each. Counted before it is done, so that two at once count twice.
import { tooMany } from '#shared/errors.ts'
import { networkOf, SOURCES_OF_NETWORK, sourceOf, untilUnderLimit } from '#shared/sign-in.ts'
import type { RequestFacts } from './request-facts.ts'
import type { Services } from './services.ts'

type Deps = Pick<Services, 'db' | 'now'>
export type SourceLimit = { perSource: number; windowMs: number }

/** Whose events are summed up: those of the source, and of the network out of which somebody can take many sources. */
function sumsOf({ ip }: Pick<RequestFacts, 'ip'>, perSource: number): { subject: string; most: number }[] {
  const network = networkOf(ip)
  return [
    { subject: sourceOf(ip), most: perSource },
    ...(network ? [{ subject: network, most: SOURCES_OF_NETWORK * perSource }] : []),
  ]
}

/** Counts one event of a source, or refuses it; `say` makes the sentence. What is refused does not count, so waiting helps. */
export async function countSource(
  { db, now }: Deps,
  kind: string,
  request: Pick<RequestFacts, 'ip'>,
  { perSource, windowMs }: SourceLimit,
  say: (wait: string) => string,
): Promise<void> {
  const at = now()
  const waits = await Promise.all(
    sumsOf(request, perSource).map(async ({ subject, most }) =>
      untilUnderLimit(await db.guard.slide(kind, subject, windowMs, at), most, windowMs, at),
    ),
  )
  const waitMs = Math.max(...waits)
  if (waitMs === 0) return
  await uncountSource({ db }, kind, request, { perSource, windowMs }, at)
  throw tooMany(say(describeWait(waitMs)), waitMs / 1000)
}

/** Takes back what turned out to be none of what is limited. `at`: when it was counted. */
export async function uncountSource(
  { db }: Pick<Deps, 'db'>,
  kind: string,
  request: Pick<RequestFacts, 'ip'>,
  { perSource, windowMs }: SourceLimit,
  at: number,
): Promise<void> {
  await Promise.all(sumsOf(request, perSource).map(({ subject }) => db.guard.uncount(kind, subject, windowMs, at)))
}

export function describeWait(waitMs: number): string {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000))
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}
