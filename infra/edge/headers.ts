import { Duration } from 'aws-cdk-lib'
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import { contentSecurityPolicy } from '#shared/csp.ts'

/**
 * Headers of every answer. `cacheControl` is set on files; pages and calls bring their own. A policy that came from
 * the page itself (with its nonce) stays.
 */
export function makeHeaders(
  scope: Construct,
  id: string,
  options: { filesOrigin: string; cacheControl?: string },
): ResponseHeadersPolicy {
  const custom = (header: string, value: string) => ({ header, value, override: true })
  return new ResponseHeadersPolicy(scope, id, {
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(options), override: false },
      // Not for sub-domains: below an agency's own domain there may be sites that are not ours.
      strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: false, override: true },
      contentTypeOptions: { override: true },
      // Answers say themselves who may frame them: one page of ours is made to be framed by another.
      ...(options.cacheControl && { frameOptions: { frameOption: HeadersFrameOption.DENY, override: true } }),
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override: true },
    },
    customHeadersBehavior: {
      customHeaders: [
        custom('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(self), usb=()'),
        custom('cross-origin-opener-policy', 'same-origin'),
        // The pixel stands in pages of other sites, and some of those take in nothing that does not allow it.
        ...(options.cacheControl ? [custom('cross-origin-resource-policy', 'cross-origin')] : []),
        ...(options.cacheControl ? [custom('cache-control', options.cacheControl)] : []),
      ],
    },
    removeHeaders: ['server', 'x-powered-by'],
  })
}
