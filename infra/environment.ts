// The one place that says which environment variable holds what. `functions/kit/env.ts` reads them.
import { deadVariable, queueVariable } from '#shared/job-names.ts'
import { type Resources, rescuesOf, sendsOf } from './grants.ts'
import { EDGE_REGION, names } from './names.ts'
import type { Power } from './powers.ts'

/** Variables of a function: what all share, and addresses of what it may send to or read. */
export function variablesOf(
  powers: readonly Power[],
  { environment, data, queues, edge }: Resources,
): Record<string, string> {
  const may = (kind: string, value?: string) =>
    powers.some((power) => kind in power && (value === undefined || Object.values(power).includes(value)))
  // Workers that renew a secret know nothing else of the platform.
  const isPlatform = !may('rotate')
  return {
    ...(isPlatform && {
      TABLE_NAME: data.table.tableName,
      FILES_BUCKET: data.files.bucketName,
      FILES_ORIGIN: `https://${data.files.bucketRegionalDomainName}`,
      SITE_BUCKET: names.siteBucket(environment),
      PLATFORM_DOMAIN: environment.domain,
      PLATFORM_SCHEME: 'https',
      MAIL_FROM: names.mailFrom(environment),
      CUSTOM_DOMAIN_TARGET: names.customDomainTarget(environment),
    }),
    ...(may('site') && { SITE_REGION: EDGE_REGION }),
    LOG_LEVEL: environment.logLevel,
    ...(isPlatform &&
      environment.watchedTenants.length > 0 && { METRIC_TENANTS: environment.watchedTenants.join(',') }),
    ...(may('secret', 'keys') && { KEYS_SECRET_ARN: data.secrets.keys.secretArn }),
    ...(may('secret', 'sealing') && { SEALING_SECRET_ARN: data.secrets.sealing.secretArn }),
    ...(may('secret', 'originVerify') && { ORIGIN_VERIFY_SECRET_ARN: data.secrets.originVerify.secretArn }),
    ...(may('secret', 'stripe') && { STRIPE_SECRET_ARN: data.secrets.stripe.secretArn }),
    ...(may('secret', 'providers') && { PROVIDERS_SECRET_ARN: data.secrets.providers.secretArn }),
    ...(may('secret', 'providers') && environment.leadDataUrl && { LEAD_DATA_URL: environment.leadDataUrl }),
    ...(may('secret', 'providers') && environment.adPartnerUrl && { AD_PARTNER_URL: environment.adPartnerUrl }),
    ...(isPlatform && environment.breachedPasswordsUrl && { BREACHES_URL: environment.breachedPasswordsUrl }),
    // These are made to be seen: they stand in every page.
    ...(isPlatform && environment.captchaSiteKey && { CAPTCHA_SITE_KEY: environment.captchaSiteKey }),
    ...(isPlatform && environment.mapsKey && { MAPS_KEY: environment.mapsKey }),
    ...(isPlatform && environment.stripePublishableKey && { STRIPE_PUBLISHABLE_KEY: environment.stripePublishableKey }),
    ...(may('tokens') && { SIGNING_KMS_KEY_IDS: data.signingKeys.map((key) => key.keyArn).join(',') }),
    ...(edge &&
      (may('domains') || may('edge')) && {
        EDGE_DISTRIBUTION_ID: edge.distributionId,
        EDGE_CONNECTION_GROUP_ID: edge.connectionGroupId,
      }),
    ...(edge && may('domains') && { EDGE_ROUTING_ENDPOINT: edge.routingEndpoint }),
    ...Object.fromEntries(sendsOf(powers).map((job) => [queueVariable(job), queues.jobs[job].url])),
    ...Object.fromEntries(rescuesOf(powers).map((job) => [deadVariable(job), queues.jobs[job].dead.url])),
  }
}
