import { useEffect, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { Announcer } from './announcer.tsx'
import { Screen } from './screen.tsx'
import { followUpdates } from './update.ts'

/** Everything that has an address. What is read without a sign-in is kept apart from what signed-in people read. */
export default function RoutedApp() {
  const [cache] = useState(() => new Map())
  useEffect(() => followUpdates(), [])
  return (
    <BrowserRouter>
      <Announcer>
        <SWRConfig value={{ provider: () => cache }}>
          <Screen />
        </SWRConfig>
      </Announcer>
    </BrowserRouter>
  )
}
