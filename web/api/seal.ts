// Wraps a body for the server: a compact JWE for the key it publishes, bound to method, path, moment and sign-in,
// so that a copied body is of no use for another call.
import { CompactEncrypt } from 'jose/jwe/compact/encrypt'
import { dtAlgorithm } from '#shared/wire.ts'
import { base } from './base.ts'
import { bytesToBase64, textToBytes } from './bytes.ts'
import { readAnswer } from './read-answer.ts'

type PublicKey = { kty: string; crv: string; x: string; y: string; kid: string; use: string; alg: string }
type SealingKey = { kid: string; key: CryptoKey; serverAhead: number }

const KEEP_MS = 10 * 60_000

let kept: { at: number; key: Promise<SealingKey> } | undefined

/** Seconds by which the server's clock runs before ours: a wrong clock on a desk must not lock its owner out. */
function clockDifference(answer: Response): number {
  const sent = Date.parse(answer.headers.get('date') ?? '')
  const age = Number(answer.headers.get('age') ?? 0) * 1000
  return Number.isNaN(sent) ? 0 : Math.round((sent + age - Date.now()) / 1000)
}

async function fetchKey(): Promise<SealingKey> {
  const answer = await fetch(`${base}/.well-known/jwks.json`)
  const body = await readAnswer(answer)
  // @NOTE the contract `public.keys` gives this shape, and the server checks every answer against it.
  const found = (body as { keys: PublicKey[] }).keys.find((entry) => entry.use === 'enc')
  if (!found) throw new Error('The server publishes no key for bodies.')
  const { kty, crv, x, y, kid } = found
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, { name: 'ECDH', namedCurve: crv }, false, [])
  return { kid, key, serverAhead: clockDifference(answer) }
}

function sealingKey(): Promise<SealingKey> {
  if (!kept || Date.now() - kept.at > KEEP_MS) {
    const key = fetchKey()
    kept = { at: Date.now(), key }
    key.catch(() => {
      kept = undefined
    })
  }
  return kept.key
}

const CLOCK_TOLERANCE_S = 60

/** Forgets the key after a refusal. True when key or clock turned out different, so that sending again makes sense. */
export async function renewSealingKey(): Promise<boolean> {
  const before = await kept?.key.catch(() => undefined)
  kept = undefined
  const after = await sealingKey()
  return before?.kid !== after.kid || Math.abs(before.serverAhead - after.serverAhead) > CLOCK_TOLERANCE_S
}

export function prepare() {
  // What fails now is tried again, and reported, when a body is really sealed.
  sealingKey().catch(() => undefined)
}

export async function seal(
  payload: unknown,
  call: { method: string; path: string; accessToken: string | null },
): Promise<string> {
  const { kid, key, serverAhead } = await sealingKey()
  const header: Record<string, string | number> = {
    htm: call.method,
    htu: call.path,
    hth: location.hostname,
    iat: Math.floor(Date.now() / 1000) + serverAhead,
  }
  if (call.accessToken) {
    header.ath = bytesToBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', textToBytes(call.accessToken))))
  }
  return new CompactEncrypt(textToBytes(JSON.stringify(payload)))
    .setProtectedHeader({ ...dtAlgorithm, kid, ...header })
    .encrypt(key)
}
