import { refusalForModule } from '#shared/access/modules.ts'
import { allowed } from '#shared/access/roles.ts'
import { contracts } from '#shared/contracts/index.ts'
import { findCompanies, findStaff } from '../../domain/companies/find.ts'
import { handle } from '../../kit/handle.ts'

const people = { can: 'administrator:read', method: 'GET' } as const

export default handle(contracts.companies.find, async ({ db, actor, company, input, permissions }) => {
  const roles: readonly string[] = allowed[people.can]
  const mayList = roles.includes(actor.role) && refusalForModule(permissions, people) === null
  const [companies, staff] = await Promise.all([
    findCompanies(db, company, { actor, search: input.search }),
    mayList ? findStaff(db, company, input.search) : [],
  ])
  return { companies, people: staff }
})
