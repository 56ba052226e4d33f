import { BrowserRouter } from 'react-router-dom'
import { Announcer } from './announcer.tsx'
import { Screen } from './screen.tsx'

/** Everything that has an address. */
export default function RoutedApp() {
  return (
    <BrowserRouter>
      <Announcer>
        <Screen />
      </Announcer>
    </BrowserRouter>
  )
}
