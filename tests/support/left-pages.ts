// A page that is loaded anew knows nothing of the one before. Here the document stays, and with it stayed what the application's modules
// listen to and observe for as long as they live: after a hundred tests each change of the page was reported to a hundred applications
// that nobody saw any more, each of which still moved the focus. So what they asked the page for is noted, and taken back, and what they
// meant to do later is not done: such a look for the focus came into the next test whenever its moment fell there.
const ROOM = /\/web\/(api|app|features|theme|ui)\/[^:]*$/

/** Kept by the page itself: this module is loaded for each file, and the page is the same. */
const KEPT = Symbol.for('leadloom.test.asked-of-page')
type Asked = [string, EventListenerOrEventListenerObject, (boolean | AddEventListenerOptions)?]
type Kept = {
  takeBacks: (() => void)[]
  /** Those that observe something now. */
  observers: Set<MutationObserver>
  /** Asked for before the test that runs. */
  before: { takeBacks: number; observers: MutationObserver[] }
}

/** Whether a module of the application called what called this: libraries ask once for all pages, or take back what they asked for. */
function isAskedByUs(): boolean {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = 3
  Error.prepareStackTrace = (_, sites) => sites
  const sites: unknown = new Error('asked').stack
  Object.assign(Error, { stackTraceLimit, prepareStackTrace })
  const caller = Array.isArray(sites) ? sites[2]?.getFileName() : undefined
  return typeof caller === 'string' && ROOM.test(caller)
}

function watch(): Kept {
  const kept: Kept = { takeBacks: [], observers: new Set(), before: { takeBacks: 0, observers: [] } }
  for (const target of [document, globalThis]) {
    const add: (...asked: Asked) => void = target.addEventListener
    Reflect.set(target, 'addEventListener', (...asked: Asked) => {
      if (isAskedByUs()) kept.takeBacks.push(() => target.removeEventListener(...asked))
      return add.apply(target, asked)
    })
  }
  const { setTimeout: later } = globalThis
  Reflect.set(globalThis, 'setTimeout', (...asked: Parameters<typeof later>) => {
    const timer = later(...asked)
    if (isAskedByUs()) kept.takeBacks.push(() => clearTimeout(timer))
    return timer
  })
  const { observe, disconnect } = MutationObserver.prototype
  MutationObserver.prototype.observe = function (...asked) {
    kept.observers.add(this)
    return observe.apply(this, asked)
  }
  MutationObserver.prototype.disconnect = function () {
    kept.observers.delete(this)
    return disconnect.apply(this)
  }
  return kept
}

function kept(): Kept {
  const known: Kept | undefined = Reflect.get(document, KEPT)
  if (known) return known
  const made = watch()
  Reflect.set(document, KEPT, made)
  return made
}

/** A test begins: two pages that it opens may stand side by side. Files without a page have nothing to take back. */
export function beginTest(): void {
  if (typeof document === 'undefined') return
  const all = kept()
  all.before = { takeBacks: all.takeBacks.length, observers: [...all.observers] }
}

/** What the pages of tests before this one asked for ends with them. */
export function forgetLeftPages(): void {
  const { before, takeBacks } = kept()
  for (const takeBack of takeBacks.splice(0, before.takeBacks)) takeBack()
  for (const observer of before.observers.splice(0)) observer.disconnect()
  before.takeBacks = 0
}
