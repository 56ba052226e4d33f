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

/** Longer than browsers take for a step of their history; where one is lost, or another step crosses it, it is asked for again. */
const TURN_MS = 200
const MOST_TURNS = 10

/** Which of the browser's entries stands there: the library numbers those that it makes. */
const entryNow = (): number | undefined => window.history.state?.idx ?? undefined

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
  let shownEntry = entryNow()
  let show: (() => void) | undefined
  let isAllowed = false
  /** While the browser is on its way back to what is shown: what the page itself wants, which would stand at another entry. */
  let waiting: (() => void)[] | undefined
  let turns = 0
  let timer: ReturnType<typeof setTimeout> | undefined

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
    // One that a link within the page made has no number yet.
    if (entryNow() === undefined) window.history.replaceState({ idx: (shownEntry ?? 0) + 1 }, '')
    shownEntry = entryNow()
    show?.()
  }
  function step(to: To, change: () => void): void {
    if (waiting) {
      waiting.push(() => step(to, change))
      return
    }
    const go = () => {
      change()
      showNow()
    }
    const { pathname = shown.pathname, search = '' } = typeof to === 'string' ? parsePath(to) : to
    if (mustAsk({ pathname, search })) hold({ pathname, search }, go)
    else go()
  }
  function goTo(entry = 0): void {
    const steps = entry - (entryNow() ?? entry)
    // No steps would load the page anew.
    if (steps !== 0) inner.go(steps)
  }
  /** Goes to what is shown, as often as it takes: somebody may press Back again before the browser has done one step. */
  function turnBack(): void {
    clearTimeout(timer)
    if (entryNow() !== shownEntry && turns++ < MOST_TURNS) {
      timer = setTimeout(turnBack, TURN_MS)
      goTo(shownEntry)
      return
    }
    const after = waiting ?? []
    waiting = undefined
    for (const each of after) each()
  }
  /** The browser has gone already, back or forth: where that must be asked, it returns, and goes once more when it may. */
  function follow(delta: number | null): void {
    const entry = entryNow()
    if (waiting) {
      // Not there yet: another step crossed this one, and is undone once both are through.
      if (entry === shownEntry) turnBack()
      return
    }
    const to = inner.location
    if (delta === null || isAllowed || !mustAsk(to)) {
      isAllowed = false
      showNow()
      return
    }
    const go = () => {
      isAllowed = true
      goTo(entry)
    }
    waiting = []
    turns = 0
    turnBack()
    hold(to, () => (waiting ? waiting.push(go) : go()))
  }

  return {
    now: () => ({ location: shown, navigationType: inner.action }),
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
