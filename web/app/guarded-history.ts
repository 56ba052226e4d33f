// The browser's history, in which a step may have to be allowed first.
import { UNSAFE_createBrowserHistory as createBrowserHistory, parsePath, type To } from 'react-router-dom'

type Address = { pathname: string; search: string }
type Guard = {
  /** Whether a step has to be allowed; `ask` then calls one of its two ends. */
  isAsked: (from: Address, to: Address) => boolean
  ask: (from: Address, to: Address, go: () => void, stay: () => void) => void
}

let guard: Guard | undefined
/** The step that waits for an answer. Another one while the question stands only changes where to. */
let held: (() => void) | undefined

/** There is one guard at a time; what it still asks when it goes is not answered any more. */
export function guardAddress(asked: Guard): () => void {
  guard = asked
  return () => {
    guard = undefined
    held = undefined
  }
}

export function openHistory() {
  const inner = createBrowserHistory()
  let shown = inner.location
  let show: (() => void) | undefined
  let isTurningBack = false
  let isAllowed = false

  const end = (isSure: boolean) => {
    const go = held
    held = undefined
    if (isSure) go?.()
  }
  const mustAsk = (to: Address) => guard?.isAsked(shown, to) === true
  function hold(to: Address, go: () => void): void {
    const isStanding = held !== undefined
    held = go
    if (isStanding) return
    const ends = [() => end(true), () => end(false)] as const
    guard?.ask(shown, to, ...ends)
  }
  function showNow(): void {
    shown = inner.location
    show?.()
  }
  function step(to: To, change: () => void): void {
    const go = () => {
      change()
      showNow()
    }
    const { pathname = shown.pathname, search = '' } = typeof to === 'string' ? parsePath(to) : to
    if (mustAsk({ pathname, search })) hold({ pathname, search }, go)
    else go()
  }
  /** The browser has gone already, back or forth: where that must be asked, it returns, and goes once more when it may. */
  function follow(delta: number | null): void {
    if (isTurningBack) {
      isTurningBack = false
      return
    }
    const to = inner.location
    if (delta === null || isAllowed || !mustAsk(to)) {
      isAllowed = false
      showNow()
      return
    }
    isTurningBack = true
    inner.go(-delta)
    hold(to, () => {
      isAllowed = true
      inner.go(delta)
    })
  }

  return {
    now: () => ({ location: inner.location, navigationType: inner.action }),
    listen(listener: () => void): () => void {
      show = listener
      return inner.listen(({ delta }) => follow(delta))
    },
    navigator: {
      createHref: inner.createHref,
      go: inner.go,
      push: (to: To, state?: unknown) => step(to, () => inner.push(to, state)),
      replace: (to: To, state?: unknown) => step(to, () => inner.replace(to, state)),
    },
  }
}
