// Keys by which an agency's own programs call: named, narrowed to what they are for, and never kept readable.
import * as z from 'zod'
import type { Company } from './company.ts'

/** What a key may be good for; each call of the developer API belongs to one. */
export const apiScopes = [
  'clients:read',
  'campaigns:read',
  'leads:read',
  'exclusions:write',
  'sign-in:write',
  'webhooks:write',
] as const
export type ApiScope = (typeof apiScopes)[number]

/** What a call of a scope asks for in the table of permissions. */
export const programPermission = <Scope extends ApiScope>(scope: Scope) => `program:${scope}` as const
/** What every key may, of any scope. */
export const ANY_PROGRAM = 'program:any'
export type ProgramPermission = `program:${ApiScope}` | typeof ANY_PROGRAM

export const scopeNames: Record<ApiScope, string> = {
  'clients:read': 'Read clients',
  'campaigns:read': 'Read campaigns',
  'leads:read': 'Read leads',
  'exclusions:write': 'Upload exclusion lists',
  'sign-in:write': 'Sign people of clients in',
  'webhooks:write': 'Keep webhooks, which are told of leads',
}

export const MOST_API_KEYS = 20
export const API_KEY_NAME_MAX = 60

export const ApiKey = z.object({
  id: z.string(),
  companyId: z.string(),
  name: z.string(),
  /** A scope that is not known any more opens nothing, and is left out. */
  scopes: z.array(z.string()).transform((scopes) => apiScopes.filter((scope) => scopes.some((each) => each === scope))),
  secretHash: z.string(),
  /** The last four characters of the secret, by which people tell it from an older one. */
  secretEnd: z.string(),
  /** Counts secrets: a token that an older one got opens nothing any more. */
  version: z.number().int(),
  createdAt: z.number(),
  createdBy: z.string(),
  /** Null where it holds until it is removed. */
  expiresAt: z.number().nullable().default(null),
  /** Null before its first use; written at most every ten minutes. */
  lastUsedAt: z.number().nullable().default(null),
})
export type ApiKey = z.output<typeof ApiKey>

export const isExpired = ({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: number) =>
  expiresAt !== null && expiresAt <= now

type Agency = Pick<Company, 'kind' | 'apiMode' | 'hasDeveloperAgreement' | 'deletedAt'>

/** Whether programs of an agency may call at all. */
export const isOpenToPrograms = ({ kind, apiMode, hasDeveloperAgreement, deletedAt }: Agency): boolean =>
  kind === 'agency' && apiMode && hasDeveloperAgreement && deletedAt === null
