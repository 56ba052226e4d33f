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
  doors: AccountMail,
  tenant: Company,
  mail: Name,
  facts: MailFacts<Name>,
): Promise<void> {
  try {
    await send(doors, tenant, mail, facts)
  } catch (error) {
    doors.report(`a mail was lost (${mail})`, error)
  }
}

const notice = (doors: AccountMail, { tenant, user, address }: Told, what: string) =>
  trySend(doors, tenant, 'securityNotice', { userId: user.id, what, at: doors.now(), ...(address && { address }) })

export const mailCode = async (doors: CodeMail, { tenant, user, code }: Told & { code: string }) =>
  send(doors, tenant, 'twoFactorCode', {
    userId: user.id,
    sealedCode: await doors.sealer.seal(code, user.id),
    minutes: twoFactorLimits.codeMs / MINUTE,
  })

export const mailTwoFactorChanged = (doors: AccountMail, { isOn, ...told }: Told & { isOn: boolean }) =>
  notice(doors, told, `Two-factor authentication was turned ${isOn ? 'on' : 'off'}.`)

export const mailWrongCodes = (doors: AccountMail, told: Told) =>
  notice(doors, told, 'Somebody gave the right password and then several wrong codes.')

export const mailRecoveryUsed = (doors: AccountMail, told: Told) =>
  notice(doors, told, 'A recovery code was used to log in.')

export const mailUnlocked = (doors: AccountMail, told: Told) =>
  notice(doors, told, 'Two-factor authentication was turned off, and failed sign-ins were forgotten, on request.')

type Addressed = Omit<Told, 'address'> & { address: string }

export const mailEmailCode = async (
  doors: CodeMail,
  { tenant, user, address, code, newEmail, minutes }: Addressed & { code: string; newEmail: string; minutes: number },
) =>
  send(doors, tenant, 'emailChangeCode', {
    userId: user.id,
    address,
    sealedCode: await doors.sealer.seal(code, user.id),
    newEmail,
    minutes,
  })

export const mailNewEmail = (
  doors: AccountMail,
  { tenant, user, address, changeId }: Addressed & { changeId: string },
) => send(doors, tenant, 'newEmail', { userId: user.id, address, changeId })

export const mailEmailAsked = (doors: AccountMail, { newEmail, ...told }: Told & { newEmail: string }) =>
  notice(
    doors,
    told,
    `An administrator asked to change the e-mail address that you sign in with to ${newEmail}. It changes once that address confirms it.`,
  )

export const mailEmailTaken = (doors: AccountMail, { tenant, user, address }: Addressed) =>
  send(doors, tenant, 'emailTaken', { userId: user.id, address, at: doors.now() })

export const mailEmailChanged = (
  doors: AccountMail,
  { tenant, user, address, newEmail }: Addressed & { newEmail: string },
) => trySend(doors, tenant, 'emailChanged', { userId: user.id, address, newEmail, at: doors.now() })
