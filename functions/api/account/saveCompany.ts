import { refusalForOwnCompany } from '#shared/access/profile.ts'
import { contracts } from '#shared/contracts/index.ts'
import { refused } from '#shared/errors.ts'
import { type Company, nameChanges, type TeamRole, teamRoles } from '#shared/model/company.ts'
import { stateName } from '#shared/model/states.ts'
import { type Context, handle } from '../../kit/handle.ts'

const wireNames = {
  franchise: 'franchize',
  franchiseDirector: 'franchizedirector',
  officeManager: 'officemanager',
} as const satisfies Record<TeamRole, string>

type Input = Context<typeof contracts.account.saveCompany>['input']
type Given = Input[(typeof wireNames)[TeamRole]]

const toContact = (given: NonNullable<Given>) => ({
  firstName: given.firstname,
  lastName: given.lastname,
  email: given.email,
  phone: given.phone,
})

const addressFields = ['address', 'city', 'zip', 'state_code', 'country_code'] as const
const isSaid = (fields: readonly (keyof Input)[], input: Input) => fields.some((field) => input[field] !== undefined)

function addressOf({ address: before }: Company, input: Input): Company['address'] {
  const { address: street = before.street, city = before.city, zip = before.zip } = input
  const { state_code: stateCode = before.stateCode, country_code: countryCode = before.countryCode } = input
  return { street, city, zip, stateCode, stateName: stateName(countryCode, stateCode), countryCode }
}

function contactsOf({ contacts: before }: Company, input: Input): Company['contacts'] {
  const contacts = { ...before }
  for (const role of teamRoles) {
    const given = input[wireNames[role]]
    if (given) contacts[role] = toContact(given)
    else if (given === null) delete contacts[role]
  }
  return contacts
}

export default handle(contracts.account.saveCompany, async ({ db, input, company, actor }) => {
  const why = refusalForOwnCompany(actor, company)
  if (why) throw refused(why)
  await db.company.change(company, (now) => ({
    ...(input.company_name !== undefined && nameChanges(now, input.company_name)),
    ...(input.industry_id !== undefined && { industryId: input.industry_id }),
    ...(isSaid(Object.values(wireNames), input) && { contacts: contactsOf(now, input) }),
    ...(isSaid(addressFields, input) && { address: addressOf(now, input) }),
  }))
  return { result: 'success' as const, message: 'Your company is saved.' }
})
