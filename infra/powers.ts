// Who may touch what. A function that is missing here does not compile; what is not listed is refused by AWS.
import type { Area } from '#shared/contracts/index.ts'
import type { JobName } from '#shared/jobs.ts'
import type { ScheduleName } from '#shared/schedules.ts'
import type { RotationName } from './bundles.ts'
import type { HookName } from './hooks.ts'
import type { SecretName } from './stacks/data.ts'

/** Heads of the table's partition keys: whose rows they are. A function that serves some kinds of owner reaches no other rows. */
export const owners = {
  company: 'C#',
  children: 'P#',
  campaign: 'CAMPAIGN#',
  user: 'U#',
  login: 'E#',
  domain: 'D#',
  limit: 'L#',
  once: 'N#',
  idempotency: 'I#',
  due: 'DUE#',
  token: 'T#',
  mail: 'M#',
  referral: 'R#',
} as const
export type Owner = keyof typeof owners

/** Folders of the files bucket. */
export type Prefix = 'exclusions/' | 'exports/' | 'documents/' | 'pictures/' | 'brand/'

export type Power =
  | { table: 'read' | 'write'; of: readonly Owner[]; indexes?: readonly `gsi${1 | 2 | 3 | 4 | 5}`[] }
  | { files: readonly ('get' | 'put' | 'remove')[]; under: Prefix }
  | { site: 'read' }
  | { send: JobName }
  | { tokens: 'sign' | 'verify' }
  | { secret: SecretName }
  | { rotate: SecretName }
  | { mail: 'send' }
  | { domains: 'manage' }
  | { edge: 'set-origin-header' }

/** What every function behind the gateway needs: recognise the edge, open bodies, check tokens, count and mark requests. */
const behindTheGateway: readonly Power[] = [
  { secret: 'originVerify' },
  { secret: 'keys' },
  { tokens: 'verify' },
  { table: 'read', of: ['company', 'user', 'domain', 'login'] },
  { table: 'write', of: ['limit', 'once', 'idempotency'] },
]

export const areaPowers: Record<Area, readonly Power[]> = {
  session: [
    ...behindTheGateway,
    { tokens: 'sign' },
    { table: 'write', of: ['user', 'login', 'company', 'domain', 'token'] },
    { table: 'read', of: ['referral'] },
    { files: ['get'], under: 'documents/' },
    { send: 'sendMail' },
  ],
  account: [
    ...behindTheGateway,
    { tokens: 'sign' },
    { table: 'write', of: ['user', 'login', 'company'], indexes: ['gsi1'] },
    { table: 'read', of: ['children'], indexes: ['gsi1'] },
    { files: ['get', 'put', 'remove'], under: 'pictures/' },
    { send: 'sendMail' },
  ],
  security: [...behindTheGateway, { tokens: 'sign' }, { table: 'write', of: ['user', 'login'] }, { send: 'sendMail' }],
  public: [
    ...behindTheGateway,
    { table: 'read', of: ['campaign', 'company', 'children'], indexes: ['gsi1'] },
    { table: 'write', of: ['company'] },
    { send: 'resolveVisits' },
  ],
  agencies: [
    ...behindTheGateway,
    { table: 'read', of: ['company', 'user'] },
    { table: 'read', of: ['children'], indexes: ['gsi1', 'gsi2', 'gsi3', 'gsi4'] },
  ],
  clients: [
    ...behindTheGateway,
    { table: 'write', of: ['company', 'user', 'login', 'domain'], indexes: ['gsi1'] },
    { table: 'read', of: ['children'], indexes: ['gsi1', 'gsi2', 'gsi3', 'gsi4'] },
    { send: 'sendMail' },
  ],
  exclusions: [
    ...behindTheGateway,
    { table: 'write', of: ['company'] },
    { files: ['get', 'put'], under: 'exclusions/' },
    { files: ['get', 'put'], under: 'exports/' },
    { send: 'importExclusions' },
  ],
  campaigns: [...behindTheGateway, { table: 'read', of: ['company'] }],
  reports: [...behindTheGateway, { table: 'read', of: ['company'] }, { files: ['get', 'put'], under: 'exports/' }],
  settings: [
    ...behindTheGateway,
    { table: 'write', of: ['company', 'user', 'children'] },
    { files: ['get', 'put', 'remove'], under: 'brand/' },
  ],
  documents: [...behindTheGateway, { table: 'write', of: ['company'] }],
}

export const jobPowers: Record<JobName, readonly Power[]> = {
  importExclusions: [
    { table: 'write', of: ['company'] },
    { files: ['get', 'put', 'remove'], under: 'exclusions/' },
    // An upload whose list is taken waits its turn in its own queue.
    { send: 'importExclusions' },
  ],
  resolveVisits: [
    { table: 'write', of: ['company'] },
    { table: 'read', of: ['campaign'], indexes: ['gsi1'] },
  ],
  advanceDomain: [{ table: 'write', of: ['company', 'domain'] }, { send: 'advanceDomain' }, { domains: 'manage' }],
  sendMail: [
    { table: 'write', of: ['mail', 'token'] },
    { table: 'read', of: ['company', 'user', 'login'] },
    { mail: 'send' },
  ],
}

export const schedulePowers: Record<ScheduleName, readonly Power[]> = {
  expireStaleUploads: [
    { table: 'write', of: ['company'] },
    { table: 'read', of: ['due'], indexes: ['gsi2'] },
    { files: ['get', 'remove'], under: 'exclusions/' },
    { files: ['remove'], under: 'exports/' },
    { send: 'importExclusions' },
  ],
  checkDomains: [{ table: 'read', of: ['due'], indexes: ['gsi2'] }, { send: 'advanceDomain' }],
}

export const hookPowers: Record<HookName, readonly Power[]> = {
  page: [
    { secret: 'originVerify' },
    { table: 'read', of: ['domain', 'company', 'children'], indexes: ['gsi1'] },
    { site: 'read' },
    { files: ['get'], under: 'brand/' },
  ],
}

export const rotationPowers: Record<RotationName, readonly Power[]> = {
  originVerify: [{ rotate: 'originVerify' }, { edge: 'set-origin-header' }],
  keys: [{ rotate: 'keys' }],
}
