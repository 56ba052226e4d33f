import { refusalForAdding, refusalForPassword } from '#shared/access/manage-companies.ts'
import { contracts } from '#shared/contracts/index.ts'
import { invalid, refused } from '#shared/errors.ts'
import { flatFacts } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import { nodeOf } from '#shared/model/node.ts'
import { tryNotice } from '../../domain/account/notice.ts'
import { createCompany, homeOf } from '../../domain/companies/edit.ts'
import { phoneOf, settingsOf } from '../../domain/companies/form.ts'
import { countInvitation } from '../../domain/mail/first-address.ts'
import { newPasswordFault } from '../../domain/security/new-password.ts'
import { createStaff } from '../../domain/staff/edit.ts'
import { beginSecondStep } from '../../domain/staff/load-managed.ts'
import { hashPassword } from '../../identity/password.ts'
import { requireFreshPassword } from '../../kit/fresh-password.ts'
import { type Context, handle } from '../../kit/handle.ts'
import { tryPostMail } from '../../kit/post.ts'
import { forgetTenants } from '../../kit/tenant.ts'
import { readCompanyForm } from '../../wire/companies/form.ts'
import { toRows } from '../../wire/companies/row.ts'
import { checkFormDomain, keepFormDomain } from '../../wire/domains/form.ts'
import { readStaffForm } from '../../wire/staff/form.ts'
import { toStaffRow } from '../../wire/staff/row.ts'

type Create = Context<typeof contracts.companies.create>

async function passwordOf(context: Create): Promise<string> {
  const { actor, company, input } = context
  const { ClientPass: password, ClientEmail: email, ClientCompanyName: name } = input
  if (!password) return ''
  const companyNames = [name, company.name, company.brand.name]
  const fault = refusalForPassword(actor) ?? (await newPasswordFault(context, password, { email, companyNames }))
  if (fault) throw invalid({ ClientPass: fault })
  return password
}

const phoneIn = ({ ClientPhone, ClientPhoneCountryCode }: Create['input']) =>
  ClientPhone ? phoneOf(ClientPhone, ClientPhoneCountryCode) : undefined

/** A person of the company itself. */
async function createPerson(context: Create) {
  const { db, input, me, company, now, newId, tell } = context
  const { userType: kind, ClientFullName: fullName, ClientEmail: email } = input
  // Whom a stolen session lets in stays when that ends.
  requireFreshPassword(context)
  const password = await passwordOf(context)
  if (!password) await countInvitation(context)
  const user = await createStaff(context, {
    id: newId('user'),
    kind: kind || 'user',
    passwordHash: password ? await hashPassword(password) : undefined,
    now: now(),
    form: { ...readStaffForm(input), fullName, email, phone: phoneIn(input) },
  })
  await beginSecondStep(context, user, input.twoFactorAuth)
  // Who has a password from the beginning was not invited.
  if (!password) {
    await tryPostMail(context, company, 'invitation', { userId: user.id, inviterName: me.name })
    const said = { name: user.name, by: me.name }
    await tryNotice(context, { companyId: company.id, kind: 'staffInvited', about: user.id, facts: said })
  }
  const { roles } = await db.role.find(company.id)
  tell({ description: `Added ${user.name} to ${company.name}`, after: { userType: user.userType, role: user.roleId } })
  return { result: 'success' as const, message: messages.added, data: [], person: toStaffRow(context, user, roles) }
}

export default handle(contracts.companies.create, async (context) => {
  const { db, env, input, actor, me, company: parent, now, newId, tell } = context
  if (input.userType) return createPerson(context)
  const why = refusalForAdding(actor, parent)
  if (why) throw refused(why)
  const { ClientEmail: email } = input
  const password = await passwordOf(context)
  if (!password) await countInvitation(context)
  const settings = await settingsOf(db, actor, readCompanyForm(input))
  await checkFormDomain(context, input, { kind: parent.kind === 'root' ? 'agency' : 'client' })
  const { company, user } = await createCompany({ db, now, newId, platformDomain: env.PLATFORM_DOMAIN }, parent, {
    companyName: input.ClientCompanyName,
    fullName: input.ClientFullName,
    email,
    phone: phoneIn(input),
    passwordHash: password ? await hashPassword(password) : undefined,
    invitedById: actor.userId,
    subdomain: parent.kind === 'root' ? input.DownlineSubDomain : '',
    settings,
  })
  await beginSecondStep(context, user, input.twoFactorAuth)
  await keepFormDomain(context, input, company)
  // A host that was asked for before it existed is remembered as unknown.
  forgetTenants()
  if (!password)
    await tryPostMail(context, homeOf(company, parent), 'invitation', { userId: user.id, inviterName: me.name })
  tell({
    description: `Added ${company.name} below ${parent.name}`,
    company,
    after: flatFacts({
      name: company.name,
      kind: company.kind,
      subdomain: company.subdomain,
      person: user.name,
      email,
    }),
  })
  const node = nodeOf(company, user)
  const root = parent.kind === 'root' ? parent : await db.company.get(parent.rootId)
  return {
    result: 'success' as const,
    message: messages.added,
    data: await toRows(db, node ? [node] : [], { root, platformDomain: env.PLATFORM_DOMAIN, seer: context }),
  }
})
