import { whyNotSignIn } from '#shared/access/keep-staff.ts'
import { whyNotTwoFactor } from '#shared/access/two-factor.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { mailEmailChanged } from '../../domain/account-mails.ts'
import { editCompany, homeOf } from '../../domain/companies.ts'
import { phoneOf, settingsOf } from '../../domain/company-form.ts'
import { checkFormDomain, keepFormDomain } from '../../domain/form-domain.ts'
import { keptCompany } from '../../domain/kept-company.ts'
import { keepSecondStep } from '../../domain/kept-person.ts'
import { toRows } from '../../domain/node-row.ts'
import { updateStaff } from '../../domain/staff.ts'
import { toStaffRow } from '../../domain/staff-row.ts'
import { endOtherSessions } from '../../domain/two-factor-setting.ts'
import { type Context, handle } from '../../kit/handle.ts'
import { tryPostMail } from '../../kit/post.ts'
import { forgetTenants } from '../../kit/tenant.ts'

type Update = Context<typeof contracts.clients.update>

/** Whoever signed in with the old address signs in anew, and is told at both. */
async function followAddress(context: Update, tenant: Company, user: User, email: string): Promise<void> {
  if (email === user.email) return
  // An invitation to the old address is dead with it.
  if (user.status === 'invited')
    return tryPostMail(context, tenant, 'invitation', { userId: user.id, inviterName: context.me.name })
  for (const address of [user.email, email]) await mailEmailChanged(context, { tenant, user, address, newEmail: email })
  await endOtherSessions(context, user.id, null)
}

/** What somebody signs in with. Colleagues who manage nobody's sign-ins leave the second step alone. */
function checkSignIn({ actor, input, user }: Update): void {
  const isStepAsked = input.twoFactorAuth !== undefined
  const isMoved = input.ClientEmail !== user.email
  const why =
    (isStepAsked ? whyNotTwoFactor(actor, user) : null) ?? (isStepAsked || isMoved ? whyNotSignIn(actor, user) : null)
  if (why) throw refused(why)
}

/** A person of the company itself. */
async function updatePerson(context: Update) {
  const { db, input, user, company, tell } = context
  const { ClientFullName: fullName, ClientEmail: email } = input
  const phone = phoneOf(input.ClientPhone, input.ClientPhoneCountryCode)
  checkSignIn(context)
  const next = await updateStaff(context, user, { ...input, fullName, email, phone })
  await followAddress(context, company, user, email)
  await keepSecondStep(context, user, input.twoFactorAuth)
  const { roles } = await db.role.find(company.id)
  tell({ description: `Changed ${next.name} of ${company.name}` })
  return { result: 'success' as const, message: messages.updated, data: [], person: toStaffRow(context, next, roles) }
}

export default handle(contracts.clients.update, async (context) => {
  const { db, env, input, actor, now, newId, tell } = context
  if (input.action === 'staff') return updatePerson(context)
  const { company, parent, user } = await keptCompany(db, actor, context.user)
  const { ClientEmail: email } = input
  const settings = await settingsOf(db, actor, input)
  checkSignIn(context)
  await checkFormDomain(context, input, { kind: company.kind, companyId: company.id })
  const doors = { db, now, newId, platformDomain: env.PLATFORM_DOMAIN }
  await editCompany(
    doors,
    { company, parent, user },
    {
      companyName: input.ClientCompanyName,
      fullName: input.ClientFullName,
      email,
      phone: phoneOf(input.ClientPhone, input.ClientPhoneCountryCode),
      subdomain: input.DownlineSubDomain,
      settings,
    },
  )
  // First of all: what fails after it must not keep the person from knowing.
  await followAddress(context, homeOf(company, parent), user, email)
  await keepSecondStep(context, user, input.twoFactorAuth)
  await keepFormDomain(context, input, company)
  forgetTenants()
  tell({ description: `Changed ${company.name}` })
  const node = await db.node.find(parent.id, company.id)
  const root = parent.kind === 'root' ? parent : await db.company.get(parent.rootId)
  return {
    result: 'success' as const,
    message: messages.updated,
    data: await toRows(db, node ? [node] : [], { root, platformDomain: env.PLATFORM_DOMAIN }),
  }
})
