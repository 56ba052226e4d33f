// What a company and its first person are when they have just registered: nothing set up, nothing paid, nothing inherited
// but the product lines that everybody begins with.
import { defaultBrand } from '#shared/model/brand.ts'
import { type Company, type CompanyKind, defaultModules, newCompanyDefaults } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { readPhone } from '#shared/phone.ts'

type CompanyPlan = {
  id: string
  kind: Extract<CompanyKind, 'agency' | 'client'>
  name: string
  email: string
  phone: string
  parent: Pick<Company, 'id' | 'rootId' | 'ancestors' | 'timeZone'>
  subdomain: string | null
  referralUserId: string | null
  now: number
}

export function newCompany({
  id,
  kind,
  name,
  email,
  phone,
  parent,
  subdomain,
  referralUserId,
  now,
}: CompanyPlan): Company {
  return {
    id,
    kind,
    name,
    parentId: parent.id,
    rootId: parent.rootId,
    ancestors: [...parent.ancestors, parent.id],
    legalName: name,
    email,
    phone,
    address: { street: '', city: '', zip: '', stateCode: '', stateName: '', countryCode: 'US' },
    brand: { ...defaultBrand, name, shortName: name },
    isWhiteLabel: kind === 'agency',
    subdomain,
    customDomain: null,
    modules: kind === 'agency' ? { local: defaultModules.local, locator: defaultModules.locator } : {},
    timeZone: parent.timeZone,
    supportUrl: null,
    paymentGateway: kind === 'agency' ? 'stripe' : '',
    connection: '',
    packageId: '',
    chargesEnabled: false,
    payoutsEnabled: false,
    accountRequirements: [],
    manualBill: false,
    paymentFailed: false,
    disableClientAddCampaign: false,
    apiMode: false,
    isBeta: false,
    industryId: '',
    contacts: {},
    referralUserId,
    ...newCompanyDefaults,
    createdAt: now,
  }
}

type PersonPlan = {
  id: string
  company: Company
  name: string
  email: string
  phone: string
  passwordHash: string
  now: number
}

/** The first person of a company: the owner of an agency, or the client. */
export function firstPerson({ id, company, name, email, phone, passwordHash, now }: PersonPlan): User {
  // A number with its dial code says its country itself; people who type none are at home here.
  const read = readPhone(phone, 'US')
  return {
    id,
    companyId: company.id,
    rootId: company.rootId,
    userType: company.kind === 'agency' ? 'agency' : 'client',
    isSystemUser: false,
    salesKind: null,
    connection: '',
    name,
    email,
    phone: read?.national ?? phone,
    phoneCountry: read?.countryCode ?? '',
    phoneCallingCode: read?.callingCode ?? '',
    passwordHash,
    status: 'active',
    epoch: 0,
    hasCard: false,
    profileSetupCompleted: false,
    questionnaireSetupCompleted: false,
    leadType: '',
    reportAnalytics: false,
    usesOwnPermissions: true,
    roleId: null,
    isDefaultAdmin: true,
    isCustomerCare: false,
    getsNotices: true,
    picture: null,
    emailConfirmedAt: null,
    passwordChangedAt: null,
    invitedAt: null,
    invitedById: '',
    pendingEmail: '',
    pendingEmailEndsAt: 0,
    createdAt: now,
  }
}
