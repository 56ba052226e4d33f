import { campaigns } from './campaign.ts'
import { companies } from './company.ts'
import { domains } from './domain.ts'
import { exclusions } from './exclusion.ts'
import { guards } from './guard.ts'
import { identities } from './identity.ts'
import { lazily } from './lazily.ts'
import { listed } from './listed.ts'
import { roles } from './role.ts'
import { sessions } from './session.ts'
import type { Table } from './table.ts'
import { users } from './user.ts'
import { userLogs } from './user-log.ts'
import { views } from './view.ts'

/**
 * Everything that is kept, by noun. What every request needs is here at once; the rest is loaded by the first who asks for it, so
 * that a function starts with little.
 */
export function openDb(table: Table) {
  const { updateCompany, updateUser, changeEmail, createCampaign, setCampaignStatus } = listed(table)
  return {
    company: { ...companies(table), update: updateCompany },
    user: { ...users(table), update: updateUser, changeEmail },
    audience: lazily(async () => (await import('./audience.ts')).audiences(table)),
    clientImport: lazily(async () => (await import('./client-import.ts')).clientImports(table)),
    listFile: lazily(async () => (await import('./list-file.ts')).listFiles(table)),
    companyGroup: lazily(async () => (await import('./company-group.ts')).companyGroups(table)),
    node: lazily(async () => (await import('./node.ts')).nodes(table)),
    role: roles(table),
    staff: lazily(async () => (await import('./staff.ts')).staff(table)),
    commission: lazily(async () => (await import('./commission.ts')).commissions(table)),
    session: sessions(table),
    view: views(table),
    userLog: userLogs(table),
    userLogOutbox: lazily(async () => (await import('./user-log-outbox.ts')).userLogOutbox(table)),
    domain: domains(table),
    legalDocument: lazily(async () => (await import('./legal-document.ts')).legalDocuments(table)),
    setting: lazily(async () => (await import('./setting.ts')).settings(table)),
    customDomain: lazily(async () => (await import('./custom-domain.ts')).customDomains(table)),
    guard: guards(table),
    signIn: lazily(async () => (await import('./sign-in.ts')).signIns(table)),
    token: lazily(async () => (await import('./token.ts')).oneTimeTokens(table)),
    tenancy: lazily(async () => (await import('./tenancy.ts')).tenancies(table)),
    referral: lazily(async () => (await import('./referral.ts')).referrals(table)),
    protectedFile: lazily(async () => (await import('./protected-file.ts')).protectedFiles(table)),
    mail: lazily(async () => (await import('./mail.ts')).mailLog(table)),
    twoFactor: lazily(async () => (await import('./two-factor.ts')).twoFactors(table)),
    profile: lazily(async () => (await import('./profile.ts')).profiles(table)),
    otpChallenge: lazily(async () => (await import('./otp-challenge.ts')).otpChallenges(table)),
    identity: identities(table),
    campaign: { ...campaigns(table), create: createCampaign, setStatus: setCampaignStatus },
    exclusion: exclusions(table),
    upload: lazily(async () => (await import('./upload.ts')).uploads(table)),
    lead: lazily(async () => (await import('./lead.ts')).leads(table)),
    price: lazily(async () => (await import('./price.ts')).prices(table)),
    minimumSpend: lazily(async () => (await import('./minimum-spend.ts')).minimumSpends(table)),
    manualBill: lazily(async () => (await import('./manual-bill.ts')).manualBills(table)),
    coupon: lazily(async () => (await import('./onboarding.ts')).coupons(table)),
    billing: lazily(async () => (await import('./billing.ts')).billings(table)),
    ledger: lazily(async () => (await import('./ledger.ts')).ledgers(table)),
    connectedAccount: lazily(async () => (await import('./connected-account.ts')).connectedAccounts(table)),
    payment: lazily(async () => (await import('./payment.ts')).payments(table)),
  }
}
export type Db = ReturnType<typeof openDb>
