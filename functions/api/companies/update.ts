import { refusalForMove } from '#shared/access/manage-companies.ts'
import { contracts } from '#shared/contracts/index.ts'
import { AppError, refused } from '#shared/errors.ts'
import { chosenMeanwhile, refuseMoved } from '#shared/meanwhile.ts'
import { messages } from '#shared/messages.ts'
import type { Company } from '#shared/model/company.ts'
import { editCompany, homeOf } from '../../domain/companies/edit.ts'
import { phoneOf, settingsOf } from '../../domain/companies/form.ts'
import { loadManagedCompany } from '../../domain/companies/load-managed.ts'
import { sayKeysBeyond } from '../../domain/developer/keys-left.ts'
import { followRole } from '../../domain/sheets/readers.ts'
import { updateStaff } from '../../domain/staff/edit.ts'
import { keepSecondStep } from '../../domain/staff/load-managed.ts'
import { followAddress, refusalForManagedSignIn, savedEmail } from '../../identity/managed-address.ts'
import { requireFreshPassword } from '../../kit/fresh-password.ts'
import { type Context, handle } from '../../kit/handle.ts'
import { forgetTenants } from '../../kit/tenant.ts'
import { readCompanyForm } from '../../wire/companies/form.ts'
import { toRows } from '../../wire/companies/row.ts'
import { checkFormDomain, keepFormDomain, movesDomain } from '../../wire/domains/form.ts'
import { readStaffForm } from '../../wire/staff/form.ts'
import { toStaffRow } from '../../wire/staff/row.ts'

type Update = Context<typeof contracts.companies.update>

const phoneIn = ({ ClientPhone, ClientPhoneCountryCode }: Update['input']) =>
  ClientPhone === undefined ? undefined : phoneOf(ClientPhone, ClientPhoneCountryCode)
/** The address that the form asks for: left out, the one that there is. */
const emailIn = ({ input, user }: Update) => input.ClientEmail ?? user.email

/** What somebody signs in with is left to few. */
async function checkSignIn(context: Update, tenant: Company): Promise<void> {
  const { input, user } = context
  const wanted = { email: emailIn(context), secondStep: input.twoFactorAuth }
  const refusal = await refusalForManagedSignIn(context, { user, tenant }, wanted)
  if (!refusal) return
  const field = refusal.of === 'email' ? 'ClientEmail' : 'twoFactorAuth'
  throw new AppError('forbidden', refusal.why, { fields: { [field]: refusal.why } })
}

/** Lines of its campaigns carry its name. What is missed here is written with the campaign's next change. */
async function followName({ db, input, report }: Update, { id, kind, name }: Company): Promise<void> {
  const next = input.ClientCompanyName
  if (kind !== 'client' || next === undefined || next === name) return
  await db.campaignChange
    .followClientName(id, next)
    .catch((error: unknown) => report('lines of campaigns keep an old name', error))
}

/** What waits to be confirmed, as the form has just left it. */
async function pendingOf({ db, user }: Update) {
  const { pendingEmail, pendingEmailEndsAt } = (await db.user.findFresh(user.id)) ?? user
  return { pendingEmail, pendingEmailEndsAt }
}

/** A plan and a role are chosen by their names, which somebody else may have done meanwhile. */
function checkChosen({ input }: Update, field: 'planMinSpendId' | 'ClientRole', present: string): void {
  const { [field]: wanted = present, seen: { [field]: saw = present } = {} } = input
  refuseMoved({ now: { [field]: present }, seen: { [field]: saw }, wanted: { [field]: wanted } }, () =>
    chosenMeanwhile(field === 'ClientRole' ? 'role' : 'plan'),
  )
}

/** A person of the company itself. */
async function updatePerson(context: Update) {
  const { db, input, user, company, tell } = context
  checkChosen(context, 'ClientRole', user.roleId ?? '')
  const phone = phoneIn(input)
  await checkSignIn(context, company)
  const form = readStaffForm(input)
  const { roleId = user.roleId, isDefaultAdmin = user.isDefaultAdmin } = form
  // Other rights than they have.
  if (roleId !== user.roleId || isDefaultAdmin !== user.isDefaultAdmin) requireFreshPassword(context)
  const next = await updateStaff(context, user, {
    ...form,
    fullName: input.ClientFullName,
    email: savedEmail(user, emailIn(context)),
    phone,
  })
  const said = await followAddress(context, { user, tenant: company }, emailIn(context))
  await keepSecondStep(context, user, input.twoFactorAuth)
  const { roles } = await db.role.find(company.id)
  tell({ description: `Changed ${next.name} of ${company.name}` })
  const keys = await sayKeysBeyond(context, company, next, roles)
  const person = toStaffRow(context, { ...next, ...(await pendingOf(context)) }, roles)
  return { result: 'success' as const, message: messages.updated + said + keys, data: [], person }
}

export default handle(contracts.companies.update, async (context) => {
  const { db, env, input, actor, now, newId, tell } = context
  if (input.action === 'staff') return updatePerson(context)
  const { company, parent, user } = await loadManagedCompany(db, actor, context.user)
  const moved = refusalForMove(actor, company, input.DownlineSubDomain)
  if (moved) throw refused(moved)
  const settingsNow = (found: Company) => {
    checkChosen(context, 'planMinSpendId', found.minimumSpendPlanId)
    return settingsOf(db, actor, readCompanyForm(input, found))
  }
  const settings = await settingsNow(company)
  await checkSignIn(context, homeOf(company, parent))
  // Operators alone come this far with one: others are refused it by the form.
  if (await movesDomain(context, input, company)) requireFreshPassword(context)
  await checkFormDomain(context, input, { kind: company.kind, companyId: company.id })
  const deps = { db, now, newId, platformDomain: env.PLATFORM_DOMAIN }
  await editCompany(
    deps,
    { company, parent, user },
    {
      companyName: input.ClientCompanyName,
      fullName: input.ClientFullName,
      email: savedEmail(user, emailIn(context)),
      phone: phoneIn(input),
      subdomain: input.DownlineSubDomain,
      settings,
      settingsOf: settingsNow,
    },
  )
  // First of all: what fails after it must not keep the person from knowing.
  const said = await followAddress(context, { user, tenant: homeOf(company, parent) }, emailIn(context))
  await keepSecondStep(context, user, input.twoFactorAuth)
  await keepFormDomain(context, input, company)
  forgetTenants()
  await followName(context, company)
  await followRole(context, company, settings.editsSheets)
  tell({ description: `Changed ${company.name}` })
  const node = await db.node.find(parent.id, company.id)
  const root = parent.kind === 'root' ? parent : await db.company.get(parent.rootId)
  return {
    result: 'success' as const,
    message: messages.updated + said,
    data: await toRows(db, node ? [node] : [], { root, platformDomain: env.PLATFORM_DOMAIN, seer: context }),
  }
})
