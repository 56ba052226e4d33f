// Who lives at a host, as the browser gets it: in the page itself, and by the domain-info call.
import type { Output } from '#shared/contracts/index.ts'
import { type Company, defaultModules } from '#shared/model/company.ts'
import { embeddedPlaceOf } from '#shared/model/embedded-code.ts'
import { toFlag } from '#shared/wire.ts'
import type { Db } from '../../data/index.ts'
import { brandSource } from '../../domain/settings/brand-source.ts'

const terms = ['Weekly', 'Monthly', 'One Time', 'Prepaid'].map((value) => ({ value, label: value }))

/** What of the environment is the same for every tenant. */
type Platform = Record<'PLATFORM_DOMAIN' | 'CAPTCHA_SITE_KEY' | 'MAPS_KEY' | 'STRIPE_PUBLISHABLE_KEY', string>

export async function systemInfo(db: Db, tenant: Company, env: Platform): Promise<Output<'public.domainInfo'>> {
  const root = tenant.id === tenant.rootId ? tenant : await db.company.get(tenant.rootId)
  const parent =
    tenant.parentId === root.id ? root : tenant.parentId ? await db.company.find(tenant.parentId) : undefined
  const [rootUser, masterId, embedded] = await Promise.all([
    // This is public: nobody's name stays here who works for the root no longer.
    db.user.findOperator(root.id),
    db.company.findMasterId(),
    // The operator's own pages run nobody's code.
    tenant.kind === 'agency' ? db.setting.findEmbeddedCode(tenant.id) : undefined,
  ])
  const look = brandSource(tenant, parent)
  return {
    data: {
      idsys: root.id,
      masteridsys: masterId ?? root.id,
      ownedcompanyid: tenant.id,
      company_name: look.name,
      company_root_name: root.name,
      company_root_legal: root.legalName,
      company_root_nameshort: root.brand.shortName,
      company_root_address: root.address.street,
      company_root_city: root.address.city,
      company_root_zip: root.address.zip,
      company_root_state_code: root.address.stateCode,
      company_root_state_name: root.address.stateName,
      company_root_phone: root.phone,
      domain: tenant.customDomain ?? [tenant.subdomain, env.PLATFORM_DOMAIN].filter(Boolean).join('.'),
      subdomain: tenant.subdomain ?? '',
      userrootname: rootUser?.name ?? '',
      userrootemail: root.email,
      userrootaddress: root.address.street,
      payment_public_key: env.STRIPE_PUBLISHABLE_KEY,
      captcha_key: env.CAPTCHA_SITE_KEY,
      maps_key: env.MAPS_KEY,
      charges_enabled: tenant.chargesEnabled,
      payouts_enabled: tenant.payoutsEnabled,
      account_requirements: tenant.accountRequirements,
      rootcomp: toFlag(tenant.kind === 'root'),
      agencyplatformroot: toFlag(tenant.kind === 'agency' && tenant.parentId === root.id),
      support_url: root.supportUrl ?? '',
      embedded_code: embeddedPlaceOf(embedded),
      brand: look.brand,
    },
    paymenttermlist: terms,
    rootsidemenu: { ...defaultModules, ...root.modules },
    sidemenu: tenant.modules,
    agencysidebar: tenant.kind === 'agency' ? tenant.modules : {},
  }
}
