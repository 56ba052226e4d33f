// The page of each route that has one.
import type { ComponentType } from 'react'
import { findRoute, type Route, type RouteId } from '#shared/access/routes.ts'
import type { Modules } from '#shared/access/viewer.ts'
import LoginPage from '../features/session/login-page.tsx'
import { type LazyPage, loadPage } from './load-page.ts'

export type PageProps = { route: Route }

const ProfileSetup = loadPage(() => import('./profile-setup.tsx'))
const DocumentPage = loadPage(() => import('../features/documents/document-page.tsx'))
const CampaignsPage = loadPage(() => import('./campaigns.tsx'))
const RegisterPage = loadPage(() => import('../features/session/register-page.tsx'))

/** A route without a page does not compile; the home only leads on. */
export const pages: Record<Exclude<RouteId, 'home'>, ComponentType<PageProps>> = {
  login: LoginPage,
  sso: loadPage(() => import('../features/session/sso-page.tsx')),
  register: RegisterPage,
  agencyRegister: RegisterPage,
  forgotPassword: loadPage(() => import('../features/session/forgot-password-page.tsx')),
  resetPasswordInvalid: loadPage(() => import('../features/session/reset-password-invalid-page.tsx')),
  setNewPassword: loadPage(() => import('../features/session/set-new-password-page.tsx')),
  confirmEmail: loadPage(() => import('../features/session/confirm-email-page.tsx')),
  downloadAuth: loadPage(() => import('../features/session/download-auth-page.tsx')),
  profile: loadPage(() => import('../features/account/profile-page.tsx')),
  notices: loadPage(() => import('../features/account/notices/notices-page.tsx')),
  signIns: loadPage(() => import('../features/account/sign-ins/sign-ins-page.tsx')),
  profileSetup: ProfileSetup,
  profileSetupV1: ProfileSetup,
  questionnaire: loadPage(() => import('../features/account/questionnaire-page.tsx')),
  questionnaireAdd: loadPage(() => import('../features/account/questionnaire-add-page.tsx')),
  privacyPolicy: DocumentPage,
  termOfUse: DocumentPage,
  serviceBillingAgreement: DocumentPage,
  developerAgreement: DocumentPage,
  developers: loadPage(() => import('../features/developer/documentation/developers-page.tsx')),
  licences: loadPage(() => import('../features/documents/licences-page.tsx')),
  agencyList: loadPage(() => import('./agency-list.tsx')),
  clientManagement: loadPage(() => import('./client-management.tsx')),
  company: loadPage(() => import('./company.tsx')),
  campaignSetup: loadPage(() => import('./campaign-setup.tsx')),
  bannerCreate: loadPage(() => import('../features/banners/banner-create-page.tsx')),
  bannerList: loadPage(() => import('../features/banners/banner-list-page.tsx')),
  audience: loadPage(() => import('../features/audiences/audiences-page.tsx')),
  keywordCounts: loadPage(() => import('../features/keywords/keyword-counts-page.tsx')),
  client: loadPage(() => import('./clients.tsx')),
  campaign: loadPage(() => import('./campaign-overview.tsx')),
  administratorList: loadPage(() => import('../features/staff/administrator-list-page.tsx')),
  salesAccountList: loadPage(() => import('../features/staff/sales-account-list-page.tsx')),
  roleList: loadPage(() => import('../features/roles/role-list-page.tsx')),
  integrations: loadPage(() => import('../features/integrations/integrations-page.tsx')),
  integration: loadPage(() => import('./integration.tsx')),
  cardSetting: loadPage(() => import('../features/payments/card-setting-page.tsx')),
  invoices: loadPage(() => import('../features/payments/invoices-page.tsx')),
  wallet: loadPage(() => import('./wallet-page.tsx')),
  auditLog: loadPage(() => import('../features/audit/audit-log-page.tsx')),
  salesConnectAccount: loadPage(() => import('./sales-connect.tsx')),
  dataEnrichment: loadPage(() => import('../features/enrichment/data-enrichment-page.tsx')),
  reportAnalytics: loadPage(() => import('../features/reports/analytics-page.tsx')),
  optOutList: loadPage(() => import('../features/exclusions/opt-out-page.tsx')),
  generalSetting: loadPage(() => import('./settings-page.tsx')),
  lineDashboard: loadPage(() => import('./dashboard.tsx')),
  lineCampaignManagement: CampaignsPage,
  lineCampaignManagementV1: CampaignsPage,
  lineLeadsManagement: loadPage(() => import('../features/leads/leads-management-page.tsx')),
}

/** Fetches the page at an address while the server still says who is looking. Whether they may see it is decided later. */
export function preloadPage(path: string, modules: Modules): void {
  const route = findRoute(path, modules)
  const page = route && route.id !== 'home' && pages[route.id]
  if (page && isLazy(page)) page.preload()
}

/** Fetches the page that most people of a tenant come to first, while the server still looks at their password. */
export function preloadFirstPage(isRoot: boolean): void {
  const page = pages[isRoot ? 'agencyList' : 'lineDashboard']
  if (page && isLazy(page)) page.preload()
}

const isLazy = (page: ComponentType<PageProps> | LazyPage<PageProps>): page is LazyPage<PageProps> => 'preload' in page
