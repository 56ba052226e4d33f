import type { Output } from '#shared/contracts/index.ts'
import type { ApiKey, ApiScope } from '#shared/model/api-key.ts'
import type { Company } from '#shared/model/company.ts'

const iso = (at: number) => new Date(at).toISOString()

/** What a program learns of its own key: nothing of its secret. `scopes`: of the token that asks. */
export const toOwnKey = (
  { id, name, createdAt, expiresAt }: ApiKey,
  scopes: readonly ApiScope[],
  agency: Pick<Company, 'id' | 'name'>,
): Output<'developer.getKey'> => ({
  id,
  name,
  scopes: [...scopes],
  created_at: iso(createdAt),
  expires_at: expiresAt === null ? null : iso(expiresAt),
  agency: { id: agency.id, name: agency.name },
})

/** Of a secret only its end is known here. */
export const maskedSecret = ({ secretEnd }: Pick<ApiKey, 'secretEnd'>) => `sk_…${secretEnd}`

/** `maker`: the name of who made it; empty where nobody knows any more. */
export const toKeyRow = (key: ApiKey, maker: string): Output<'developer.keys'>['keys'][number] => ({
  id: key.id,
  client_id: key.id,
  name: key.name,
  scopes: key.scopes,
  secret_key: maskedSecret(key),
  created_at: iso(key.createdAt),
  created_by: maker,
  expires_at: key.expiresAt === null ? null : iso(key.expiresAt),
  last_used_at: key.lastUsedAt === null ? null : iso(key.lastUsedAt),
})
