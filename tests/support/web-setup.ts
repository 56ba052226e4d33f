// Before anything loads React.
import './prompt-react.ts'
import { notifications } from '@mantine/notifications'
import { cleanup, configure, getConfig } from '@testing-library/react'
import * as react from 'react'
import { afterEach, beforeEach, expect } from 'vitest'
import { beginTest } from './left-pages.ts'
import './light-nodes.ts'
import './light-styles.ts'
import { faultsOfOutline } from './outline.ts'

beginTest()
beforeEach(beginTest)

// Each test stands alone: what one test rendered must not be found by the next. The host of notices is no module of ours, and
// remembers them for what renders it next.
afterEach(() => {
  const faults = faultsOfOutline()
  cleanup()
  notifications.clean()
  expect(faults).toEqual([])
})

// Nothing is laid out here, so a trap for the focus thinks that everything is hidden, and would print the whole document
// to say so. That the focus is where it should be is proven in a browser.
const { warn } = console
console.warn = (...said: unknown[]) => {
  if (!String(said[0]).startsWith('[@mantine/hooks/use-focus-trap]')) warn(...said)
}

// While it is developed with, React notes for each element where it was made, which takes a sixth of the time here and is
// read by nobody. It stops by itself after ten thousand a second: here at once. Where React has no such count, all goes on as it was.
const internals: unknown = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => 10_000,
    set: () => {},
    configurable: true,
  })

// While something is waited for, each look that does not find it would print the whole page for an error that nobody reads:
// the last of them prints it once more, when the time is over.
const { getElementError } = getConfig()
configure({
  // A busy machine may take seconds to load the first page of a test.
  asyncUtilTimeout: 60_000,
  getElementError(message, container) {
    const isWaiting = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
    return isWaiting ? new Error(message ?? '') : getElementError(message, container)
  },
})
