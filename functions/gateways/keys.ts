// Key material behind two small doors: what decrypts `dt` bodies, and what signs access tokens.

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
  sign as signWith,
} from 'node:crypto'
import * as z from 'zod'
import { SERVICE_SECONDS, sdkLimits } from '#shared/sdk-limits.ts'

const PrivateJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string(),
})
const KeyRing = z.object({
  /** First one signs; all verify. Empty when KMS signs. */
  signing: z.array(PrivateJwk).default([]),
  /** All decrypt; the first is the one that browsers are told to use first. */
  encryption: z.array(PrivateJwk).min(1),
})
export type KeyRing = z.output<typeof KeyRing>
type PrivateJwk = z.output<typeof PrivateJwk>

export type PublicJwk = { kty: string; crv: string; x: string; y: string; kid: string; use: 'sig' | 'enc'; alg: string }

export type Keys = {
  publicKeys: PublicJwk[]
  decryptionKey(kid: string | undefined): KeyObject | undefined
  /** ES256 over `input`; answers the raw r||s signature. */
  sign(input: string): Promise<{ signature: Buffer; kid: string }>
  signingKid: string
}

/** For functions that were given none: no token is good, no body opens, nothing is signed. */
export const noKeys: Keys = {
  publicKeys: [],
  decryptionKey: () => undefined,
  sign: () => Promise.reject(new Error('This function was given no signing key.')),
  signingKid: '',
}

async function readRing(from: { secretArn?: string | undefined; json?: string | undefined }): Promise<KeyRing> {
  if (from.json) return KeyRing.parse(JSON.parse(from.json))
  if (!from.secretArn) throw new Error('Neither KEYS_JSON nor KEYS_SECRET_ARN is set.')
  const { openSecrets } = await import('./secrets.ts')
  return KeyRing.parse(JSON.parse((await openSecrets().read(from.secretArn, { stage: 'AWSCURRENT' })) ?? ''))
}

const toPublic = (jwk: PrivateJwk, use: 'sig' | 'enc'): PublicJwk => ({
  kty: jwk.kty,
  crv: jwk.crv,
  x: jwk.x,
  y: jwk.y,
  kid: jwk.kid,
  use,
  alg: use === 'sig' ? 'ES256' : 'ECDH-ES',
})

/** DER (as KMS answers) to the fixed-length r||s that JWS wants (RFC 7518, 3.4). */
function derToJose(der: Uint8Array): Buffer {
  let at = 2
  const part = () => {
    const length = der[at + 1] ?? 0
    const bytes = Buffer.from(der.slice(at + 2, at + 2 + length))
    at += 2 + length
    const trimmed = bytes.subarray(Math.max(0, bytes.length - 32))
    return Buffer.concat([Buffer.alloc(32 - trimmed.length), trimmed])
  }
  return Buffer.concat([part(), part()])
}

function localSigner(ring: KeyRing) {
  const [first] = ring.signing
  if (!first) throw new Error('The key ring holds no signing key and no KMS key is configured.')
  const key = createPrivateKey({ key: first as JsonWebKey, format: 'jwk' })
  return {
    publicKeys: ring.signing.map((jwk) => toPublic(jwk, 'sig')),
    signingKid: first.kid,
    sign: async (input: string) => ({
      signature: signWith('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }),
      kid: first.kid,
    }),
  }
}

async function kmsSigner(keyIds: string[]) {
  const { GetPublicKeyCommand, KMSClient, SignCommand } = await import('@aws-sdk/client-kms')
  const client = new KMSClient(sdkLimits(SERVICE_SECONDS))
  const publicKeys = await Promise.all(
    keyIds.map(async (id): Promise<PublicJwk> => {
      const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: id }))
      const jwk = createPublicKey({ key: Buffer.from(PublicKey ?? []), format: 'der', type: 'spki' }).export({
        format: 'jwk',
      })
      const kid = createHash('sha256').update(id).digest('base64url').slice(0, 16)
      return { kty: 'EC', crv: 'P-256', x: jwk.x ?? '', y: jwk.y ?? '', kid, use: 'sig', alg: 'ES256' }
    }),
  )
  const kid = publicKeys[0]?.kid ?? ''
  return {
    publicKeys,
    signingKid: kid,
    async sign(input: string) {
      const digest = createHash('sha256').update(input).digest()
      const { Signature } = await client.send(
        new SignCommand({
          KeyId: keyIds[0] ?? '',
          Message: digest,
          MessageType: 'DIGEST',
          SigningAlgorithm: 'ECDSA_SHA_256',
        }),
      )
      return { signature: derToJose(Signature ?? new Uint8Array()), kid }
    },
  }
}

export async function openKeys(from: {
  secretArn?: string | undefined
  json?: string | undefined
  kmsKeyIds?: string[] | undefined
}): Promise<Keys> {
  const ring = await readRing(from)
  const signer = from.kmsKeyIds?.length ? await kmsSigner(from.kmsKeyIds) : localSigner(ring)
  const decryption = new Map(
    ring.encryption.map((jwk) => [jwk.kid, createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' })]),
  )
  return {
    publicKeys: [...signer.publicKeys, ...ring.encryption.map((jwk) => toPublic(jwk, 'enc'))],
    decryptionKey: (kid) => (kid === undefined ? undefined : decryption.get(kid)),
    sign: signer.sign,
    signingKid: signer.signingKid,
  }
}
