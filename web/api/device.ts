// A random secret of this browser, by which an account knows it again: the person who guesses at the password elsewhere cannot
// lock its owner out here. It is kept apart from the session, because it must outlive signing out.
import { bytesToBase64 } from './bytes.ts'

const form = /^[\w-]{43}$/
const make = () => bytesToBase64(crypto.getRandomValues(new Uint8Array(32)))

/** As sign-in calls take it. A browser without a key store has none, and is a new device each time. */
export async function ownDevice(): Promise<{ device?: string }> {
  try {
    const { keepForGood } = await import('./vault.ts')
    const device = await keepForGood('device', make)
    return typeof device === 'string' && form.test(device) ? { device } : {}
  } catch {
    return {}
  }
}
