// All that may be seen of one lead.
import type { Output } from '#shared/contracts/index.ts'
import type { LeadRow } from '#shared/leads/row.ts'
import type { Moment } from '#shared/leads/timeline.ts'
import { integrationSlug } from '../integrations/slugs.ts'

const iso = (at: number) => new Date(at).toISOString()

export const toLeadDetail = (row: LeadRow): Output<'leads.get'>['data'] => ({
  id: row.id,
  first_name: row.firstName,
  last_name: row.lastName,
  email: row.email,
  phone: row.phone,
  city: row.city,
  state: row.stateCode,
  page_url: row.pageUrl,
  keyword: row.keyword,
  visited_at: iso(row.visitedAt),
  created_at: iso(row.createdAt),
  ...(row.credit && { credit: { at: iso(row.credit.at), level: row.credit.level } }),
  ...(row.erasedAt !== undefined && { erased_at: iso(row.erasedAt) }),
  referrer: row.referrer,
  other_emails: row.otherEmails,
  other_phones: row.otherPhones,
  address: row.street,
  zip: row.zipCode,
  advanced: row.advanced,
  b2b: row.business,
})

export const toTimeline = (moments: readonly Moment[]): Output<'leads.get'>['timeline'] =>
  moments.map(({ step, at, words, retailCentiCents, wholesaleCentiCents, destination, status }) => ({
    step,
    at: iso(at),
    message: words,
    ...(retailCentiCents !== undefined && { retail: retailCentiCents / 10_000 }),
    ...(wholesaleCentiCents !== undefined && { wholesale: wholesaleCentiCents / 10_000 }),
    ...(destination && { integration_slug: integrationSlug(destination.kind), destination: destination.name }),
    ...(status !== undefined && { status }),
  }))
