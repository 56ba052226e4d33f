/** Numbers that look random and are the same for the same seed (mulberry32). */
export function openDice(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    between: (low: number, high: number) => low + below(high - low + 1),
    chance: (share: number) => next() < share,
    pick<T>(list: readonly T[]): T {
      const found = list[below(list.length)]
      if (found === undefined) throw new Error('Nothing to pick from.')
      return found
    },
  }
}
export type Dice = ReturnType<typeof openDice>
