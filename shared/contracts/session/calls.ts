import * as z from 'zod'
import { signInOutcomes } from '../../sign-in.ts'
import { flagInput } from '../../wire.ts'
import { call } from '../lib/call.ts'
import { Captcha, Device, Done, Email, Id, NewPassword, Password, Text, TokenTrio, UserName } from '../lib/fields.ts'
import { TwoFactorChallenge } from '../security/calls.ts'

/** Sent by every page and never believed: the host says which tenant this is. */
const TenantNames = {
  domainName: z.string().max(255).default(''),
  ownedcompanyid: z.string().max(64).default(''),
  companyrootid: z.string().max(64).default(''),
}
const OneTimeToken = z.string().min(1).max(256)

export const login = call({
  method: 'POST',
  path: '/login',
  summary: 'Signs a person in on the tenant of this host. An unknown name and a wrong password get the same answer.',
  can: 'anyone',
  audit: { action: 'Sign In', did: 'Signed in', tried: 'Tried to sign in' },
  rounds: { most: 4, reason: 'Tries are counted before the hash is made and settled after it.' },
  input: z.object({
    username: UserName,
    password: Password,
    gtoken: Captcha,
    ...TenantNames,
    device: Device,
  }),
  refusesInConstantTime: true,
  // Tokens, or what is needed for the second step of a person who has one.
  output: z.union([TokenTrio, TwoFactorChallenge]),
})

export const refresh = call({
  method: 'POST',
  path: '/auth/refresh-token',
  summary: 'Rotates a refresh token. A used one that comes back ends its whole family.',
  can: 'anyone',
  audit: 'none',
  input: z.object({ refresh_token: z.string().min(1).max(512) }),
  output: TokenTrio,
})

export const logout = call({
  method: 'POST',
  path: '/logout',
  summary: 'Ends this session: its access token and its refresh token are refused from the next request on.',
  can: 'signed-in',
  inView: 'allowed',
  audit: { action: 'Security Change', did: 'Signed out' },
  beforeSecondStep: true,
  input: z.object({}),
  output: Done,
})

export const confirmPassword = call({
  method: 'POST',
  path: '/auth/confirm-password',
  summary: 'Gives the own password once more, so that sensitive calls are open for a while.',
  can: 'signed-in',
  inView: 'refused',
  audit: 'none',
  beforeSecondStep: true,
  input: z.object({ password: Password }),
  output: Done,
})

export const SignedInDevice = z.object({
  id: z.string(),
  is_current: z.boolean(),
  device: z.string(),
  ip: z.string(),
  /** A country, or the place of a time zone; empty when nothing is known. */
  place: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
})

export const list = call({
  method: 'GET',
  path: '/sessions',
  summary: 'Where the caller is signed in, the latest use first.',
  can: 'signed-in',
  inView: 'refused',
  beforeSecondStep: true,
  input: z.object({}),
  output: z.object({ data: z.array(SignedInDevice) }),
})

export const end = call({
  method: 'DELETE',
  path: '/sessions/{session_id}',
  summary: "Ends one of the caller's sessions. Its tokens are refused from the next request on.",
  can: 'signed-in',
  inView: 'refused',
  audit: { action: 'Security Change', did: 'Signed out on a device' },
  beforeSecondStep: true,
  input: z.object({ session_id: Id }),
  output: Done,
})

export const endAll = call({
  method: 'DELETE',
  path: '/sessions',
  summary: "Ends all of the caller's sessions; with `others` all but this one.",
  can: 'signed-in',
  inView: 'refused',
  audit: { action: 'Security Change', did: 'Signed out everywhere' },
  beforeSecondStep: true,
  input: z.object({ others: flagInput.optional() }),
  output: Done,
})

export const remembered = call({
  method: 'GET',
  path: '/remembered-devices',
  summary: "Where the caller's second step is left out for a while, the latest use first.",
  can: 'signed-in',
  inView: 'refused',
  input: z.object({}),
  output: z.object({ data: z.array(SignedInDevice.extend({ ends_at: z.string() })) }),
})

export const forgetDevice = call({
  method: 'DELETE',
  path: '/remembered-devices/{device_id}',
  summary: "The caller's second step is asked for again on this device.",
  can: 'signed-in',
  inView: 'refused',
  audit: { action: 'Security Change', did: 'Removed a device from those that are remembered' },
  input: z.object({ device_id: Id }),
  output: Done,
})

export const signIns = call({
  method: 'GET',
  path: '/sign-ins',
  summary:
    "The latest sign-ins to the caller's account and tries that failed, the latest first, for 90 days. Of an address the part that names a network is kept.",
  can: 'signed-in',
  inView: 'refused',
  beforeSecondStep: true,
  input: z.object({ cursor: z.string().max(1000).optional() }),
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        outcome: z.enum(signInOutcomes),
        device: z.string(),
        ip: z.string(),
        place: z.string(),
      }),
    ),
    next_cursor: z.string().nullable(),
  }),
})

export const register = call({
  method: 'POST',
  path: '/register',
  summary:
    "Makes an agency on a root's host, and a client on an agency's, each with its first person, and signs that person in.",
  can: 'anyone',
  audit: { action: 'User Create', did: 'Registered' },
  rounds: {
    most: 7,
    reason: 'The name is looked up and counted like a try before anything is made.',
    again: 'A name is looked up again where another try was written meanwhile.',
  },
  input: z.object({
    companyname: Text.min(1, 'Enter the name of the company.').max(120),
    name: Text.min(1, 'Enter your name.').max(120),
    email: Email,
    phonenum: z
      .string()
      .trim()
      .min(1, 'Enter a phone number.')
      .max(40)
      .regex(/^\+?[\d\s().-]{5,}$/, 'Enter a valid phone number.'),
    password: NewPassword,
    gtoken: Captcha,
    userType: z.enum(['client', 'userdownline'], 'Choose whether this is an agency or a client.'),
    domainName: TenantNames.domainName,
    ownedcompanyid: TenantNames.ownedcompanyid,
    idsys: z.string().max(64).default(''),
    refcode: z.string().trim().max(64).default(''),
    device: Device,
  }),
  output: Done.extend({ ...TokenTrio.shape, notice: z.string() }),
})

export const forgot = call({
  method: 'POST',
  path: '/forgetpass',
  summary: 'Mails a link to set a new password. The answer is the same whether or not there is such an account.',
  can: 'anyone',
  audit: 'none',
  rounds: {
    most: 3,
    reason: 'The source is counted before the name. What is refused of a name is taken back, once more.',
  },
  input: z.object({
    username: UserName,
    gtoken: Captcha,
    ownedcompanyid: TenantNames.ownedcompanyid,
    companyrootid: TenantNames.companyrootid,
  }),
  output: Done,
})

export const verifyReset = call({
  method: 'POST',
  path: '/verify-reset-token',
  summary: 'Whether a link to set a new password still works, and why not. Nothing is used up.',
  can: 'anyone',
  audit: 'none',
  input: z.object({ token: OneTimeToken, email: UserName }),
  output: z.object({
    valid: z.boolean(),
    reason: z.enum(['', 'invalid', 'expired', 'used']),
    /** The link of an invitation: the person has no password yet. */
    is_invitation: z.boolean().optional(),
  }),
})

export const setPassword = call({
  method: 'POST',
  path: '/set-new-password',
  summary: 'Spends a link on a new password, and ends every session of the person.',
  can: 'anyone',
  audit: {
    action: 'Security Change',
    did: 'Set a new password by a mailed link',
    tried: 'Tried to set a password by a mailed link',
  },
  input: z.object({ token: OneTimeToken, email: UserName, newpassword: NewPassword }),
  output: Done,
})

export const changePassword = call({
  method: 'POST',
  path: '/user/resetpassword',
  summary: "Changes the caller's own password, and ends all their other sessions.",
  can: 'signed-in',
  inView: 'refused',
  audit: { action: 'Security Change', did: 'Changed the password', tried: 'Tried to change the password' },
  input: z.object({ usrID: Id, newpassword: NewPassword, currpassword: Password }),
  output: Done,
})

export const confirmEmail = call({
  method: 'POST',
  path: '/confirm-email',
  summary:
    'Spends the link of a mail, which shows that mail to this address reaches its owner. An address that somebody else asked for counts from then on.',
  can: 'anyone',
  audit: { action: 'Security Change', did: 'Confirmed the e-mail address' },
  input: z.object({ token: OneTimeToken }),
  output: z.object({
    valid: z.boolean(),
    /** `ended` and `taken` are said of an address that somebody else asked for. */
    reason: z.enum(['', 'invalid', 'expired', 'used', 'ended', 'taken']),
  }),
})

export const resendConfirmation = call({
  method: 'POST',
  path: '/resend-confirmation',
  summary: "Mails the link once more that confirms the caller's address.",
  can: 'signed-in',
  inView: 'refused',
  audit: { action: 'Security Change', did: 'Asked for the mail again that confirms the address' },
  beforeSecondStep: true,
  input: z.object({}),
  output: Done,
})

export const sso = call({
  method: 'POST',
  path: '/v1/developer/sso/validation',
  summary:
    "Signs a person in with the one-time token that the agency's own system got for them. `action` is `replace` when somebody else was signed in.",
  can: 'anyone',
  body: 'json',
  audit: { action: 'Sign In', did: 'Signed in' },
  input: z.object({
    token: OneTimeToken,
    subdomain: z.string().max(255).default(''),
    currentUserID: z.string().max(64).default(''),
    device: Device,
  }),
  output: z.object({ message: z.literal('Access Token Valid'), action: z.enum(['', 'replace']), ...TokenTrio.shape }),
})

export const documentAccess = call({
  method: 'POST',
  path: '/docauth',
  summary: "Gives out a document of the caller's company against their password, by an address that works once.",
  can: 'document:open',
  inView: 'refused',
  audit: 'none',
  input: z.object({ pwd: Password, urldata: Id }),
  output: z.object({ result: z.literal('success'), url: z.string() }),
})

export const openDocument = call({
  method: 'GET',
  path: '/docauth/{ticket}',
  summary: 'The one-time address of a document: leads to the file.',
  can: 'anyone',
  redirects: true,
  input: z.object({ ticket: OneTimeToken }),
  output: z.object({ location: z.string() }),
})

export const onboardingStatus = call({
  method: 'GET',
  path: '/user/onboarding-status/{user_id}',
  summary: "Status and price of an agency's onboarding, as in the set-up check.",
  can: 'signed-in',
  user: 'user_id',
  input: z.object({ user_id: Id }),
  output: z.object({ status: z.enum(['T', 'F']), price: z.string() }),
})
