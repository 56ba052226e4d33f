// What this application has. What is not named here does not exist: it is neither shown nor linked.
import type { ActionId } from '#shared/access/admits.ts'
import type { RouteId } from '#shared/access/routes.ts'

const pages = [
  'login',
  'sso',
  'register',
  'agencyRegister',
  'forgotPassword',
  'resetPasswordInvalid',
  'setNewPassword',
  'confirmEmail',
  'downloadAuth',
  'profile',
  'profileSetup',
  'profileSetupV1',
  'questionnaire',
  'questionnaireAdd',
  'privacyPolicy',
  'termOfUse',
  'serviceBillingAgreement',
  'developerAgreement',
  'licences',
  'agencyList',
  'clientManagement',
  'campaignSetup',
  'audience',
  'keywordCounts',
  'client',
  'campaign',
  'company',
  'administratorList',
  'salesAccountList',
  'roleList',
  'integrations',
  'integration',
  'cardSetting',
  'invoices',
  'wallet',
  'auditLog',
  'salesConnectAccount',
  'dataEnrichment',
  'optOutList',
  'reportAnalytics',
  'generalSetting',
  'lineDashboard',
  'lineCampaignManagement',
  'lineCampaignManagementV1',
  'lineLeadsManagement',
] as const satisfies RouteId[]
export type BuiltPage = (typeof pages)[number]

const actions: ActionId[] = [
  'clientExclusionList',
  'dataWallet',
  'developer',
  'twoFactor',
  'changePassword',
  'sessions',
  'logOut',
]

export const built: ReadonlySet<RouteId | ActionId> = new Set([...pages, 'home', ...actions])
