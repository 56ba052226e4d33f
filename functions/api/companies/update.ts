import { refusalForMove } from '#shared/access/manage-companies.ts'
import { isInvitedBy, refusalForSignIn } from '#shared/access/manage-staff.ts'
import { refusalForDomain } from '#shared/access/own-domain.ts'
import { contracts } from '#shared/contracts/index.ts'
import { isSameEmail } from '#shared/email.ts'
import { AppError, refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Company } from '#shared/model/company.ts'
import { editCompany, homeOf } from '../../domain/companies/edit.ts'
import { phoneOf, settingsOf } from '../../domain/companies/form.ts'
import { loadManagedCompany } from '../../domain/companies/load-managed.ts'
import { countInvitation } from '../../domain/mail/first-address.ts'
import { refusalForColleague } from '../../domain/staff/colleagues.ts'
import { updateStaff } from '../../domain/staff/edit.ts'
import { keepSecondStep } from '../../domain/staff/load-managed.ts'
import { askNewEmail, checkNewEmail } from '../../identity/email-change.ts'
import { requireFreshPassword } from '../../kit/fresh-password.ts'
import { type Context, handle } from '../../kit/handle.ts'
import { tryPostMail } from '../../kit/post.ts'
import { forgetTenants } from '../../kit/tenant.ts'
import { readCompanyForm } from '../../wire/companies/form.ts'
import { toRows } from '../../wire/companies/row.ts'
import { checkFormDomain, keepFormDomain, movesDomain } from '../../wire/domains/form.ts'
import { readStaffForm } from '../../wire/staff/form.ts'
import { toStaffRow } from '../../wire/staff/row.ts'

type Update = Context<typeof contracts.companies.update>

/**
 * The address that is saved with the form. Another one of somebody who has an account waits until it is confirmed; an
 * invited person has none yet, so it only decides where the invitation goes.
 */
const savedEmail = ({ input, user }: Update) => (user.status === 'invited' ? input.ClientEmail : user.email)

/** Sends an invitation to its corrected address, or asks the new one of an account. Answers what there is to say of it. */
async function followAddress(context: Update, tenant: Company): Promise<string> {
  const { db, input, user, me, now } = context
  const { ClientEmail: email } = input
  if (isSameEmail(email, user.email)) return ''
  if (user.status !== 'invited') {
    await askNewEmail(context, { user, tenant }, email, me)
    return `. We sent a link to ${email}: the new address counts once it is confirmed there.`
  }
  // An invitation to the old address stops working with it.
  await db.user.update(user.id, { invitedAt: now() })
  await tryPostMail(context, tenant, 'invitation', { userId: user.id, inviterName: me.name })
  return `. We sent the invitation to ${email}.`
}

/** What somebody signs in with is left to few, who give their password for it. */
async function checkSignIn(context: Update, tenant: Company): Promise<void> {
  const { actor, me, input, user } = context
  const isStepAsked = input.twoFactorAuth !== undefined
  const isMoved = !isSameEmail(input.ClientEmail, user.email)
  if (!isStepAsked && !isMoved) return
  const why = (await refusalForColleague(context, user)) ?? refusalForSignIn(actor, me, user)
  if (why) throw new AppError('forbidden', why, { fields: { [isMoved ? 'ClientEmail' : 'twoFactorAuth']: why } })
  if (!isInvitedBy(actor, user)) requireFreshPassword(context)
  if (!isMoved) return
  if (user.status === 'invited') await countInvitation(context)
  else await checkNewEmail(context, { user, tenant }, input.ClientEmail)
}

/** What waits to be confirmed, as the form has just left it. */
async function pendingOf({ db, user }: Update) {
  const { pendingEmail, pendingEmailEndsAt } = (await db.user.findFresh(user.id)) ?? user
  return { pendingEmail, pendingEmailEndsAt }
}

/** A person of the company itself. */
async function updatePerson(context: Update) {
  const { db, input, user, company, tell } = context
  const { ClientFullName: fullName } = input
  const phone = phoneOf(input.ClientPhone, input.ClientPhoneCountryCode)
  await checkSignIn(context, company)
  const next = await updateStaff(context, user, {
    ...readStaffForm(input),
    fullName,
    email: savedEmail(context),
    phone,
  })
  const said = await followAddress(context, company)
  await keepSecondStep(context, user, input.twoFactorAuth)
  const { roles } = await db.role.find(company.id)
  tell({ description: `Changed ${next.name} of ${company.name}` })
  const person = toStaffRow(context, { ...next, ...(await pendingOf(context)) }, roles)
  return { result: 'success' as const, message: messages.updated + said, data: [], person }
}

export default handle(contracts.companies.update, async (context) => {
  const { db, env, input, actor, now, newId, tell } = context
  if (input.action === 'staff') return updatePerson(context)
  const { company, parent, user } = await loadManagedCompany(db, actor, context.user)
  const moved = refusalForMove(actor, company, input.DownlineSubDomain)
  if (moved) throw refused(moved)
  const settings = await settingsOf(db, actor, readCompanyForm(input))
  await checkSignIn(context, homeOf(company, parent))
  if (await movesDomain(context, input, company)) {
    const why = refusalForDomain(actor, context.me)
    if (why) throw refused(why)
    requireFreshPassword(context)
  }
  await checkFormDomain(context, input, { kind: company.kind, companyId: company.id })
  const deps = { db, now, newId, platformDomain: env.PLATFORM_DOMAIN }
  await editCompany(
    deps,
    { company, parent, user },
    {
      companyName: input.ClientCompanyName,
      fullName: input.ClientFullName,
      email: savedEmail(context),
      phone: phoneOf(input.ClientPhone, input.ClientPhoneCountryCode),
      subdomain: input.DownlineSubDomain,
      settings,
    },
  )
  // First of all: what fails after it must not keep the person from knowing.
  const said = await followAddress(context, homeOf(company, parent))
  await keepSecondStep(context, user, input.twoFactorAuth)
  await keepFormDomain(context, input, company)
  forgetTenants()
  tell({ description: `Changed ${company.name}` })
  const node = await db.node.find(parent.id, company.id)
  const root = parent.kind === 'root' ? parent : await db.company.get(parent.rootId)
  return {
    result: 'success' as const,
    message: messages.updated + said,
    data: await toRows(db, node ? [node] : [], { root, platformDomain: env.PLATFORM_DOMAIN, seer: context }),
  }
})
