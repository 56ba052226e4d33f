import { audiences } from './audience.ts'
import { billings } from './billing.ts'
import { campaigns } from './campaign.ts'
import { clientImports } from './client-import.ts'
import { commissions } from './commission.ts'
import { companies } from './company.ts'
import { companyGroups } from './company-group.ts'
import { connectedAccounts } from './connected-account.ts'
import { customDomains } from './custom-domain.ts'
import { domains } from './domain.ts'
import { exclusions } from './exclusion.ts'
import { guards } from './guard.ts'
import { identities } from './identity.ts'
import { leads } from './lead.ts'
import { ledgers } from './ledger.ts'
import { legalDocuments } from './legal-document.ts'
import { listed } from './listed.ts'
import { mailLog } from './mail.ts'
import { manualBills } from './manual-bill.ts'
import { minimumSpends } from './minimum-spend.ts'
import { nodes } from './node.ts'
import { coupons } from './onboarding.ts'
import { otpChallenges } from './otp-challenge.ts'
import { payments } from './payment.ts'
import { prices } from './price.ts'
import { profiles } from './profile.ts'
import { protectedFiles } from './protected-file.ts'
import { referrals } from './referral.ts'
import { roles } from './role.ts'
import { sessions } from './session.ts'
import { settings } from './setting.ts'
import { signIns } from './sign-in.ts'
import { staff } from './staff.ts'
import type { Table } from './table.ts'
import { tenancies } from './tenancy.ts'
import { oneTimeTokens } from './token.ts'
import { twoFactors } from './two-factor.ts'
import { uploads } from './upload.ts'
import { users } from './user.ts'
import { userLogs } from './user-log.ts'
import { userLogOutbox } from './user-log-outbox.ts'
import { views } from './view.ts'

/** Everything that is kept, by noun. */
export function openDb(table: Table) {
  const { updateCompany, updateUser, changeEmail, createCampaign, setCampaignStatus } = listed(table)
  return {
    company: { ...companies(table), update: updateCompany },
    user: { ...users(table), update: updateUser, changeEmail },
    audience: audiences(table),
    clientImport: clientImports(table),
    companyGroup: companyGroups(table),
    node: nodes(table),
    role: roles(table),
    staff: staff(table),
    commission: commissions(table),
    session: sessions(table),
    view: views(table),
    userLog: userLogs(table),
    userLogOutbox: userLogOutbox(table),
    domain: domains(table),
    legalDocument: legalDocuments(table),
    setting: settings(table),
    customDomain: customDomains(table),
    guard: guards(table),
    signIn: signIns(table),
    token: oneTimeTokens(table),
    tenancy: tenancies(table),
    referral: referrals(table),
    protectedFile: protectedFiles(table),
    mail: mailLog(table),
    twoFactor: twoFactors(table),
    profile: profiles(table),
    otpChallenge: otpChallenges(table),
    identity: identities(table),
    campaign: { ...campaigns(table), create: createCampaign, setStatus: setCampaignStatus },
    exclusion: exclusions(table),
    upload: uploads(table),
    lead: leads(table),
    price: prices(table),
    minimumSpend: minimumSpends(table),
    manualBill: manualBills(table),
    coupon: coupons(table),
    billing: billings(table),
    ledger: ledgers(table),
    connectedAccount: connectedAccounts(table),
    payment: payments(table),
  }
}
export type Db = ReturnType<typeof openDb>
