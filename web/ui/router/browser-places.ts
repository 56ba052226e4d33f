import { addressOf, FIRST_KEY, type Guard, listeners, newKey, type Place, type Places, readAddress } from './place.ts'

/** What stands in an entry of the browser's history: which one it is, and what was handed over to it. */
type Kept = { usr?: unknown; key?: string; idx?: number } | null

function readPlace(): Place {
  const { pathname, search, hash } = location
  const kept: Kept = history.state
  return { pathname, search, hash, state: kept?.usr ?? null, key: kept?.key ?? FIRST_KEY }
}

const indexNow = (): number | null => {
  const kept: Kept = history.state
  return kept?.idx ?? null
}

/** The browser's own history. */
export function browserPlaces(): Places & { end: () => void } {
  const { tell, follow } = listeners()
  if (indexNow() === null) history.replaceState({ ...history.state, idx: 0 }, '')
  let place = readPlace()
  let index = indexNow() ?? 0
  let guard: Guard | null = null
  /** What a step of our own through the history does when it arrives, instead of being shown. */
  let arrived: (() => void) | null = null

  const move = (next: Place, { replace }: { replace: boolean }) => {
    index = replace ? index : index + 1
    const kept: Kept = { usr: next.state, key: next.key, idx: index }
    if (replace) history.replaceState(kept, '', addressOf(next))
    else history.pushState(kept, '', addressOf(next))
    place = next
    tell()
  }
  const show = () => {
    place = readPlace()
    index = indexNow() ?? index
    tell()
  }
  /** Back and Forward have happened when they are told of: what must wait is undone, and done again later. */
  function onPop() {
    if (arrived) {
      const done = arrived
      arrived = null
      done()
      return
    }
    const next = readPlace()
    const steps = (indexNow() ?? index) - index
    const again = () => {
      arrived = show
      history.go(steps)
    }
    if (steps !== 0 && guard?.(place, next, again)) {
      arrived = () => undefined
      history.go(-steps)
    } else show()
  }
  addEventListener('popstate', onPop)
  return {
    now: () => place,
    go(to, { replace = false, state = null } = {}) {
      const next = { ...readAddress(to, place), state, key: newKey() }
      const act = () => move(next, { replace })
      if (!guard?.(place, next, act)) act()
    },
    walk: (steps) => history.go(steps),
    follow,
    guard: (asked) => {
      guard = asked
    },
    end: () => removeEventListener('popstate', onPop),
  }
}
