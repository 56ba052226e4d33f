import { FIRST_KEY, listeners, newKey, type Place, type Places, readAddress } from './place.ts'

/** A history of its own, for parts that stand by themselves, such as in the gallery. */
export function keptPlaces(addresses: readonly string[] = ['/']): Places {
  const { tell, follow } = listeners()
  const toPlace = (to: string, from: Pick<Place, 'pathname'>, state: unknown): Place => ({
    ...readAddress(to, from),
    state,
    key: newKey(),
  })
  // The oldest has the name that the first entry of a visit has in a browser.
  let entries = addresses.map((address, at) => {
    const place = toPlace(address, { pathname: '/' }, null)
    return at === 0 ? { ...place, key: FIRST_KEY } : place
  })
  let index = entries.length - 1
  const start = toPlace('/', { pathname: '/' }, null)
  const now = () => entries[index] ?? start
  return {
    now,
    go(to, { replace = false, state = null } = {}) {
      const next = toPlace(to, now(), state)
      index = replace ? index : index + 1
      entries = [...entries.slice(0, index), next]
      tell()
    },
    walk(steps) {
      index = Math.min(Math.max(index + steps, 0), entries.length - 1)
      tell()
    },
    follow,
    guard: () => undefined,
  }
}
