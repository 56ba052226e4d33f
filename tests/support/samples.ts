// One valid input for each call, as a given member of the cast would send it. A call without a sample does not compile.
import type { CallName, Input } from '#shared/contracts/index.ts'
import type { Cast, Member } from './cast.ts'

type Sample<Name extends CallName> = (cast: Cast, who: Member) => Input<Name>

export const samples: { [Name in CallName]: Sample<Name> } = {
  'session.login': (cast, who) => ({ username: cast.users[who].email, password: 'not this one' }),
  'session.refresh': () => ({ refresh_token: 'usr_x.ses_x.no' }),
  'session.logout': () => ({}),
  'session.confirmPassword': () => ({ password: 'not this one' }),
  'session.list': () => ({}),
  'session.end': () => ({ session_id: 'ses_01JD0000000000000000000000' }),
  'session.endAll': () => ({}),
  'session.register': () => ({
    companyname: 'New Company',
    name: 'Nora New',
    email: 'nora.new@example.com',
    phonenum: '+1 312 555 0199',
    password: 'fresh paint 7',
    userType: 'client',
  }),
  'session.forgot': (cast, who) => ({ username: cast.users[who].email }),
  'session.verifyReset': (cast, who) => ({ token: 'no', email: cast.users[who].email }),
  'session.setPassword': (cast, who) => ({ token: 'no', email: cast.users[who].email, newpassword: 'fresh paint 7' }),
  'session.changePassword': (cast, who) => ({
    usrID: cast.users[who].id,
    newpassword: 'fresh paint 7',
    currpassword: 'not this one',
  }),
  'session.confirmEmail': () => ({ token: 'no' }),
  'session.resendConfirmation': () => ({}),
  'session.sso': () => ({ token: 'no', subdomain: 'northlight' }),
  'session.documentAccess': () => ({ pwd: 'not this one', urldata: 'nothing' }),
  'session.openDocument': () => ({ ticket: 'no' }),
  'session.onboardingStatus': (cast, who) => ({ user_id: cast.users[who].id }),
  'account.me': (cast, who) => ({ id: cast.users[who].id }),
  'account.checkSetup': (cast, who) => ({ id: cast.users[who].id }),
  'security.getTwoFactor': (cast, who) => ({ userId: cast.users[who].id }),
  'security.saveTwoFactor': (cast, who) => ({ userId: cast.users[who].id, two_factor_auth: false }),
  'security.getGoogleTfa': (cast, who) => ({ userId: cast.users[who].id, companyId: cast.users[who].companyId }),
  'security.newRecoveryCodes': (cast, who) => ({ userId: cast.users[who].id }),
  'security.unlock': (cast, who) => ({ userId: cast.users[who === 'abe' ? 'carl' : 'cleo'].id }),
  'security.verifyLogin': (cast, who) => ({
    email: cast.users[who].email,
    code: '000000',
    otp_token: 'usr_x.tok_x.no',
  }),
  'security.resendCode': (cast, who) => ({ email: cast.users[who].email, otp_token: 'usr_x.tok_x.no' }),
  'public.domainInfo': () => ({}),
  'public.keys': () => ({}),
  'public.openapi': () => ({}),
  'public.clientAddress': () => ({}),
  'public.visit': (cast) => ({ c: cast.campaigns.smiles.id, v: 'visitor-0001', u: 'https://brightsmiles.example/' }),
  'exclusions.upload': (cast, who) => ({
    ClientCompanyID: cast.users[who].companyId,
    campaigntype: 'client',
    filename: 'list.csv',
  }),
  'exclusions.progress': (cast, who) => ({ companyId: cast.users[who].companyId, campaignType: 'client' }),
  'exclusions.purge': (cast, who) => ({ paramID: cast.users[who].companyId, campaignType: 'client' }),
  'exclusions.download': (cast, who) => ({ companyId: cast.users[who].companyId }),
  'exclusions.downloadRejected': (cast, who) => ({
    companyId: cast.users[who].companyId,
    jobId: 'upl_01JD0000000000000000000000',
  }),
  'campaigns.list': (cast, who) => ({ companyId: cast.users[who].companyId }),
  'reports.leads': (cast, who) => ({
    companyId: cast.users[who].companyId,
    campaignId: cast.campaigns.smiles.id,
    startDate: '2026-11-01',
    endDate: '2026-11-30',
  }),
}
