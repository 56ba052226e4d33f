// A secret in a container that lives for hours: it is read when it is needed, again after its time, and again at once when what it
// opens refused it, so that an operator who replaces a key need not start functions anew.

/** A key that nobody refuses is looked at again after this. */
const MAX_AGE_MS = 5 * 60_000
/** However often a key is refused, the secret is read no more often than this. */
const REREAD_MS = 10_000

export type KeptSecret<T> = {
  /** The value as far as this container knows it. */
  current(): Promise<T>
  /** After `value` was refused: another value, where there is one by now. */
  after(value: T): Promise<T | undefined>
}

export function keepSecret<T>({ read, now }: { read: () => Promise<T>; now: () => number }): KeptSecret<T> {
  let known: { value: T; text: string } | undefined
  let triedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<T> | undefined

  async function readAnew(): Promise<T> {
    triedAt = now()
    const value = await read()
    const text = JSON.stringify(value)
    // One that is the same stays the same object: whether there is another one is asked by comparing them.
    if (known?.text !== text) known = { value, text }
    return known.value
  }

  /** Many requests that need it at once read it once. */
  function reread(): Promise<T> {
    reading ??= readAnew().finally(() => {
      reading = undefined
    })
    return reading
  }

  return {
    async current() {
      if (!known) return reread()
      if (now() < triedAt + MAX_AGE_MS) return known.value
      const { value } = known
      // While the secret cannot be read, what is known may still be good.
      return reread().catch(() => value)
    },
    async after(value) {
      const isKnown = known !== undefined && known.value === value
      if (isKnown && now() >= triedAt + REREAD_MS) await reread()
      else if (isKnown && reading) await reading
      return known && known.value !== value ? known.value : undefined
    },
  }
}

/** One that never changes, as where keys stand in the environment of one machine. */
export const fixedSecret = <T>(value: T): KeptSecret<T> => ({
  current: async () => value,
  after: async () => undefined,
})
