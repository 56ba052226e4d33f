import { useEffect, useState } from 'react'
import { SWRConfig } from 'swr'
import { browserPlaces } from '../ui/router/browser-places.ts'
import { Router } from '../ui/router/router.tsx'
import { Announcer } from './announcer.tsx'
import { preloadFirstPage } from './pages.ts'
import { Screen } from './screen.tsx'
import { followUpdates } from './update.ts'

/** Everything that has an address. What is read without a sign-in is kept apart from what signed-in people read. */
export default function RoutedApp() {
  const [cache] = useState(() => new Map())
  const [places] = useState(browserPlaces)
  useEffect(() => followUpdates(), [])
  useEffect(() => places.end, [places])
  return (
    <Announcer>
      <SWRConfig value={{ provider: () => cache }}>
        <Router places={places}>
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
