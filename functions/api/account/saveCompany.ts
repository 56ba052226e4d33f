import { refusalForOwnCompany } from '#shared/access/profile.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { nameChanges, type TeamRole, teamRoles } from '#shared/model/company.ts'
import { stateName } from '#shared/model/states.ts'
import { type Context, handle } from '../../kit/handle.ts'

const wireNames = {
  franchise: 'franchize',
  franchiseDirector: 'franchizedirector',
  officeManager: 'officemanager',
} as const satisfies Record<TeamRole, string>

type Given = Context<typeof contracts.account.saveCompany>['input'][(typeof wireNames)[TeamRole]]

const toContact = (given: NonNullable<Given>) => ({
  firstName: given.firstname,
  lastName: given.lastname,
  email: given.email,
  phone: given.phone,
})

export default handle(contracts.account.saveCompany, async ({ db, input, company, actor }) => {
  const why = refusalForOwnCompany(actor, company)
  if (why) throw refused(why)
  const contacts = { ...company.contacts }
  for (const role of teamRoles) {
    const given = input[wireNames[role]]
    if (given) contacts[role] = toContact(given)
    else if (given === null) delete contacts[role]
  }
  const changes = {
    ...nameChanges(company, input.company_name),
    industryId: input.industry_id,
    contacts,
    address: {
      street: input.address,
      city: input.city,
      zip: input.zip,
      stateCode: input.state_code,
      stateName: stateName(input.country_code, input.state_code),
      countryCode: input.country_code,
    },
  }
  await db.company.update(company.id, changes)
  return { result: 'success' as const, message: 'Your company is saved.' }
})
