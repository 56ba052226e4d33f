import { notifications } from '@mantine/notifications'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// Each test stands alone: what one test rendered must not be found by the next. The host of notices is no module of ours, and
// remembers them for what renders it next.
afterEach(() => {
  cleanup()
  notifications.clean()
})

// Nothing is laid out here, so a trap for the focus thinks that everything is hidden, and would print the whole document
// to say so. That the focus is where it should be is proven in a browser.
const { warn } = console
console.warn = (...said: unknown[]) => {
  if (!String(said[0]).startsWith('[@mantine/hooks/use-focus-trap]')) warn(...said)
}
