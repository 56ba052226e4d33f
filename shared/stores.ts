import { DOWNLOADS_KEPT_DAYS, REFUSED_ROWS_KEPT_DAYS } from './retention.ts'

/** The table and the buckets, described once: the stacks, the local environment and the tests create exactly these. */
export const table = {
  name: 'leadloom',
  partitionKey: 'pk',
  sortKey: 'sk',
  ttl: 'ttl',
  /** Generic, sparse indexes. All keys are strings; each entity says which order it keeps in which index. */
  indexes: ['gsi1', 'gsi2', 'gsi3', 'gsi4', 'gsi5'].map((name) => ({
    name,
    partitionKey: `${name}pk`,
    sortKey: `${name}sk`,
  })),
} as const

export type BucketName = 'files' | 'site'

/** `files` holds what people upload and download; `site` holds the built web application. */
export const buckets: Record<BucketName, { uploads: boolean; expireDays: Record<string, number> }> = {
  files: {
    uploads: true,
    expireDays: {
      'exports/': DOWNLOADS_KEPT_DAYS,
      'pictures/incoming/': 1,
      'brand/incoming/': 1,
      'banners/incoming/': 1,
      'exclusions/incoming/': 7,
      'exclusions/pieces/': 7,
      'exclusions/rejected/': REFUSED_ROWS_KEPT_DAYS,
      'imports/incoming/': 7,
      'imports/checked/': 7,
      'imports/rejected/': REFUSED_ROWS_KEPT_DAYS,
      'enrichments/incoming/': 7,
      'enrichments/kept/': 30,
    },
  },
  site: { uploads: false, expireDays: {} },
}

/** Files of the site that the page is made of: all that a function may read there. */
export const pageFiles = ['index.html', 'scheme.js'] as const
