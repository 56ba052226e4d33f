// What the functions find in their environment on one machine, beside what the engines say of themselves.
import type { Engines } from './engines.ts'
import type { LocalKeys } from './keys.ts'

export type LocalPeers = {
  /** Where the keys lie, unless they are in memory. */
  keysFile?: string | undefined
  platformDomain: string
  filesOrigin: string
  leadData?: { url: string; key: string }
  adPartner?: { url: string; key: string }
  /** How long before its start the first pull of a campaign begins. */
  firstPullHours?: number
  smtpUrl?: string
  /** Where doubles of outside tools lie, and what they know the platform by. */
  tools?: Readonly<Record<string, string>>
  stripe?: { url: string; secretKey: string; publishableKey: string; webhookSecret: string } | undefined
  /** Where new passwords are compared with breaches. */
  breachedPasswords?: { url: string } | undefined
  captcha?: { url: string; siteKey: string; secret: string } | undefined
  /** Asks powerful people for a second step, as everywhere but in a demonstration. */
  asksSecondStep?: boolean
}

export function functionEnvironment(engines: Engines, keys: LocalKeys, peers: LocalPeers): Record<string, string> {
  return {
    ...engines.environment,
    PLATFORM_DOMAIN: peers.platformDomain,
    PLATFORM_SCHEME: 'http',
    FILES_PUBLIC_ENDPOINT: peers.filesOrigin,
    KEYS_JSON: JSON.stringify({ signing: [keys.signing], encryption: [keys.encryption] }),
    // From the file, so that it can be replaced while the platform runs.
    ...(peers.keysFile ? { SEALING_FILE: peers.keysFile } : { SEALING_KEY: keys.dataKey }),
    ORIGIN_VERIFY: keys.originVerifySecret,
    SECOND_STEP: peers.asksSecondStep ? 'required' : 'optional',
    // Nobody waits an hour for the first leads of a demonstration.
    ...(peers.firstPullHours && { FIRST_PULL_HOURS: String(peers.firstPullHours) }),
    MAIL_FROM: 'no-reply@localhost.example',
    // The demonstration's shop is served by this machine, and stands for the site of each client.
    SITE_STAND_INS: 'localhost',
    // So is its receiver of webhooks.
    WEBHOOK_STAND_INS: peers.platformDomain,
    ...(peers.leadData && { LEAD_DATA_URL: peers.leadData.url, LEAD_DATA_KEY: peers.leadData.key }),
    ...(peers.adPartner && { AD_PARTNER_URL: peers.adPartner.url, AD_PARTNER_KEY: peers.adPartner.key }),
    ...peers.tools,
    ...(peers.stripe && {
      STRIPE_URL: peers.stripe.url,
      STRIPE_SECRET_KEY: peers.stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: peers.stripe.publishableKey,
      STRIPE_WEBHOOK_SECRETS: peers.stripe.webhookSecret,
    }),
    ...(peers.breachedPasswords && { BREACHES_URL: peers.breachedPasswords.url }),
    ...(peers.captcha && {
      CAPTCHA_URL: peers.captcha.url,
      CAPTCHA_SITE_KEY: peers.captcha.siteKey,
      CAPTCHA_SECRET: peers.captcha.secret,
    }),
    ...(peers.smtpUrl && { SMTP_URL: peers.smtpUrl, OWN_SMTP_EXCEPTIONS: new URL(peers.smtpUrl).host }),
  }
}
