import { useEffect, useState } from 'react'
import { createBrowserRouter, RouterProvider, useRouteError } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { Announcer } from './announcer.tsx'
import { preloadFirstPage } from './pages.ts'
import { Screen } from './screen.tsx'
import { followUpdates } from './update.ts'

/** What went wrong is shown by what surrounds the application, not by the router. */
function Failure(): never {
  throw useRouteError()
}

/** One route for every address: which page stands there is decided by the guard. */
const makeRouter = () => createBrowserRouter([{ path: '*', element: <Screen />, errorElement: <Failure /> }])

/** Everything that has an address. What is read without a sign-in is kept apart from what signed-in people read. */
export default function RoutedApp() {
  const [cache] = useState(() => new Map())
  const [router] = useState(makeRouter)
  useEffect(() => followUpdates(), [])
  useEffect(() => () => router.dispose(), [router])
  return (
    <Announcer>
      <SWRConfig value={{ provider: () => cache }}>
        <RouterProvider router={router} />
      </SWRConfig>
    </Announcer>
  )
}

/** Begins to fetch the page that a person will most likely come to. */
export function prepare(isRoot: boolean): void {
  preloadFirstPage(isRoot)
}
