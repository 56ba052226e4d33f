import { useEffect } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { Announcer } from './announcer.tsx'
import { Screen } from './screen.tsx'
import { followUpdates } from './update.ts'

/** Everything that has an address. */
export default function RoutedApp() {
  useEffect(() => followUpdates(), [])
  return (
    <BrowserRouter>
      <Announcer>
        <Screen />
      </Announcer>
    </BrowserRouter>
  )
}
