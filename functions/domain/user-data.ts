// A person as the wire names them, put together from user, company, agency and root.
import type { UserData } from '#shared/contracts/account.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { toFlag } from '#shared/wire.ts'
import type { Db } from '../data/index.ts'
import { brandSource } from './system-info.ts'

const moduleNames = ['Ads Design', 'Campaign', 'LeadsPeek', 'Settings'] as const

/** Every module is open to its users until a role narrows it. */
const everyModule = moduleNames.map((module_name) => ({
  module_name,
  enable_permission: 'T' as const,
  create_permission: 'T' as const,
  update_permission: 'T' as const,
  delete_permission: 'T' as const,
}))

/** The company whose menus, brand and payment account apply: the agency of a client, otherwise the company itself. */
export const servingCompany = (company: Company, parent: Company | undefined): Company =>
  company.kind === 'client' && parent ? parent : company

export async function userData(db: Db, user: User, seen: { actor: UserActor; ip: string }): Promise<UserData> {
  const company = await db.company.get(user.companyId)
  const parent = company.parentId ? await db.company.find(company.parentId) : undefined
  const agency = servingCompany(company, parent)
  const agencyParent =
    agency === company ? parent : agency.parentId ? await db.company.find(agency.parentId) : undefined
  const { brand } = brandSource(agency, agencyParent)
  const permissions = { report_analytics: toFlag(user.reportAnalytics), modules: everyModule }
  const menu = (line: 'local' | 'locator' | 'enhance' | 'b2b') => agency.modules[line] ?? { name: '', url: '' }
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    company_id: company.id,
    company_parent: company.parentId ?? '',
    company_root_id: company.rootId,
    role_id: '',
    user_type: user.userType,
    user_type_ori: user.userType,
    systemuser: user.isSystemUser,
    rootcomp: toFlag(company.kind === 'root'),
    isViewMode: Boolean(seen.actor.viewing),
    isAccExecutive: user.salesKind === 'accountExecutive',
    company_name: company.name,
    company_logo: company.brand.logo ?? '',
    companyparentname: parent?.name ?? '',
    companyparentlogo: parent?.brand.logo ?? '',
    profile_pict: '',
    phonenum: user.phone,
    phone_country_code: user.phoneCountry,
    phone_country_calling_code: user.phoneCallingCode,
    address: company.address.street,
    city: company.address.city,
    zip: company.address.zip,
    country_code: company.address.countryCode,
    state_code: company.address.stateCode,
    industry_id: '',
    industry_name: '',
    box_bgcolor: brand.boxColour,
    text_color: brand.textColour,
    link_color: brand.linkColour,
    template_bgcolor: brand.templateColour,
    sidebar_bgcolor: brand.sidebarColour,
    font_theme: brand.font,
    customer_card_id: '',
    manual_bill: toFlag(company.manualBill),
    profile_setup_completed: toFlag(user.profileSetupCompleted),
    questionnaire_setup_completed: toFlag(user.questionnaireSetupCompleted),
    user_permissions: permissions,
    user_permissions_view_mode: seen.actor.viewing ? permissions : null,
    leadlocalname: menu('local').name,
    leadlocalurl: menu('local').url,
    leadlocatorname: menu('locator').name,
    leadlocatorurl: menu('locator').url,
    leadenhancename: menu('enhance').name,
    leadenhanceurl: menu('enhance').url,
    leadb2bname: menu('b2b').name,
    leadb2burl: menu('b2b').url,
    leadspeek_type: user.leadType,
    menuLeadspeek: 'T',
    status_acc: agency.connection,
    charges_enabled: agency.chargesEnabled,
    payouts_enabled: agency.payoutsEnabled,
    ip_login: seen.actor.userId === user.id ? seen.ip : '',
    disable_client_add_campaign: toFlag(company.disableClientAddCampaign),
    franchize: null,
    franchizedirector: null,
    officemanager: null,
  }
}
