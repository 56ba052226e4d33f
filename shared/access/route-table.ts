// Every page there is, with who may reach it. Router, menus, palette and server read this one table.
import type { UserType } from '../model/user.ts'
import { hasWallet, type MenuModule, permissionsOf, type Viewer } from './viewer.ts'

/** The feature that provides the page. */
export type RouteArea =
  | 'session'
  | 'account'
  | 'agencies'
  | 'clients'
  | 'campaigns'
  | 'reports'
  | 'billing'
  | 'exclusions'
  | 'integrations'
  | 'settings'
  | 'public'

export type Rule = {
  area: RouteArea
  /** `visitor` pages are for people who are not signed in; nothing is ever forced on a page that is open to `anyone`. */
  access: 'anyone' | 'visitor' | 'signed-in'
  /** Only these kinds of user; without a list everybody. */
  userTypes?: readonly UserType[]
  /** The module whose menu must be on. */
  menu?: MenuModule
  /** What the kind of user alone cannot say. Anybody who fails it sees the 404 page. */
  only?: (viewer: Viewer) => boolean
  /** About the safety of the own account: shown to people too who must see another page first. */
  isSafety?: true
  /** What menus call the page. */
  itemName?: string
}

const agency = ['user', 'agency'] as const
const staff = [...agency, 'administrator'] as const
const buyers = [...staff, 'client'] as const

const anyone = { access: 'anyone' } as const
const signedIn = { access: 'signed-in' } as const
const banner = { ...signedIn, area: 'campaigns', menu: 'adsDesign', userTypes: buyers } as const
const campaign = { ...signedIn, area: 'campaigns', menu: 'campaign', userTypes: buyers } as const
const lead = { ...signedIn, area: 'campaigns', menu: 'leads' } as const

/** Sales people of a root count as system users too, but are nobody's keepers. */
const operator = (viewer: Viewer) => viewer.isSystemUser && viewer.userType !== 'sales'
const notSystemUser = (viewer: Viewer) => !viewer.isSystemUser
/** What a person alone may see of their account. */
const notViewing = (viewer: Viewer) => !viewer.isViewing
const hasSettings = (viewer: Viewer) => permissionsOf(viewer).modules.settings.enabled
/** Campaigns themselves belong to the module of leads: the pages that show nothing else are empty without it. */
const hasLeads = (viewer: Viewer) => permissionsOf(viewer).modules.leads.enabled
const systemUserOrSales = (viewer: Viewer) => viewer.isSystemUser || viewer.userType === 'sales'
const executiveIfSales = (viewer: Viewer) => viewer.userType !== 'sales' || viewer.isAccountExecutive

// View mode opens the analytics of the person looked at; the server answers it to nobody who may not see them in their own name.
const analyst = (viewer: Viewer) =>
  viewer.isViewing
    ? (viewer.viewModePermissions?.reportAnalytics ?? true)
    : viewer.isSystemUser && viewer.isRootCompany && permissionsOf(viewer).reportAnalytics

export const fixed = {
  home: { ...anyone, path: '/', area: 'session' },
  login: { access: 'visitor', path: '/login', area: 'session' },
  sso: { ...anyone, path: '/sso', area: 'session' },
  register: { ...anyone, path: '/register', area: 'session' },
  agencyRegister: { ...anyone, path: '/agency-register/:referralCode?', area: 'session' },
  resetPasswordInvalid: { ...anyone, path: '/reset-password-invalid', area: 'session' },
  setNewPassword: { ...anyone, path: '/set-new-password/:token', area: 'session' },
  forgotPassword: { ...anyone, path: '/forgot-password', area: 'session' },
  confirmEmail: { ...anyone, path: '/confirm-email/:token', area: 'session' },

  privacyPolicy: { ...anyone, path: '/privacy-policy', area: 'public' },
  termOfUse: { ...anyone, path: '/term-of-use', area: 'public' },
  serviceBillingAgreement: { ...anyone, path: '/service-billing-agreement', area: 'public' },
  developerAgreement: { ...anyone, path: '/marketing-services-agreement-developer', area: 'public' },
  developers: { ...anyone, path: '/developers', area: 'public' },
  licences: { ...anyone, path: '/licences', area: 'public' },
  downloadAuth: { ...signedIn, path: '/download-auth/:pkdoc', area: 'public', userTypes: staff },

  profile: { ...signedIn, path: '/user/profile', area: 'account', itemName: 'Profile' },
  notices: { ...signedIn, path: '/user/notifications', area: 'account' },
  signIns: {
    ...signedIn,
    path: '/user/sign-ins',
    area: 'account',
    only: notViewing,
    isSafety: true,
    itemName: 'Devices and Sign-ins',
  },
  profileSetup: { ...signedIn, path: '/user/profile-setup', area: 'account' },
  profileSetupV1: { ...signedIn, path: '/user/profile-setup-v1', area: 'account' },
  cardSetting: { ...signedIn, path: '/user/card-setting', area: 'billing', itemName: 'Card Setting' },
  questionnaire: { ...signedIn, path: '/user/questionnaire', area: 'account', userTypes: [...staff, 'sales'] },
  questionnaireAdd: { ...signedIn, path: '/user/questionnaire-add', area: 'account', userTypes: [...staff, 'sales'] },

  invoices: { ...signedIn, path: '/user/invoices', area: 'billing', userTypes: buyers },
  wallet: {
    ...signedIn,
    path: '/user/data-wallet',
    area: 'billing',
    only: hasWallet,
  },
  auditLog: {
    ...signedIn,
    path: '/configuration/audit-log',
    area: 'settings',
    userTypes: staff,
    menu: 'settings',
  },

  bannerCreate: { ...banner, path: '/banner/create', itemName: 'Banner Create' },
  bannerList: { ...banner, path: '/banner/list', itemName: 'Banner List' },
  campaign: { ...campaign, path: '/campaign', only: hasLeads, itemName: 'Dashboard' },
  campaignSetup: { ...campaign, path: '/campaign-setup', only: hasLeads, itemName: 'Create Campaign' },
  audience: { ...campaign, path: '/Audience', itemName: 'Campaign Audience List' },
  keywordCounts: { ...campaign, path: '/keyword-counts', itemName: 'Keyword Counts' },
  // Clients have no clients, and a role without the settings reads none.
  client: { ...campaign, path: '/Client', userTypes: staff, only: hasSettings, itemName: 'Clients' },

  integrations: {
    ...signedIn,
    path: '/integrations',
    area: 'integrations',
    userTypes: ['client', ...agency],
    menu: 'settings',
    only: notSystemUser,
    itemName: 'Integrations',
  },
  integration: {
    ...signedIn,
    path: '/integrations/:id',
    area: 'integrations',
    userTypes: ['client', ...agency],
    menu: 'settings',
    only: notSystemUser,
  },

  clientManagement: {
    ...signedIn,
    path: '/configuration/client-management',
    area: 'clients',
    userTypes: [...staff, 'sales'],
    menu: 'settings',
    only: executiveIfSales,
    itemName: 'Client Management',
  },
  agencyList: {
    ...signedIn,
    path: '/configuration/agency-list',
    area: 'agencies',
    menu: 'settings',
    only: systemUserOrSales,
    itemName: 'Agency List',
  },
  // One company: an agency below a root, or a client. The server says whether it is within reach.
  company: {
    ...signedIn,
    path: '/configuration/company/:companyId',
    area: 'agencies',
    userTypes: [...staff, 'sales'],
    menu: 'settings',
  },
  administratorList: {
    ...signedIn,
    path: '/configuration/administrator-list',
    area: 'settings',
    userTypes: agency,
    menu: 'settings',
    itemName: 'Administrator List',
  },
  salesAccountList: {
    ...signedIn,
    path: '/configuration/sales-account-list',
    area: 'agencies',
    menu: 'settings',
    only: operator,
    itemName: 'Sales Account List',
  },
  roleList: {
    ...signedIn,
    path: '/configuration/role-list',
    area: 'settings',
    userTypes: agency,
    menu: 'settings',
    itemName: 'Role List',
  },
  generalSetting: {
    ...signedIn,
    path: '/configuration/general-setting',
    area: 'settings',
    userTypes: staff,
    menu: 'settings',
    itemName: 'General Settings',
  },
  dataEnrichment: {
    ...signedIn,
    path: '/configuration/data-enrichment',
    area: 'campaigns',
    userTypes: agency,
    menu: 'settings',
    itemName: 'Data Enrichment',
  },
  optOutList: {
    ...signedIn,
    path: '/configuration/opt-out-list',
    area: 'exclusions',
    menu: 'leads',
    only: operator,
    itemName: 'Exclusion List',
  },
  reportAnalytics: {
    ...signedIn,
    path: '/configuration/report-analytics',
    area: 'reports',
    only: analyst,
    itemName: 'Report Analytics',
  },
  salesConnectAccount: {
    ...signedIn,
    path: '/configuration/sales-connect-account',
    area: 'agencies',
    userTypes: ['sales'],
    itemName: 'Payment Account',
  },
} as const satisfies Record<string, Rule & { path: string }>

/** The pages under each product line's own URL segment. */
export const perLine = {
  lineDashboard: { ...lead, page: 'dashboard', itemName: 'Dashboard' },
  lineCampaignManagement: { ...lead, page: 'campaign-management', itemName: 'Campaign Management' },
  lineCampaignManagementV1: { ...lead, page: 'campaign-management-v1' },
  // Reached by address alone: no item name, so no menu can show it.
  lineLeadsManagement: { ...lead, page: 'leads-management', userTypes: ['administrator'] },
} as const satisfies Record<string, Rule & { page: string }>
