import { refusalForPart } from '#shared/access/manage-companies.ts'
import { contracts } from '#shared/contracts/index.ts'
import { ownValue } from '#shared/contracts/lib/wire-names.ts'
import { refused } from '#shared/errors.ts'
import { findPeople } from '../../domain/companies/people.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.companies.showUser, async ({ db, actor, input, company }) => {
  const why = refusalForPart(actor, company)
  if (why) throw refused(why)
  const people = await findPeople(db, company, { userType: ownValue(input.userType), search: input.searchUser })
  return {
    data: people.map(({ id, name, companyName, kind }) => ({
      id,
      name,
      company_name: companyName,
      type_user_tx: kind,
    })),
  }
})
