// Administrators and sales people: made, edited and removed by the person who keeps a company.

import { refusalForGiving, refusalForStaff, type StaffKind } from '#shared/access/manage-staff.ts'
import type { Permissions } from '#shared/access/viewer.ts'
import { stakeOf } from '#shared/access/viewer-of.ts'
import { isSameEmail } from '#shared/email.ts'
import { conflict, invalid, lostTo, refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { type Phone, phoneFacts } from '#shared/phone.ts'
import type { Db } from '../../data/index.ts'
import type { RoleBook } from '../../data/roles/role.ts'
import type { StaffChange } from '../../data/staff/staff.ts'
import type { Files } from '../../gateways/files.ts'
import type { Queues } from '../../gateways/queue.ts'
import { firstPerson } from '../companies/create.ts'
import { nodePage } from '../companies/list.ts'
import type { Report } from '../lib/report-fault.ts'
import { findAccount } from '../tenancy/find-account.ts'
import { refusalForManagedStaff } from './colleagues.ts'

export type Keeper = { db: Db; actor: UserActor; me: User; permissions: Permissions; company: Company }

/** What may be said of such a person; what is left out stays as it is. */
export type StaffForm = {
  fullName?: string | undefined
  email: string
  phone: Phone | undefined
  roleId?: string | undefined
  isDefaultAdmin?: boolean | undefined
  isCustomerCare?: boolean | undefined
  getsNotices?: boolean | undefined
  usesOwnPermissions?: boolean | undefined
  reportAnalytics?: boolean | undefined
  salesKind?: User['salesKind'] | undefined
}

const emailTaken = () => invalid({ email: messages.emailTaken })
const GONE = 'This person was changed or deleted meanwhile. Open the list again.'
const ROLES_CHANGED = 'The roles were changed by somebody else at the same time. Please choose again.'
const LAST_ADMIN = 'This is the last default administrator. Make somebody else one first.'

function rightsIn(form: StaffForm, before: User): User {
  return {
    ...before,
    roleId: form.roleId === undefined ? before.roleId : form.roleId || null,
    isDefaultAdmin: form.isDefaultAdmin ?? before.isDefaultAdmin,
    isCustomerCare: form.isCustomerCare ?? before.isCustomerCare,
    getsNotices: form.getsNotices ?? before.getsNotices,
    usesOwnPermissions: form.usesOwnPermissions ?? before.usesOwnPermissions,
    reportAnalytics: form.reportAnalytics ?? before.reportAnalytics,
    salesKind: before.userType === 'sales' ? (form.salesKind ?? before.salesKind) : null,
  }
}

type Rights = { next: User; chosenFrom?: RoleBook }

/** A person's rights after the form, refused where the keeper has less; and where a role was chosen, out of which. */
async function rightsOf(keeper: Keeper, form: StaffForm, before: User): Promise<Rights> {
  const { db, me, permissions, company } = keeper
  const next = rightsIn(form, before)
  const book = await db.role.find(company.id)
  const { roles } = book
  if (next.roleId !== null && next.roleId !== before.roleId && !roles.some(({ id }) => id === next.roleId))
    throw invalid({ roleId: 'Choose a role of your company.' })
  if (next.userType === 'sales') {
    if (next.salesKind === null) throw invalid({ salesKind: 'Choose what kind of sales person this is.' })
    return { next: { ...next, roleId: null, isDefaultAdmin: false } }
  }
  const keys = ['roleId', 'isDefaultAdmin', 'usesOwnPermissions', 'reportAnalytics'] as const
  const isSame = before.email !== '' && keys.every((key) => next[key] === before[key])
  const why = isSame ? null : refusalForGiving({ isDefaultAdmin: me.isDefaultAdmin, permissions }, stakeOf(next, roles))
  if (why) throw refused(why)
  return { next, ...(next.roleId !== null && next.roleId !== before.roleId && { chosenFrom: book }) }
}

type New = {
  id: string
  kind: StaffKind
  passwordHash: string | undefined
  now: number
  form: StaffForm & { fullName: string }
}

export async function createStaff(keeper: Keeper, { id, kind, passwordHash, now, form }: New): Promise<User> {
  const { db, actor, company } = keeper
  const why = refusalForStaff(actor, company, kind)
  if (why) throw refused(why)
  const isOperator = company.kind === 'root' && kind !== 'sales'
  const blank: User = {
    ...firstPerson({ id, company, name: form.fullName, email: '', phone: '', passwordHash: passwordHash ?? '', now }),
    userType: isOperator ? 'user' : kind,
    isSystemUser: isOperator,
    isDefaultAdmin: false,
    getsNotices: false,
    // There is no card and no company of their own to set up.
    hasCard: true,
    profileSetupCompleted: true,
    questionnaireSetupCompleted: true,
    ...(passwordHash === undefined && { status: 'invited' as const, invitedAt: now, invitedById: actor.userId }),
  }
  const { next, chosenFrom } = await rightsOf(keeper, form, blank)
  const user = { ...next, email: form.email, ...phoneFacts(form.phone ?? noPhone) }
  if ((await findAccount(db, company, form.email)).user) throw emailTaken()
  const done = await db.staff.create(company, user, chosenFrom)
  if (done === 'email_taken') throw lostTo({ email: messages.emailTaken })
  if (done === 'roles_changed') throw lostTo({ roleId: ROLES_CHANGED })
  return user
}

const noPhone = { national: '', countryCode: 'US', callingCode: '+1' }

async function checkTarget(keeper: Keeper, target: User): Promise<void> {
  const { roles } = await keeper.db.role.find(keeper.company.id)
  const why = refusalForManagedStaff(keeper, target, roles)
  if (why) throw refused(why)
}

/** Another default administrator who can stand in; without one the last stays. */
async function heirOf({ db, company }: Keeper, target: User): Promise<User> {
  const people = await db.user.listByCompany(company.id)
  const heir = people.find((each) => each.id !== target.id && each.isDefaultAdmin && each.status === 'active')
  if (!heir) throw conflict(LAST_ADMIN)
  return heir
}

const editable = [
  ...(['name', 'email', 'phone', 'phoneCountry', 'phoneCallingCode', 'roleId', 'isDefaultAdmin'] as const),
  ...(['isCustomerCare', 'getsNotices', 'usesOwnPermissions', 'reportAnalytics', 'salesKind'] as const),
] as const

/** What a form changes of a person, and nothing else: a password, a right or a removal that happens meanwhile is not undone by it. */
const changesOf = (before: User, next: User): StaffChange['changes'] =>
  // @NOTE each field comes with its own value of the same person.
  Object.fromEntries(
    editable.filter((field) => next[field] !== before[field]).map((field) => [field, next[field]]),
  ) as Partial<Pick<User, (typeof editable)[number]>>

export async function updateStaff(keeper: Keeper, target: User, form: StaffForm): Promise<User> {
  const { db, company } = keeper
  await checkTarget(keeper, target)
  const { fullName: name = target.name, email, phone } = form
  const { next: rights, chosenFrom } = await rightsOf(keeper, form, target)
  const next = { ...rights, name, email, ...(phone && phoneFacts(phone)) }
  if (!isSameEmail(next.email, target.email) && (await findAccount(db, company, next.email)).user) throw emailTaken()
  const heir = target.isDefaultAdmin && !next.isDefaultAdmin ? await heirOf(keeper, target) : undefined
  const done = await db.staff.change({ company, user: target, changes: changesOf(target, next), heir, chosenFrom })
  if (done === 'email_taken') throw lostTo({ email: messages.emailTaken })
  if (done === 'gone') throw lostTo({ email: GONE })
  if (done === 'heir_gone') throw conflict(LAST_ADMIN)
  if (done === 'roles_changed') throw lostTo({ roleId: ROLES_CHANGED })
  return next
}

type Forgetting = { files: Pick<Files, 'remove'>; queues: Pick<Queues, 'send'>; report: Report }

/** Nobody needs these of a person who was removed. They are out by then: what fails here is no reason to say that they are not. */
async function forgetOf(
  { db, company, files, queues, report }: Pick<Keeper, 'db' | 'company'> & Forgetting,
  { id, picture }: User,
): Promise<void> {
  try {
    // Campaigns know clients and their agency alone.
    if (company.kind !== 'root')
      await queues.send('releaseDeliveries', { companyId: company.id, kind: 'google_sheets', isForReaders: true })
    await db.twoFactor.remove(id)
    if (!picture) return
    await files.remove([picture])
    await db.user.update(id, { picture: null })
  } catch (error) {
    report('what a removed person leaves behind', error)
  }
}

export async function removeStaff(keeper: Keeper & Forgetting, target: User): Promise<void> {
  const { db, actor, company } = keeper
  await checkTarget(keeper, target)
  if (target.id === actor.userId) throw refused('Nobody deletes their own account.')
  if (target.userType === 'sales') await checkUnassigned(keeper, target)
  const heir = target.isDefaultAdmin ? await heirOf(keeper, target) : undefined
  if (!(await db.staff.remove({ company, user: target, heir }))) throw conflict(LAST_ADMIN)
  await forgetOf(keeper, target)
}

async function checkUnassigned({ db, company }: Keeper, target: User): Promise<void> {
  const list = { parentId: company.id, kind: 'agency', sort: 'companyName', order: 'asc' } as const
  const query = { list, search: '', tags: [`sales_${target.id}` as const], page: 1, perPage: 1, place: undefined }
  const { total } = await nodePage(db, query)
  const some = total === 1 ? 'one agency' : `${total} agencies`
  if (total > 0) throw conflict(`${target.name} looks after ${some}. Set another sales person there first.`)
}
