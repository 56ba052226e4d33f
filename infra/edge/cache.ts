// How long browsers and the edge keep what the file store serves. Pages and calls are never kept.
import { Duration } from 'aws-cdk-lib'
import { CachePolicy } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'

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
