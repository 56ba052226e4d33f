// The caller's address as our own server sees it: asked once, kept, and never waited for.
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { base } from './base.ts'
import { readKey, storageKeys, writeKey } from './storage.ts'

const LOOK_UP_MS = 3000

let asking = false
let failed = false

async function lookUp() {
  asking = true
  try {
    const answer = await fetch(`${base}/general/client-address`, { signal: AbortSignal.timeout(LOOK_UP_MS) })
    const body: unknown = answer.ok ? await answer.json() : null
    if (typeof body === 'object' && body !== null && 'ip' in body && typeof body.ip === 'string')
      writeKey(storageKeys.address, body.ip)
    else failed = true
  } catch {
    // Without it the header is simply missing; the server decides by what it sees itself.
    failed = true
  }
  asking = false
}

/** The stored address, or null while nobody knows it. The first call of a page without one starts the look-up. */
export function knownAddress(): string | null {
  const stored = readKey(storageKeys.address)
  if (!stored && !asking && !failed) void lookUp()
  return stored
}

export function rememberAddress(ip: string) {
  if (ip && !readKey(storageKeys.address)) writeKey(storageKeys.address, ip)
}

export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || SYSTEM_ZONE
