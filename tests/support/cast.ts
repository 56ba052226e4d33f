// The cast: one root with two agencies and their clients, and one person of every kind. The demonstration tenants
// of the local start and the tests of every suite are made by this one file.

import { loginScopeOf } from '#functions/data/tenancy/user.ts'
import { plantDocuments } from '#functions/domain/documents/defaults.ts'
import { hashPassword } from '#functions/identity/password.ts'
import type { Services } from '#functions/kit/services.ts'
import { type Brand, defaultBrand } from '#shared/model/brand.ts'
import type { Campaign, NewCampaign } from '#shared/model/campaign.ts'
import { type Company, type CompanyKind, defaultModules, newCompanyDefaults } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { plantCampaign } from './plant-campaign.ts'

export const PASSWORD = 'correct horse 42'

type Plan = {
  now: number
  services: Services
  domain: string
  tag: string
  brands?: Partial<Record<'root' | 'ada' | 'abe', Brand>>
}

const address = {
  street: '1 Loom Street',
  city: 'Chicago',
  zip: '60601',
  stateCode: 'IL',
  stateName: 'Illinois',
  countryCode: 'US',
}

function company(plan: Plan, kind: CompanyKind, name: string, parent: Company | null, more: Partial<Company>): Company {
  const id = plan.services.newId('company')
  return {
    id,
    kind,
    name,
    parentId: parent?.id ?? null,
    rootId: parent?.rootId ?? id,
    ancestors: parent ? [...parent.ancestors, parent.id] : [],
    legalName: `${name}, LLC`,
    email: `hello@${name.toLowerCase().replace(/\W+/g, '')}.example`,
    phone: '+13125550100',
    address,
    brand: { ...defaultBrand, name, shortName: name },
    isWhiteLabel: kind !== 'client',
    subdomain: null,
    customDomain: null,
    modules: kind === 'client' ? {} : { ...defaultModules },
    timeZone: 'America/Chicago',
    supportUrl: null,
    paymentGateway: 'stripe',
    connection: kind === 'agency' ? 'completed' : '',
    packageId: kind === 'agency' ? 'standard' : '',
    chargesEnabled: true,
    payoutsEnabled: true,
    accountRequirements: [],
    manualBill: false,
    paymentFailed: false,
    disableClientAddCampaign: false,
    apiMode: false,
    isBeta: false,
    referralUserId: null,
    industryId: '',
    contacts: {},
    ...newCompanyDefaults,
    createdAt: plan.now,
    ...more,
  }
}

function person(
  plan: Plan,
  at: Company,
  name: string,
  userType: User['userType'],
  passwordHash: string,
  more: Partial<User> = {},
): User {
  const local = name.toLowerCase().replace(/\W+/g, '.')
  return {
    id: plan.services.newId('user'),
    companyId: at.id,
    rootId: at.rootId,
    userType,
    isSystemUser: false,
    salesKind: null,
    name,
    email: `${local}${plan.tag}@example.com`,
    phone: '3125550123',
    phoneCountry: 'US',
    phoneCallingCode: '+1',
    passwordHash,
    status: 'active',
    epoch: 0,
    hasCard: true,
    connection: '',
    profileSetupCompleted: true,
    questionnaireSetupCompleted: true,
    leadType: userType === 'client' ? 'local' : '',
    reportAnalytics: false,
    usesOwnPermissions: true,
    roleId: null,
    isDefaultAdmin: false,
    isCustomerCare: false,
    getsNotices: false,
    emailConfirmedAt: plan.now,
    passwordChangedAt: null,
    invitedAt: null,
    invitedById: '',
    pendingEmail: '',
    pendingEmailEndsAt: 0,
    picture: null,
    createdAt: plan.now,
    ...more,
  }
}

/** Root Leadloom with agencies Ada (Northlight) and Abe (Copper & Co), clients Cleo and Carl, and everybody around them. */
export async function plantCast(services: Services, options: Omit<Plan, 'services' | 'now'>) {
  const plan: Plan = { ...options, services, now: services.now() }
  const { db } = services
  const host = (name: string) => `${name}${plan.tag}.${plan.domain}`
  const sub = (name: string) => `${name}${plan.tag}`

  const root = company(plan, 'root', 'Leadloom', null, {
    subdomain: sub('root'),
    ...(plan.brands?.root && { brand: plan.brands.root }),
  })
  // One hash serves all: the password of every demonstration login is the same.
  const hash = await hashPassword(PASSWORD)
  const sales = {
    sam: person(plan, root, 'Sam Sales', 'sales', hash, { salesKind: 'representative' }),
    ellen: person(plan, root, 'Ellen Executive', 'sales', hash, { salesKind: 'accountExecutive' }),
    rita: person(plan, root, 'Rita Referrer', 'sales', hash, { salesKind: 'referrer' }),
  }
  const northlight = company(plan, 'agency', 'Northlight', root, {
    subdomain: sub('northlight'),
    ...(plan.brands?.ada && { brand: plan.brands.ada }),
    salesRepId: sales.sam.id,
    accountExecutiveId: sales.ellen.id,
    referralUserId: sales.rita.id,
  })
  const copper = company(plan, 'agency', 'Copper & Co', root, {
    subdomain: sub('copper'),
    ...(plan.brands?.abe && { brand: plan.brands.abe }),
    modules: { local: { name: 'Visitor Radar', url: 'radar' }, locator: { name: 'Intent Finder', url: 'intent' } },
  })
  const brightSmiles = company(plan, 'client', 'Bright Smiles Dental', northlight, {})
  const harbor = company(plan, 'client', 'Harbor Roofing', northlight, {})
  const peakFitness = company(plan, 'client', 'Peak Fitness', copper, {})

  const main = {
    ada: person(plan, northlight, 'Ada Agency', 'agency', hash, { isDefaultAdmin: true, getsNotices: true }),
    abe: person(plan, copper, 'Abe Agency', 'agency', hash, { isDefaultAdmin: true, getsNotices: true }),
    cleo: person(plan, brightSmiles, 'Cleo Client', 'client', hash),
    lola: person(plan, harbor, 'Lola Locator', 'client', hash, { leadType: 'locator' }),
    carl: person(plan, peakFitness, 'Carl Client', 'client', hash),
  }
  const users = {
    olive: person(plan, root, 'Olive Operator', 'user', hash, {
      isSystemUser: true,
      reportAnalytics: true,
      isDefaultAdmin: true,
      getsNotices: true,
    }),
    otto: person(plan, root, 'Otto Operator', 'user', hash, { isSystemUser: true }),
    ...main,
    amos: person(plan, northlight, 'Amos Assistant', 'user', hash),
    admin: person(plan, northlight, 'Anna Admin', 'administrator', hash),
    ...sales,
  }
  await db.company.create(root)
  await db.domain.claim(host('root'), root.id, plan.now)
  const pairs = [
    [northlight, main.ada, host('northlight')],
    [copper, main.abe, host('copper')],
    [brightSmiles, main.cleo],
    [harbor, main.lola],
    [peakFitness, main.carl],
  ] as const
  for (const [each, user, at] of pairs)
    await db.tenancy.plant({
      company: each,
      user,
      scopeId: loginScopeOf(user, each.parentId ?? each.id),
      ...(at && { host: at }),
    })
  const { olive, otto, amos, admin } = users
  for (const user of [olive, otto, amos, admin, ...Object.values(sales)])
    await db.user.create(user, loginScopeOf(user, user.companyId))

  const campaign = (
    client: Company,
    agency: Company,
    name: string,
    line: Campaign['line'],
    siteUrl: string,
  ): NewCampaign => ({
    id: services.newId('campaign'),
    companyId: client.id,
    agencyId: agency.id,
    rootId: root.id,
    line,
    name,
    status: 'active',
    statusReason: '',
    siteUrl,
    timeZone: 'America/Chicago',
    createdAt: plan.now,
  })
  const campaigns = {
    smiles: campaign(brightSmiles, northlight, 'Website visitors', 'local', 'https://brightsmiles.example'),
    harbor: campaign(harbor, northlight, 'Roof repair searches', 'locator', 'https://harborroofing.example'),
    peak: campaign(peakFitness, copper, 'Gym page visitors', 'local', 'https://peakfitness.example'),
  }
  const planted = {
    smiles: await plantCampaign(db, campaigns.smiles),
    harbor: await plantCampaign(db, campaigns.harbor),
    peak: await plantCampaign(db, campaigns.peak),
  }
  await plantDocuments(db, root, plan.now)
  // The cast knows its way: a tour that starts by itself would stand in the way of every story.
  for (const user of Object.values(users)) await db.setting.finishTour(user.id, plan.now)

  const hosts = { root: host('root'), northlight: host('northlight'), copper: host('copper') }
  return { root, northlight, copper, brightSmiles, harbor, peakFitness, users, campaigns: planted, hosts }
}
export type Cast = Awaited<ReturnType<typeof plantCast>>
export type Member = keyof Cast['users']

/** The host on which a member of the cast signs in. */
export const homeOf: Record<Member, keyof Cast['hosts']> = {
  olive: 'root',
  otto: 'root',
  sam: 'root',
  ellen: 'root',
  rita: 'root',
  ada: 'northlight',
  amos: 'northlight',
  admin: 'northlight',
  cleo: 'northlight',
  lola: 'northlight',
  abe: 'copper',
  carl: 'copper',
}
