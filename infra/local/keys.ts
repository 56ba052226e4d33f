// Key material of one developer's machine: made once, kept in a file that only its owner can read. On AWS
// the same values come from KMS and Secrets Manager.
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import * as z from 'zod'

const secret = z.string().min(43)
const ecKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string(),
})

const LocalKeys = z.object({
  /** Signs access tokens. */
  signing: ecKey.extend({ alg: z.literal('ES256'), use: z.literal('sig') }),
  /** Opens request bodies that browsers encrypted for us. */
  encryption: ecKey.extend({ alg: z.literal('ECDH-ES'), use: z.literal('enc') }),
  /** Value of the header by which the functions know their own edge. */
  originVerifySecret: secret,
  /** What values in the table are sealed with; a secret of its own on AWS. `functions/gateways/seal.ts` reads it. */
  dataKey: secret,
})
/** Private keys as JWKs; take `d` out before one is published. */
export type LocalKeys = z.output<typeof LocalKeys>

async function makeKey(alg: 'ES256' | 'ECDH-ES', use: 'sig' | 'enc') {
  const { privateKey } = await generateKeyPair(alg, { crv: 'P-256', extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, alg, use, kid: await calculateJwkThumbprint(jwk) }
}

const makeSecret = () => randomBytes(32).toString('base64url')

async function makeKeys(): Promise<Record<keyof LocalKeys, unknown>> {
  return {
    signing: await makeKey('ES256', 'sig'),
    encryption: await makeKey('ECDH-ES', 'enc'),
    originVerifySecret: makeSecret(),
    dataKey: makeSecret(),
  }
}

function readKeys(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {}
  try {
    const known = LocalKeys.partial().parse(JSON.parse(readFileSync(file, 'utf8')))
    chmodSync(file, 0o600)
    return known
  } catch (cause) {
    throw new Error(
      `The local keys in ${file} cannot be read. Delete the file to get new ones: everybody then signs in again, and stored passwords of outside services are lost.`,
      { cause },
    )
  }
}

export const keysFileIn = (dataDir: string): string => join(dataDir, 'keys.json')

/** The keys in `dataDir` (or in memory); what a newer version needs and the file lacks is added, the rest stays. */
export async function loadKeys(dataDir: string | null): Promise<LocalKeys> {
  if (dataDir === null) return LocalKeys.parse(await makeKeys())
  const file = keysFileIn(dataDir)
  const known = readKeys(file)
  const keys = LocalKeys.parse({ ...(await makeKeys()), ...known })
  if (Object.keys(known).length < Object.keys(keys).length) {
    mkdirSync(dataDir, { recursive: true })
    // Written beside and moved: a stop in between leaves the old keys whole.
    writeFileSync(`${file}.new`, JSON.stringify(keys, null, 2), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return keys
}
