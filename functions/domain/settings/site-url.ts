// Where a tenant's site is, from what is stored of it. Never from a request: a header would let a stranger choose where
// the links in our mails lead.
import type { Company } from '#shared/model/company.ts'

export type Platform = { scheme: string; domain: string }

type Hosts = Pick<Company, 'subdomain' | 'customDomain'>

export const siteHost = (domain: string, tenant: Hosts): string =>
  tenant.customDomain ?? (tenant.subdomain ? `${tenant.subdomain}.${domain}` : domain)

export const siteUrl = ({ scheme, domain }: Platform, tenant: Hosts): string =>
  `${scheme}://${siteHost(domain, tenant)}`
