import { refusalForRole } from '#shared/access/manage-staff.ts'
import { contracts } from '#shared/contracts/index.ts'
import { conflict, notFound, refused } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { changedMeanwhile } from '../../domain/roles/role.ts'
import { handle } from '../../kit/handle.ts'
import { roleFacts } from '../../wire/roles/role.ts'

export default handle(contracts.roles.remove, async ({ db, input, actor, me, permissions, company, tell }) => {
  if (company.id !== actor.companyId) throw refused('You may not reach this account.')
  const book = await db.role.find(company.id)
  const role = book.roles.find(({ id }) => id === input.roleID)
  if (!role) throw notFound('role')
  const why = refusalForRole(me, permissions, role)
  if (why) throw refused(why)
  const people = (await db.user.listByCompany(company.id)).filter(
    ({ roleId, status }) => roleId === role.id && status !== 'disabled',
  )
  const [first] = people
  if (first) {
    const who = people.length === 1 ? `${first.name} has` : `${people.length} people have`
    throw conflict(`${who} this role. Give them another one first.`)
  }
  const left = book.roles.filter((each) => each !== role)
  if (!(await db.role.save(book, left))) throw changedMeanwhile()
  tell({ description: `Removed the role ${role.name}`, before: roleFacts(role) })
  return { result: 'success' as const, message: messages.deleted }
})
