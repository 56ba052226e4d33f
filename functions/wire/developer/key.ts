import type { Output } from '#shared/contracts/index.ts'
import type { ApiKey } from '#shared/model/api-key.ts'

const iso = (at: number) => new Date(at).toISOString()

/** Of a secret only its end is known here. */
export const maskedSecret = ({ secretEnd }: Pick<ApiKey, 'secretEnd'>) => `sk_…${secretEnd}`

export const toKeyRow = (key: ApiKey): Output<'developer.keys'>['keys'][number] => ({
  id: key.id,
  client_id: key.id,
  name: key.name,
  scopes: key.scopes,
  secret_key: maskedSecret(key),
  created_at: iso(key.createdAt),
  expires_at: key.expiresAt === null ? null : iso(key.expiresAt),
  last_used_at: key.lastUsedAt === null ? null : iso(key.lastUsedAt),
})
