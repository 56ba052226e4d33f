// The environment, read once and parsed: a missing or wrong value stops the function with its name, before any work.
import * as z from 'zod'
import { type JobName, jobNames, queueVariable } from '#shared/job-names.ts'

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

const Env = z.object({
  TABLE_NAME: z.string().min(3),
  FILES_BUCKET: z.string().min(3),
  SITE_BUCKET: z.string().min(3),
  /** Where that bucket lies, when it is not where the function runs. */
  SITE_REGION: z.string().optional(),
  /** Where tenants' sub-domains live, with a port on a developer's machine: `localhost:8787`, `leads.example.com`. */
  PLATFORM_DOMAIN: z.string().min(3),
  /** What the record of an agency's own domain points at. */
  CUSTOM_DOMAIN_TARGET: z.string().default(''),
  PLATFORM_SCHEME: z.enum(['https', 'http']).default('https'),
  /** Host that browsers reach the file store by, when it is not the one that the SDK uses. */
  FILES_PUBLIC_ENDPOINT: z.url().optional(),
  /** Where browsers reach the file store, for the page's policy. */
  FILES_ORIGIN: z.url().optional(),
  /** Key material: the secret that holds it, or (on one machine) the JSON itself. */
  KEYS_SECRET_ARN: z.string().optional(),
  KEYS_JSON: z.string().optional(),
  /** What seals values in the table: the secret, or (on one machine) the key itself. */
  SEALING_SECRET_ARN: z.string().optional(),
  SEALING_KEY: z.string().optional(),
  /** The file with it, on one machine. */
  SEALING_FILE: z.string().optional(),
  SIGNING_KMS_KEY_IDS: list.optional(),
  /** Values of the header that only our own edge knows; two during a rotation. Empty: the door is not checked. */
  ORIGIN_VERIFY: list.default([]),
  ORIGIN_VERIFY_SECRET_ARN: z.string().optional(),
  /** The secret that holds the keys of other companies; on one machine they are given one by one, below. */
  PROVIDERS_SECRET_ARN: z.string().optional(),
  LEAD_DATA_URL: z.url().optional(),
  LEAD_DATA_KEY: z.string().default(''),
  /** The partner that places advertisements; without it companies have no record there. */
  AD_PARTNER_URL: z.url().optional(),
  AD_PARTNER_KEY: z.string().default(''),
  /** How long before a campaign's start its first pull begins: nowhere but where a platform shows itself. */
  FIRST_PULL_HOURS: z.coerce.number().min(0).max(24).default(0),
  MAIL_FROM: z.string().default('no-reply@leadloom.example'),
  /** SMTP server; without it mail goes out by SES. */
  SMTP_URL: z.url().optional(),
  /** `host:port` of mail servers that stand for agencies' own on a developer's machine. */
  OWN_SMTP_EXCEPTIONS: list.default([]),
  /** Hosts whose pages stand for the site of any campaign on a developer's machine. Nowhere else is there one. */
  SITE_STAND_INS: list.default([]),
  /** `host:port` of receivers of webhooks on a developer's machine, without https and at any port. Nowhere else is there one. */
  WEBHOOK_STAND_INS: list.default([]),
  /** Other servers that speak the protocol of an outside tool, by its slug: `{"sendgrid":"http://127.0.0.1:4100"}`. */
  TOOL_URLS: z
    .string()
    .default('{}')
    .transform((text) => z.record(z.string(), z.url()).parse(JSON.parse(text))),
  /** What Kartra knows the platform by. */
  KARTRA_APP_ID: z.string().default(''),
  /** What Google knows the platform by. */
  GOOGLE_CLIENT_ID: z.string().default(''),
  GOOGLE_CLIENT_SECRET: z.string().default(''),
  /** What GoHighLevel knows the platform by. */
  GOHIGHLEVEL_CLIENT_ID: z.string().default(''),
  GOHIGHLEVEL_CLIENT_SECRET: z.string().default(''),
  /** Where new passwords are compared with breaches of other sites; without it they are compared with our own lists alone. */
  BREACHES_URL: z.url().optional(),
  CAPTCHA_URL: z.url().optional(),
  CAPTCHA_SITE_KEY: z.string().default(''),
  CAPTCHA_SECRET: z.string().default(''),
  /** Lets people draw areas on a map. It stands in the page, so it is restricted at Google to our hosts. */
  MAPS_KEY: z.string().default(''),
  /** Keys of the payment provider: the secret that holds them, or (on one machine) themselves. */
  STRIPE_SECRET_ARN: z.string().optional(),
  STRIPE_SECRET_KEY: z.string().default(''),
  STRIPE_PUBLISHABLE_KEY: z.string().default(''),
  /** What signs its events; two while one is being replaced. */
  STRIPE_WEBHOOK_SECRETS: list.default([]),
  /** Another server that speaks its protocol. */
  STRIPE_URL: z.url().optional(),
  /** With one more try it fits into a call (infra/lambda.ts): who loses both answers is told so by us. */
  STRIPE_TIMEOUT_MS: z.coerce.number().int().min(50).default(12_000),
  STRIPE_RETRIES: z.coerce.number().int().min(0).max(5).default(1),
  AWS_ENDPOINT_URL: z.url().optional(),
  AWS_ENDPOINT_URL_S3: z.url().optional(),
  /** Whether operators, sales people and default administrators must have a second step. Off only where a platform shows itself. */
  SECOND_STEP: z.enum(['required', 'optional']).default('required'),
  /** Companies of which calls and work are counted as metrics; each costs by the month. */
  METRIC_TENANTS: list.default([]),
  LOG_LEVEL: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT']).default('INFO'),
})

export type Env = z.output<typeof Env> & { queueUrls: Partial<Record<JobName, string>> }

/** Parses the environment; throws one error that names every value that is missing or wrong. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const parsed = Env.safeParse(source)
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The environment is not complete. ${names.join('; ')}`)
  }
  const queueUrls: Env['queueUrls'] = {}
  for (const name of jobNames) {
    const url = source[queueVariable(name)]
    if (url) queueUrls[name] = url
  }
  return { ...parsed.data, queueUrls }
}

/** Reads only what a schema names, for workers that need little and must not be stopped by the rest. */
export function readOnly<T extends z.ZodType>(
  schema: T,
  source: Record<string, string | undefined> = process.env,
): z.output<T> {
  const parsed = schema.safeParse(source)
  if (parsed.success) return parsed.data
  const names = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The environment is not complete. ${names.join('; ')}`)
}
