// Passwords that stood in breaches of other sites, asked for by the protocol of Pwned Passwords (haveibeenpwned.com, API v3, "range"): it
// is told the first five letters of a password's SHA-1 and answers all endings that it knows, padded so that the length says nothing.
// Neither the password nor its hash leaves us.
import { createHash } from 'node:crypto'
import { boundedText } from './bounded-text.ts'
import { signalFor } from './time-left.ts'

/** `unknown`: it could not be asked. */
export type Breached = 'yes' | 'no' | 'unknown'

const LIMIT_MS = 1500
/** A padded answer has some 1,000 lines of 40 letters. */
const MOST_BYTES = 256 * 1024
/** After so many failures in a row it is left alone for a while, so that nobody waits for it in vain. */
const FAILURES = 3
const PAUSE_MS = 60_000
const LINE = /^([0-9A-F]{35}):(\d+)$/i

export function openBreachedPasswords({ url, now }: { url?: string | undefined; now: () => number }) {
  let failures = 0
  let pausedUntil = 0

  async function endingsOf(prefix: string): Promise<Map<string, number>> {
    const response = await fetch(new URL(`/range/${prefix}`, url), {
      headers: { 'add-padding': 'true', 'user-agent': 'Leadloom' },
      signal: signalFor(LIMIT_MS),
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`Pwned Passwords answered ${response.status}.`)
    const lines = (await boundedText(response, MOST_BYTES)).split(/\r?\n/).filter(Boolean)
    const found = lines.map((line) => LINE.exec(line))
    // A page of a proxy says nothing about a password.
    if (found.length === 0 || found.includes(null)) throw new Error('Pwned Passwords answered something else.')
    return new Map(found.map((match) => [match?.[1]?.toUpperCase() ?? '', Number(match?.[2])]))
  }

  return {
    async find(password: string): Promise<Breached> {
      // Where nobody is to be asked, nothing is known against a password.
      if (!url) return 'no'
      if (now() < pausedUntil) return 'unknown'
      // @NOTE SHA-1 is what the service sorts by; nothing is protected by it.
      const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
      try {
        const endings = await endingsOf(hash.slice(0, 5))
        failures = 0
        // Padding counts 0.
        return (endings.get(hash.slice(5)) ?? 0) > 0 ? 'yes' : 'no'
      } catch {
        failures += 1
        if (failures >= FAILURES) {
          failures = 0
          pausedUntil = now() + PAUSE_MS
        }
        return 'unknown'
      }
    },
  }
}
export type BreachedPasswords = ReturnType<typeof openBreachedPasswords>
