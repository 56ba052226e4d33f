// Makes a `dt` as a client does, from the public half of our key.
import { createHash } from 'node:crypto'
import { CompactEncrypt, importJWK, type JWK } from 'jose'
import { dtAlgorithm } from '#shared/wire.ts'

type Binding = { method: string; path: string; host?: string; token?: string | null; now: number }

export async function wrapDt(
  key: JWK & { kid: string },
  payload: unknown,
  bind: Binding,
  header: Record<string, unknown> = {},
): Promise<string> {
  const { d: _, ...publicKey } = key
  return new CompactEncrypt(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({
      ...dtAlgorithm,
      kid: key.kid,
      htm: bind.method,
      htu: bind.path,
      ...(bind.host && { hth: bind.host }),
      iat: Math.floor(bind.now / 1000),
      ...(bind.token && { ath: createHash('sha256').update(bind.token).digest('base64url') }),
      ...header,
    })
    .encrypt(await importJWK(publicKey, dtAlgorithm.alg))
}
