import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { Router } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { Announcer } from './announcer.tsx'
import { openHistory } from './guarded-history.ts'
import { preloadFirstPage } from './pages.ts'
import { Screen } from './screen.tsx'
import { followUpdates } from './update.ts'

/**
 * Everything that has an address. What is read without a sign-in is kept apart from what signed-in people read. Which page stands at an
 * address is decided by the guard, so the package's routes with their loaders and actions, half of its weight, stay out.
 */
export default function RoutedApp() {
  const [cache] = useState(() => new Map())
  const [history] = useState(openHistory)
  const [at, setAt] = useState(history.now)
  useEffect(() => followUpdates(), [])
  // A page stays until the next one can be drawn.
  useLayoutEffect(() => history.listen(() => startTransition(() => setAt(history.now()))), [history])
  return (
    <Announcer>
      <SWRConfig value={{ provider: () => cache }}>
        <Router {...at} navigator={history.navigator}>
          <Screen />
        </Router>
      </SWRConfig>
    </Announcer>
  )
}

/** Begins to fetch the page that a person will most likely come to. */
export function prepare(isRoot: boolean): void {
  preloadFirstPage(isRoot)
}
