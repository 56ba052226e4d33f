// Where a tenant's site is, from what is stored of it. Never from a request: a header would let a stranger choose where
// the links in our mails lead.
import type { Company } from '#shared/model/company.ts'

export type Platform = { scheme: string; domain: string }

export function siteUrl({ scheme, domain }: Platform, tenant: Pick<Company, 'subdomain' | 'customDomain'>): string {
  const host = tenant.customDomain ?? (tenant.subdomain ? `${tenant.subdomain}.${domain}` : domain)
  return `${scheme}://${host}`
}
