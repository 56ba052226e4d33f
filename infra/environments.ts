import * as z from 'zod'

export const stages = ['dev', 'staging', 'prod'] as const
export type Stage = (typeof stages)[number]

const Environment = z.strictObject({
  account: z.string().regex(/^\d{12}$/, 'twelve digits'),
  /** Where everything but the edge lives; the edge is always in us-east-1, as CloudFront demands. */
  region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region such as us-east-1'),
  /** Tenants' sub-domains live below it. Its hosted zone is in the same account. */
  domain: z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'a host name in lower case'),
  hostedZoneId: z.string().regex(/^Z[A-Z0-9]+$/, 'the id of a Route 53 hosted zone'),
  alarmEmail: z.email(),
  /** Where a pager takes what SNS posts (its own integration for CloudWatch); without it `[page]` comes by mail alone. */
  pagerUrl: z.url({ protocol: /^https$/ }).optional(),
  /** Where the runbooks of this version can be read; alarms link to `<runbooks>/<name>.md`. */
  runbooks: z.url(),
  logRetentionDays: z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(365)]),
  /** Keeps stacks, table, buckets and keys from being deleted by mistake. */
  isProtected: z.boolean(),
  /** Names of the keys that sign access tokens: the first signs, all are published. docs/operating.md says how one takes the place of another. */
  signingKeys: z
    .array(z.string().regex(/^[a-z0-9]{2,20}$/))
    .min(1)
    .max(3),
  /** Requests per second (and burst) that the whole API takes before it answers 429. */
  requestsPerSecond: z.number().int().positive(),
  burst: z.number().int().positive(),
  /** Read and write units a second beyond which the table refuses: what a fault of ours, or somebody else, can cost at most. */
  tableCeiling: z.strictObject({ read: z.number().int().min(100), write: z.number().int().min(100) }),
  /** US dollars that the account may cost in a month before its people are told; they are also told when it will. */
  budgetDollars: z.number().int().positive(),
  /** Requests of one address to `/api` within five minutes before the firewall blocks it. */
  requestsPerAddress: z.number().int().min(100),
  /** No level above: signs of life of schedules and figures of companies stand in lines of `INFO`, and without them each alarm on silence rings. */
  logLevel: z.enum(['DEBUG', 'INFO']),
  /** Ids of the few agencies (or of the root) whose calls and work stand on a dashboard of their own: six metrics each. */
  watchedTenants: z.array(z.string().regex(/^com_[0-9A-Z]{26}$/, 'the id of a company')).max(20),
  /** Of a hundred thousand calls so many may fail in a month: what is left of it is watched, not each single failure. */
  failuresPer100k: z.number().int().min(1).max(5000),
  /**
   * After a restore: `beside`, so that the restored table can be imported into the Data stack as `RestoredTable`, and then `serving`,
   * so that everything uses it (docs/operating.md).
   */
  restoredTable: z.enum(['beside', 'serving']).optional(),
  /** A vault in another account that takes a copy of the table each night; docs/operating.md says how it is made. */
  backupVault: z
    .string()
    .regex(/^arn:aws:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]+$/, 'the ARN of a backup vault')
    .optional(),
  /** Who knows visitors; without it visits stay unknown. Its key stands in the secret `providers`. */
  leadDataUrl: z.url().optional(),
  /** Where companies have a record for advertisements; without it they have none. Its key stands in the secret `providers`. */
  adPartnerUrl: z.url().optional(),
  /** Where new passwords are compared with breaches of other sites; empty: with our own lists alone. */
  breachedPasswordsUrl: z.union([z.url(), z.literal('')]),
  /** The public halves of keys; without them no captcha is asked and no card can be entered. */
  captchaSiteKey: z
    .string()
    .regex(/^[\w-]+$/, 'a site key')
    .optional(),
  /** Google Maps; without it areas are typed and not drawn. */
  mapsKey: z
    .string()
    .regex(/^[\w-]+$/, 'a key of Google Maps')
    .optional(),
  stripePublishableKey: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'a publishable key, never a secret one')
    .optional(),
})
export type Environment = z.output<typeof Environment> & { stage: Stage }

const common = {
  region: 'us-east-1',
  runbooks: 'https://github.com/leadloom/leadloom/blob/main/docs/runbooks',
  signingKeys: ['a1'],
  watchedTenants: [],
  failuresPer100k: 100,
  breachedPasswordsUrl: 'https://api.pwnedpasswords.com',
}

/**
 * One row per environment; an operator edits this table and nothing else. Account, zone and addresses below are
 * examples: deploying refuses them, because the credentials at hand belong to another account.
 */
const rows: Record<Stage, z.input<typeof Environment>> = {
  dev: {
    ...common,
    account: '111111111111',
    domain: 'dev.leadloom.example',
    hostedZoneId: 'Z0000000000000000DEV',
    alarmEmail: 'dev-alarms@leadloom.example',
    logRetentionDays: 7,
    isProtected: false,
    tableCeiling: { read: 2000, write: 500 },
    budgetDollars: 50,
    requestsPerSecond: 50,
    burst: 100,
    requestsPerAddress: 2000,
    logLevel: 'DEBUG',
  },
  staging: {
    ...common,
    account: '222222222222',
    domain: 'staging.leadloom.example',
    hostedZoneId: 'Z00000000000000STAGE',
    alarmEmail: 'staging-alarms@leadloom.example',
    logRetentionDays: 30,
    isProtected: false,
    tableCeiling: { read: 8000, write: 2000 },
    budgetDollars: 200,
    requestsPerSecond: 200,
    burst: 400,
    requestsPerAddress: 2000,
    logLevel: 'INFO',
  },
  prod: {
    ...common,
    account: '333333333333',
    domain: 'leadloom.example',
    hostedZoneId: 'Z0000000000000000PRD',
    alarmEmail: 'alarms@leadloom.example',
    logRetentionDays: 365,
    isProtected: true,
    tableCeiling: { read: 40000, write: 10000 },
    budgetDollars: 2000,
    requestsPerSecond: 2000,
    burst: 4000,
    requestsPerAddress: 3000,
    logLevel: 'INFO',
  },
}

/** Checks one row; a value that is missing or wrong is told by its name. */
export function parseEnvironment(stage: Stage, row: unknown): Environment {
  const parsed = Environment.safeParse(row)
  if (parsed.success) return { ...parsed.data, stage }
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'row'} (${issue.message})`)
  throw new Error(`The environment "${stage}" in infra/environments.ts is not complete: ${faults.join(', ')}.`)
}

/** Undefined for an environment that there is; for anything else the sentence in which a command of ours says which there are. */
export function refusalForStage(name: string | undefined): string | undefined {
  if (stages.some((stage) => stage === name)) return undefined
  const known = stages.join(', ')
  return name ? `There is no environment "${name}". There are: ${known}.` : `Name an environment: ${known}.`
}

export function environment(name: unknown): Environment {
  const stage = stages.find((known) => known === name)
  if (!stage) throw new Error(`Name an environment: -c env=${stages.join('|')} (got ${String(name)}).`)
  return parseEnvironment(stage, rows[stage])
}
