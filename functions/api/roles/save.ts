import { refusalForRole } from '#shared/access/manage-staff.ts'
import { contracts } from '#shared/contracts/index.ts'
import { invalid, notFound, refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { foldText } from '#shared/model/node.ts'
import { MOST_ROLES } from '#shared/model/role.ts'
import { changedMeanwhile } from '../../domain/roles/role.ts'
import { handle } from '../../kit/handle.ts'
import { fromRoleData, roleFacts, toWireRole } from '../../wire/roles/role.ts'

export default handle(contracts.roles.save, async ({ db, input, actor, me, permissions, company, newId, tell }) => {
  if (company.id !== actor.companyId) throw refused('You may not reach this account.')
  const { roleID } = input
  const book = await db.role.find(company.id)
  const before = book.roles.find(({ id }) => id === roleID)
  if (roleID && !before) throw notFound('role')
  const { roleName: name = before?.name, roleIcon: icon = before?.icon ?? 'user' } = input
  if (name === undefined) throw invalid({ roleName: 'Enter a name for the role.' })
  if (!before && book.roles.length >= MOST_ROLES)
    throw invalid({ roleName: `A company can have ${MOST_ROLES} roles. Remove one first.` })
  if (book.roles.some((role) => role.id !== roleID && foldText(role.name) === foldText(name)))
    throw invalid({ roleName: 'There is a role of this name already.' })
  const role = { id: before?.id ?? newId('role'), name, icon, modules: fromRoleData(input.roledata, before?.modules) }
  // What was wider than the own role is not narrowed either: people have it.
  const why = (before && refusalForRole(me, permissions, before)) ?? refusalForRole(me, permissions, role)
  if (why) throw refused(why)
  const roles = before ? book.roles.map((each) => (each === before ? role : each)) : [...book.roles, role]
  if (!(await db.role.save(book, roles))) throw changedMeanwhile()
  tell({
    description: `${before ? 'Changed' : 'Made'} the role ${name}`,
    ...(before && { before: roleFacts(before) }),
    after: roleFacts(role),
  })
  return {
    result: 'success' as const,
    message: before ? messages.updated : messages.added,
    data: toWireRole(role),
  }
})
