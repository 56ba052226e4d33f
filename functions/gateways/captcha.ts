// Google's reCAPTCHA, asked whether a token came from a person. A service that cannot be asked is neither a yes nor a no:
// callers go on under tighter limits, because a broken captcha must neither close the door nor leave it open.
import * as z from 'zod'
import { boundedJson } from './bounded-text.ts'
import type { KeptSecret } from './kept-secret.ts'
import { signalFor } from './time-left.ts'

const Answer = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  /** Only keys of version 3 give one: 0 is certainly a robot, 1 certainly a person. */
  score: z.number().optional(),
  'error-codes': z.array(z.string()).optional(),
})

export type CaptchaVerdict = 'person' | 'robot' | 'unknown'

const LEAST_SCORE = 0.5
const LIMIT_MS = 2500
const MOST_BYTES = 65_536
/** After so many failures in a row the service is left alone for a while, so that nobody waits for it in vain. */
const FAILURES = 5
const PAUSE_MS = 30_000
/** What the service says when our own secret is wrong: that is our fault and not the visitor's. */
const ours = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request'])

/** The secret is asked for only when somebody must be checked: most containers never do. */
type Secret = KeptSecret<{ captchaSecret: string }>
type Options = { url?: string | undefined; keys: Secret; now: () => number; limitMs?: number }

export function openCaptcha({ url, keys, now, limitMs = LIMIT_MS }: Options) {
  const address = new URL('/recaptcha/api/siteverify', url ?? 'https://www.google.com')
  let failures = 0
  let pausedUntil = 0

  async function send(secret: string, token: string, ip: string): Promise<z.output<typeof Answer>> {
    const response = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: ip }),
      signal: signalFor(limitMs),
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`The captcha service answered ${response.status}.`)
    return Answer.parse(await boundedJson(response, MOST_BYTES))
  }

  /** A secret that is refused may have been replaced; a token that was not looked at is still good. */
  async function ask(token: string, ip: string): Promise<z.output<typeof Answer>> {
    const used = await keys.current()
    const answer = await send(used.captchaSecret, token, ip)
    if (!answer['error-codes']?.includes('invalid-input-secret')) return answer
    const newer = await keys.after(used)
    return newer ? send(newer.captchaSecret, token, ip) : answer
  }

  return {
    /** Judges a token that a visitor of `host` sent. */
    async check(token: string, { host, ip }: { host: string; ip: string }): Promise<CaptchaVerdict> {
      if (token === '') return 'robot'
      if (now() < pausedUntil) return 'unknown'
      try {
        const answer = await ask(token, ip)
        failures = 0
        if (answer['error-codes']?.some((code) => ours.has(code))) return 'unknown'
        // A token solved on another site proves nothing about a visitor of this one.
        const isHere = answer.hostname === undefined || answer.hostname.toLowerCase() === host
        return answer.success && isHere && (answer.score ?? 1) >= LEAST_SCORE ? 'person' : 'robot'
      } catch {
        failures++
        if (failures >= FAILURES) {
          failures = 0
          pausedUntil = now() + PAUSE_MS
        }
        return 'unknown'
      }
    },
  }
}
export type Captcha = ReturnType<typeof openCaptcha>
