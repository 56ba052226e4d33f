// A page that stays open for days follows new versions by itself: it reloads once a new one is there, as soon as nobody
// would lose what they typed.

import { isUnderWay } from '../api/work-under-way.ts'
import { unsavedIn } from '../ui/unsaved.ts'

const LOOK_AGAIN_MS = 30 * 60_000
const WAIT_MS = 2000

/** Fields that somebody typed into. Those that are gone from the page count no more. */
const touched = new Set<Element>()

function note({ target }: Event) {
  if (target instanceof Element) touched.add(target)
}

const isFilled = (field: Element) => 'value' in field && typeof field.value === 'string' && field.value !== ''

/** Whether something would be lost: an open dialog, a form that was changed, a field that somebody typed into, or work under way. */
function hasUnsavedInput(): boolean {
  for (const field of touched) if (!field.isConnected) touched.delete(field)
  const isOpen = document.querySelector('[role="dialog"]') !== null
  return isOpen || isUnderWay() || unsavedIn('page').length > 0 || [...touched].some(isFilled)
}

type Container = Pick<ServiceWorkerContainer, 'controller' | 'register' | 'addEventListener'>

/** Registers the worker and reloads the page when another one takes over. Answers how to stop. */
export function followUpdates(
  container: Container | undefined = navigator.serviceWorker,
  reload: () => void = () => location.reload(),
): () => void {
  if (!container) return () => undefined
  document.addEventListener('input', note, true)
  // The first worker of a visit takes over a page that is as new as itself.
  let isFirst = container.controller === null
  let waiting: ReturnType<typeof setInterval> | undefined
  const reloadWhenFree = () => {
    if (hasUnsavedInput()) return
    clearInterval(waiting)
    reload()
  }
  container.addEventListener('controllerchange', () => {
    if (isFirst) {
      isFirst = false
      return
    }
    if (waiting !== undefined) return
    waiting = setInterval(reloadWhenFree, WAIT_MS)
    reloadWhenFree()
  })
  let asking: ReturnType<typeof setInterval> | undefined
  void container
    .register('/sw.js')
    .then((registration) => {
      const look = () => void registration.update().catch(() => undefined)
      asking = setInterval(look, LOOK_AGAIN_MS)
      document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())
    })
    // Without a worker the page simply stays as it is.
    .catch(() => undefined)
  return () => {
    clearInterval(waiting)
    clearInterval(asking)
    document.removeEventListener('input', note, true)
  }
}
