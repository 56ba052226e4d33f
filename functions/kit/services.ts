// What a container opens once and every request of it uses.
import { type Db, openDb } from '../data/index.ts'
import { lazily } from '../data/lib/lazily.ts'
import { openTable, type Table } from '../data/lib/table.ts'
import type { AdPartner } from '../gateways/ad-partner.ts'
import type { BreachedPasswords } from '../gateways/breached-passwords.ts'
import { type Captcha, openCaptcha } from '../gateways/captcha.ts'
import type { Files } from '../gateways/files.ts'
import type { Tools } from '../gateways/integrations/index.ts'
import { fixedSecret, type KeptSecret, keepSecret } from '../gateways/kept-secret.ts'
import { type Keys, noKeys, openKeys } from '../gateways/keys.ts'
import type { LeadData } from '../gateways/lead-data.ts'
import type { Mailer } from '../gateways/mail.ts'
import { type Origin, openOrigin } from '../gateways/origin.ts'
import type { OwnSmtp } from '../gateways/own-smtp.ts'
import type { ProviderKeys } from '../gateways/provider-keys.ts'
import type { AllQueues } from '../gateways/queue.ts'
import type { Sealer } from '../gateways/seal.ts'
import type { Payments } from '../gateways/stripe.ts'
import type { Webhooks } from '../gateways/webhooks.ts'
import { clock } from './clock.ts'
import { type Env, readEnv } from './env.ts'
import { type NewId, newId } from './ids.ts'
import { log } from './log.ts'
import { openVerifier, type Verifier } from './tokens.ts'
import { originText } from './trace.ts'

export type Services = {
  env: Env
  table: Table
  db: Db
  files: Files
  site: Files
  queues: AllQueues
  mail: Mailer
  ownSmtp: OwnSmtp
  captcha: Captcha
  breachedPasswords: BreachedPasswords
  leadData: LeadData
  adPartner: AdPartner
  payments: Payments
  webhooks: Webhooks
  tools: Tools
  keys: Keys
  sealer: Sealer
  verifier: Verifier
  origin: Origin
  now: () => number
  newId: NewId
  /** Says that work goes on although a part of it failed. */
  report: (what: string, error: unknown) => void
}

let opened: Promise<Services> | undefined

/** Opens the services of this container at first use. A failure is not kept, so the next request tries again. */
export function services(): Promise<Services> {
  opened ??= open().catch((error) => {
    opened = undefined
    throw error
  })
  return opened
}

/** Lets the next call open everything anew: for a process that serves one platform after another, as tests do. */
export function forgetServices(): void {
  opened = undefined
}

/** From the secret where there is one; on one machine they stand in the environment. */
function keepProviderKeys(env: Env): KeptSecret<ProviderKeys> {
  const arn = env.PROVIDERS_SECRET_ARN
  if (arn)
    return keepSecret({
      read: async () => (await import('../gateways/provider-keys.ts')).readProviderKeys(arn),
      now: () => clock.now(),
    })
  return fixedSecret({
    leadDataKey: env.LEAD_DATA_KEY,
    adPartnerKey: env.AD_PARTNER_KEY,
    captchaSecret: env.CAPTCHA_SECRET,
    kartraAppId: env.KARTRA_APP_ID,
    googleClientId: env.GOOGLE_CLIENT_ID,
    googleClientSecret: env.GOOGLE_CLIENT_SECRET,
    gohighlevelClientId: env.GOHIGHLEVEL_CLIENT_ID,
    gohighlevelClientSecret: env.GOHIGHLEVEL_CLIENT_SECRET,
  })
}

async function openStripe(env: Env): Promise<Payments> {
  const { openPayments, readPaymentKeys } = await import('../gateways/stripe.ts')
  const arn = env.STRIPE_SECRET_ARN
  const keys = arn
    ? keepSecret({ read: () => readPaymentKeys(arn), now: () => clock.now() })
    : fixedSecret({ secretKey: env.STRIPE_SECRET_KEY, webhookSecrets: env.STRIPE_WEBHOOK_SECRETS })
  // Without any key nothing was asked of Stripe, which must not look like an answer that was lost.
  await keys.current()
  return openPayments({
    keys,
    url: env.STRIPE_URL,
    timeoutMs: env.STRIPE_TIMEOUT_MS,
    retries: env.STRIPE_RETRIES,
    now: () => clock.now(),
  })
}

async function open(): Promise<Services> {
  const env = readEnv()
  // Workers behind queues open no bodies and check no tokens: they are given no keys.
  const keys =
    env.KEYS_JSON || env.KEYS_SECRET_ARN
      ? await openKeys({ secretArn: env.KEYS_SECRET_ARN, json: env.KEYS_JSON, kmsKeyIds: env.SIGNING_KMS_KEY_IDS })
      : noKeys
  // Path style wherever an endpoint is set by hand: virtual hosts of one machine do not resolve everywhere.
  const forcePathStyle = Boolean(env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL)
  const table = openTable(env.TABLE_NAME)
  const providers = keepProviderKeys(env)
  return {
    env,
    table,
    db: openDb(table, () => clock.now()),
    files: lazily(async () =>
      (await import('../gateways/files.ts')).openFiles({
        bucket: env.FILES_BUCKET,
        publicEndpoint: env.FILES_PUBLIC_ENDPOINT,
        forcePathStyle,
      }),
    ),
    site: lazily(async () =>
      (await import('../gateways/files.ts')).openFiles({
        bucket: env.SITE_BUCKET,
        region: env.SITE_REGION,
        forcePathStyle,
      }),
    ),
    queues: lazily(async () => (await import('../gateways/queue.ts')).openQueues(env.queueUrls, originText)),
    mail: lazily(async () =>
      (await import('../gateways/mail.ts')).openMail({ from: env.MAIL_FROM, smtpUrl: env.SMTP_URL }),
    ),
    ownSmtp: lazily(async () =>
      (await import('../gateways/own-smtp.ts')).openOwnSmtp({ exceptions: env.OWN_SMTP_EXCEPTIONS }),
    ),
    captcha: openCaptcha({ url: env.CAPTCHA_URL, keys: providers, now: () => clock.now() }),
    breachedPasswords: lazily(async () =>
      (await import('../gateways/breached-passwords.ts')).openBreachedPasswords({
        url: env.BREACHES_URL,
        now: () => clock.now(),
      }),
    ),
    leadData: lazily(async () =>
      (await import('../gateways/lead-data.ts')).openLeadData({
        url: env.LEAD_DATA_URL,
        keys: providers,
        now: () => clock.now(),
      }),
    ),
    adPartner: lazily(async () =>
      (await import('../gateways/ad-partner.ts')).openAdPartner({ url: env.AD_PARTNER_URL, keys: providers }),
    ),
    payments: lazily(() => openStripe(env)),
    webhooks: lazily(async () =>
      (await import('../gateways/webhooks.ts')).openWebhooks({ standIns: env.WEBHOOK_STAND_INS }),
    ),
    tools: lazily(async () =>
      (await import('../gateways/integrations/index.ts')).openTools({
        urls: env.TOOL_URLS,
        now: () => clock.now(),
        platform: () => providers.current(),
      }),
    ),
    origin: openOrigin({ values: env.ORIGIN_VERIFY, secretArn: env.ORIGIN_VERIFY_SECRET_ARN, now: () => clock.now() }),
    keys,
    // Read with the first value that is sealed or opened: a function that never does asks for no key.
    sealer: lazily(async () => {
      const { openSealer, readSealingRing } = await import('../gateways/seal.ts')
      const place = { secretArn: env.SEALING_SECRET_ARN, file: env.SEALING_FILE, key: env.SEALING_KEY }
      return openSealer(keepSecret({ read: () => readSealingRing(place), now: () => clock.now() }))
    }),
    verifier: openVerifier(keys),
    now: () => clock.now(),
    newId,
    report: (what, error) => log.error('went on', { what }, error),
  }
}
