// What people are told about their account, as messages for the mail job. Each names the person; the job finds the address.

import { MINUTE } from '#shared/dates.ts'
import type { MailFacts, MailName } from '#shared/mails.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { twoFactorLimits } from '#shared/two-factor.ts'
import type { Queues } from '../../gateways/queue.ts'
import type { Sealer } from '../../gateways/seal.ts'
import type { Report } from '../lib/report-fault.ts'

/** What it takes to send one. */
export type AccountMail = { queues: Queues; now: () => number; newId: (kind: 'mail') => string; report: Report }
/** A code is sealed before it goes to the queue, where others than its reader could see it. */
export type CodeMail = AccountMail & { sealer: Pick<Sealer, 'seal'> }
/** Without an address at the one that the person has when the mail leaves. */
type Told = { tenant: Company; user: Pick<User, 'id'>; address?: string | undefined }

async function send<Name extends MailName>(
  { queues, newId }: AccountMail,
  tenant: Company,
  mail: Name,
  facts: MailFacts<Name>,
): Promise<void> {
  await queues.send('sendMail', { mailId: newId('mail'), tenantId: tenant.id, mail, facts })
}

/** What it tells of has happened: that the telling failed is said aloud, and turns nothing into a failure. */
async function trySend<Name extends MailName>(
  deps: AccountMail,
  tenant: Company,
  mail: Name,
  facts: MailFacts<Name>,
): Promise<void> {
  try {
    await send(deps, tenant, mail, facts)
  } catch (error) {
    deps.report(`a mail was lost (${mail})`, error)
  }
}

const notice = (deps: AccountMail, { tenant, user, address }: Told, what: string) =>
  trySend(deps, tenant, 'securityNotice', { userId: user.id, what, at: deps.now(), ...(address && { address }) })

export const mailCode = async (deps: CodeMail, { tenant, user, code }: Told & { code: string }) =>
  send(deps, tenant, 'twoFactorCode', {
    userId: user.id,
    sealedCode: await deps.sealer.seal(code, user.id),
    minutes: twoFactorLimits.codeMs / MINUTE,
  })

export const mailTwoFactorChanged = (deps: AccountMail, { isOn, ...told }: Told & { isOn: boolean }) =>
  notice(deps, told, `Two-factor authentication was turned ${isOn ? 'on' : 'off'}.`)

export const mailWrongCodes = (deps: AccountMail, told: Told) =>
  notice(deps, told, 'Somebody gave the right password and then several wrong codes.')

export const mailOwnPassword = (deps: AccountMail, told: Told) =>
  notice(
    deps,
    told,
    'Somebody who is signed in to your account was asked for your password and gave wrong ones several times. We make them wait; you can still log in on any device.',
  )

export const mailRecoveryUsed = (deps: AccountMail, told: Told) =>
  notice(deps, told, 'A recovery code was used to log in.')

export const mailUnlocked = (deps: AccountMail, told: Told) =>
  notice(
    deps,
    told,
    'On request, two-factor authentication was turned off, failed sign-ins were forgotten, and all devices were signed out.',
  )

type Addressed = Omit<Told, 'address'> & { address: string }

export const mailEmailCode = async (
  deps: CodeMail,
  { tenant, user, address, code, newEmail, minutes }: Addressed & { code: string; newEmail: string; minutes: number },
) =>
  send(deps, tenant, 'emailChangeCode', {
    userId: user.id,
    address,
    sealedCode: await deps.sealer.seal(code, user.id),
    newEmail,
    minutes,
  })

export const mailNewEmail = (
  deps: AccountMail,
  { tenant, user, address, changeId }: Addressed & { changeId: string },
) => send(deps, tenant, 'newEmail', { userId: user.id, address, changeId })

export const mailEmailAsked = (deps: AccountMail, { newEmail, ...told }: Told & { newEmail: string }) =>
  notice(
    deps,
    told,
    `An administrator asked to change the e-mail address that you sign in with to ${newEmail}. It changes once that address confirms it.`,
  )

export const mailEmailTaken = (deps: AccountMail, { tenant, user, address }: Addressed) =>
  send(deps, tenant, 'emailTaken', { userId: user.id, address, at: deps.now() })

export const mailEmailChanged = (
  deps: AccountMail,
  { tenant, user, address, newEmail }: Addressed & { newEmail: string },
) => trySend(deps, tenant, 'emailChanged', { userId: user.id, address, newEmail, at: deps.now() })
