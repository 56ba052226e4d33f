// How long browsers and the edge keep what the file store serves. Pages and calls are never kept.
import { Duration } from 'aws-cdk-lib'
import { CacheHeaderBehavior, CachePolicy, CacheQueryStringBehavior } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import { BANNER_SECONDS } from '#shared/model/banner.ts'
import { headers } from '#shared/wire.ts'

export type CacheRule = { paths: readonly string[]; seconds: number; header: string }

const hour = 3600
const day = 24 * hour
const year = 365 * day

export const cacheRules = {
  /** The build puts a hash of the content into these names. */
  hashed: { paths: ['/assets/*'], seconds: year, header: `public, max-age=${year}, immutable` },
  fonts: { paths: ['/fonts/*'], seconds: 30 * day, header: `public, max-age=${30 * day}` },
  /** Stands in customers' pages under the name of each campaign, which the edge leads to one file: a fix must reach them soon. */
  pixel: { paths: ['/px/*.js'], seconds: 300, header: 'public, max-age=300, stale-while-revalidate=60' },
  plain: {
    paths: ['/*.js', '/*.csv', '/*.ico', '/*.png', '/*.svg', '/*.txt', '/*.webmanifest'],
    seconds: hour,
    header: `public, max-age=${hour}`,
  },
} as const satisfies Record<string, CacheRule>

export function makeCachePolicy(scope: Construct, name: string, rule: CacheRule): CachePolicy {
  return new CachePolicy(scope, `${name}Cache`, {
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(rule.seconds),
    maxTtl: Duration.seconds(rule.seconds),
    enableAcceptEncodingBrotli: true,
    enableAcceptEncodingGzip: true,
  })
}

/**
 * Pictures of banners stand in pages of other sites, whose every visitor asks for them: one answer serves all for as long as
 * it says itself. It is kept by host, because no host answers for the banners of another, and by the name of its picture
 * (`v`), by which its own people see a change at once.
 */
export const makeBannerCache = (scope: Construct): CachePolicy =>
  new CachePolicy(scope, 'BannerCache', {
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.seconds(BANNER_SECONDS),
    headerBehavior: CacheHeaderBehavior.allowList(headers.forwardedHost),
    queryStringBehavior: CacheQueryStringBehavior.allowList('v'),
  })
