import type { Role } from '../access/roles.ts'
import type { ApiScope } from './api-key.ts'

/** Who does something. In view mode `userId`, `companyId` and `role` are the viewed person's and `viewing` names who looks. */
export type UserActor = {
  kind: 'user'
  userId: string
  companyId: string
  rootId: string
  role: Role
  sessionId: string
  /** When the password was last given in this session, ms. */
  authenticatedAt: number
  isSystemUser: boolean
  isAccountExecutive: boolean
  viewing?: { userId: string; companyId: string; viewId: string }
}

/** A program of an agency, by one of its keys. `scopes` are those of the key that its token asked for. */
export type KeyActor = {
  kind: 'apiKey'
  keyId: string
  companyId: string
  rootId: string
  scopes: readonly ApiScope[]
}

export type Actor = UserActor | KeyActor | { kind: 'anyone' }
