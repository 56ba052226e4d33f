// A person as the wire names them, put together from user, company, agency and root.

import { moduleNames } from '#shared/access/modules.ts'
import { servingCompany } from '#shared/access/setup.ts'
import type { MenuModule, Permissions } from '#shared/access/viewer.ts'
import { permissionsOfUser } from '#shared/access/viewer-of.ts'
import type { Contact, UserData } from '#shared/contracts/account/calls.ts'
import { wireValue } from '#shared/contracts/lib/wire-names.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { TeamContact } from '#shared/model/company.ts'
import { industryName } from '#shared/model/industry.ts'
import type { User } from '#shared/model/user.ts'
import { toFlag } from '#shared/wire.ts'
import type { Db } from '../../data/index.ts'
import { pictureUrl } from '../../domain/account/picture.ts'
import { refusalForWrite } from '../../domain/mail/first-address.ts'
import { brandSource } from '../../domain/settings/brand-source.ts'
import { toPhoneFields } from '../lib/phone.ts'

const toWire = ({ modules, reportAnalytics }: Permissions) => ({
  report_analytics: toFlag(reportAnalytics),
  // @NOTE Object.entries forgets the key type; these are the very keys of the table above.
  modules: (Object.entries(moduleNames) as [MenuModule, string][]).map(([module, module_name]) => ({
    module_name,
    enable_permission: toFlag(modules[module].enabled),
    create_permission: toFlag(modules[module].create),
    update_permission: toFlag(modules[module].update),
    delete_permission: toFlag(modules[module].delete),
  })),
})

const toContact = (contact: TeamContact | undefined): Contact | null =>
  contact
    ? { firstname: contact.firstName, lastname: contact.lastName, email: contact.email, phone: contact.phone }
    : null

type Deps = { db: Db; files: { showUrl(key: string, contentType: string, seconds: number): Promise<string> } }

export async function userData(
  { db, files }: Deps,
  user: User,
  seen: { actor: UserActor; permissions: Permissions; ip: string },
): Promise<UserData> {
  const { viewing } = seen.actor
  const [company, picture, { roles }] = await Promise.all([
    db.company.get(user.companyId),
    user.picture ? pictureUrl(files, user.picture) : '',
    user.roleId ? db.role.find(user.companyId) : { roles: [] },
  ])
  const parent = company.parentId ? await db.company.find(company.parentId) : undefined
  const agency = servingCompany(company, parent)
  const agencyParent =
    agency === company ? parent : agency.parentId ? await db.company.find(agency.parentId) : undefined
  const { brand } = brandSource(agency, agencyParent)
  const refusalForInvite = await refusalForWrite(db, company, user)
  const menu = (line: 'local' | 'locator' | 'enhance' | 'b2b') => agency.modules[line] ?? { name: '', url: '' }
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    company_id: company.id,
    company_parent: company.parentId ?? '',
    company_root_id: company.rootId,
    role_id: user.roleId ?? '',
    user_type: wireValue(user.userType),
    user_type_ori: wireValue(user.userType),
    systemuser: user.isSystemUser,
    rootcomp: toFlag(company.kind === 'root'),
    isViewMode: Boolean(viewing),
    isAccExecutive: user.salesKind === 'accountExecutive',
    company_name: company.name,
    company_logo: company.brand.logo ?? '',
    companyparentname: parent?.name ?? '',
    companyparentlogo: parent?.brand.logo ?? '',
    profile_pict: picture,
    ...toPhoneFields(user),
    address: company.address.street,
    city: company.address.city,
    zip: company.address.zip,
    country_code: company.address.countryCode,
    state_code: company.address.stateCode,
    industry_id: company.industryId,
    industry_name: industryName(company.industryId),
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
    email_confirmed: toFlag(user.emailConfirmedAt !== null),
    why_not_invite: refusalForInvite,
    user_permissions: toWire(permissionsOfUser(user, roles)),
    user_permissions_view_mode: viewing ? toWire(seen.permissions) : null,
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
    franchize: toContact(company.contacts.franchise),
    franchizedirector: toContact(company.contacts.franchiseDirector),
    officemanager: toContact(company.contacts.officeManager),
  }
}
