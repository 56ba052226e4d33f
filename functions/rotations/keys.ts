import { createHash, generateKeyPairSync } from 'node:crypto'
import * as z from 'zod'
import { rotate } from '../kit/rotation.ts'

const Jwk = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), d: z.string() })
const Ring = z.looseObject({
  encryption: z.array(Jwk.extend({ kid: z.string() })).min(2),
})

function makeKey() {
  const jwk = Jwk.parse(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }))
  return { ...jwk, kid: createHash('sha256').update(`${jwk.x}.${jwk.y}`).digest('base64url').slice(0, 16) }
}

/**
 * Three keys that open request bodies: the one that browsers use, the one they will use after the next rotation, and
 * the one before. Every container has read a key long before the first browser uses it, and long after the last did.
 */
export function nextRing(text: string | undefined): string {
  const known = Ring.safeParse(parse(text))
  if (!known.success) {
    if (text !== undefined && parse(text) !== undefined)
      throw new Error('The key ring is not readable; it is left as it is.')
    return JSON.stringify({ encryption: [makeKey(), makeKey()] })
  }
  const [current, next] = known.data.encryption
  return JSON.stringify({ ...known.data, encryption: [next, makeKey(), current] })
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    // The secret starts as a random password that nobody uses.
    return undefined
  }
}

export const handler = rotate({ next: nextRing })
