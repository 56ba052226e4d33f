// How a function knows that a request came through our own edge: a header whose value only the two of us know.

/** A wrong header makes us read the secret again, but not more often than this. */
const REREAD_MS = 10_000

/** `values` are given on one machine; on AWS the secret holds them, and two are good while it is being renewed. */
export function openOrigin(options: { values: string[]; secretArn?: string | undefined; now: () => number }) {
  const { secretArn, now } = options
  let known = options.values
  let readAt = Number.NEGATIVE_INFINITY

  async function reread(id: string): Promise<void> {
    readAt = now()
    const { openSecrets } = await import('./secrets.ts')
    const secrets = openSecrets()
    const both = await Promise.all([
      secrets.read(id, { stage: 'AWSCURRENT' }),
      secrets.read(id, { stage: 'AWSPREVIOUS' }),
    ])
    known = both.filter((value): value is string => Boolean(value))
    if (known.length === 0) throw new Error('The secret that names our edge is empty.')
  }

  return {
    /** The values that are good at the moment. One that is unknown may be newer than what was read. */
    async accepted(given: string | undefined): Promise<string[]> {
      const isNew = given !== undefined && !known.includes(given)
      if (secretArn && (known.length === 0 || (isNew && now() >= readAt + REREAD_MS))) await reread(secretArn)
      return known
    },
  }
}
export type Origin = ReturnType<typeof openOrigin>
