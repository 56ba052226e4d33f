import { campaigns } from './campaign.ts'
import { companies } from './company.ts'
import { customDomains } from './custom-domain.ts'
import { domains } from './domain.ts'
import { exclusions } from './exclusion.ts'
import { guards } from './guard.ts'
import { identities } from './identity.ts'
import { leads } from './lead.ts'
import { legalDocuments } from './legal-document.ts'
import { mailLog } from './mail.ts'
import { otpChallenges } from './otp-challenge.ts'
import { protectedFiles } from './protected-file.ts'
import { referrals } from './referral.ts'
import { nodes } from './node.ts'
import { sessions } from './session.ts'
import { signIns } from './sign-in.ts'
import { settings } from './setting.ts'
import type { Table } from './table.ts'
import { tenancies } from './tenancy.ts'
import { oneTimeTokens } from './token.ts'
import { profiles } from './profile.ts'
import { twoFactors } from './two-factor.ts'
import { uploads } from './upload.ts'
import { users } from './user.ts'
import { views } from './view.ts'

/** Everything that is kept, by noun. */
export function openDb(table: Table) {
  return {
    company: companies(table),
    user: users(table),
    node: nodes(table),
    session: sessions(table),
    view: views(table),
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
    campaign: campaigns(table),
    exclusion: exclusions(table),
    upload: uploads(table),
    lead: leads(table),
  }
}
export type Db = ReturnType<typeof openDb>
