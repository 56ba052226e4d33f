// What a person lets a program do for an agency: nothing that they may not do themselves. A key asks nobody's role when it is used,
// so its maker's is asked when it is made.
import type { UserActor } from '../model/actor.ts'
import type { ApiKey, ApiScope } from '../model/api-key.ts'
import { apiScopes, scopeNames } from '../model/api-key.ts'
import { covers, refusalForModule } from './modules.ts'
import { fullPermissions, type Permissions } from './viewer.ts'

type Asked = Parameters<typeof refusalForModule>[1]

/** What people ask for with the calls that are theirs. Signing others in has none: a person cannot do that. */
const sameAs: Record<Exclude<ApiScope, 'sign-in:write'>, readonly Asked[]> = {
  'clients:read': [{ can: 'client:read', method: 'GET' }],
  'campaigns:read': [{ can: 'campaign:read', method: 'GET' }],
  'leads:read': [{ can: 'lead:read', method: 'GET' }],
  'exclusions:write': [{ can: 'exclusion:update', method: 'POST' }],
  // Webhooks are made, changed and removed under it, and are told of leads.
  'webhooks:write': [
    { can: 'lead:read', method: 'GET' },
    { can: 'campaign:update', method: 'POST' },
    { can: 'campaign:update', method: 'PUT' },
    { can: 'campaign:update', method: 'DELETE' },
  ],
}

type Maker = { isDefaultAdmin: boolean; role: UserActor['role']; permissions: Permissions }

/** Who signs a client's people in may do all that these may, so it is for those whom no role narrows. */
const hasFullPower = ({ isDefaultAdmin, role, permissions }: Maker): boolean =>
  isDefaultAdmin || (role === 'root' && covers(permissions.modules, fullPermissions.modules))

function refusalForScope(maker: Maker, scope: ApiScope): string | null {
  if (scope === 'sign-in:write')
    return hasFullPower(maker) ? null : 'Only a default administrator or an operator with full rights gives it.'
  const whys = sameAs[scope].map((asked) => refusalForModule(maker.permissions, asked))
  return whys.find((why) => why !== null) ?? null
}

/** Why a person may not have a secret of a key that does this, as a sentence; null when they may. */
export function refusalForScopes(maker: Maker, scopes: readonly ApiScope[]): string | null {
  for (const scope of scopes) {
    const why = refusalForScope(maker, scope)
    if (why) return `You cannot make a key that may “${scopeNames[scope]}”. ${why}`
  }
  return null
}

/** What a key of this person may be good for. */
export const scopesFor = (maker: Maker): ApiScope[] =>
  apiScopes.filter((scope) => refusalForScope(maker, scope) === null)

/** The keys that a person made and could not make any more. */
export const keysBeyond = (maker: Maker & { userId: string }, keys: readonly ApiKey[]): ApiKey[] =>
  keys.filter(({ createdBy, scopes }) => createdBy === maker.userId && refusalForScopes(maker, scopes) !== null)
