// Who stands where to whom, and marks in everything that belongs to others.
import type { Company } from '#shared/model/company.ts'
import type { Cast, Member } from '../../support/cast.ts'
import type { Harness } from '../../support/harness.ts'

export type Relation = 'own' | 'child' | 'grandchild' | 'parent' | 'sibling' | 'nephew' | 'foreign' | 'unknown'
export const relations: readonly Relation[] = [
  ...(['own', 'child', 'grandchild', 'parent', 'sibling', 'nephew', 'foreign', 'unknown'] as const),
]

export type Who = { name: string; member: Member; home: Member }
/** Everybody whose calls are tried. `viewer` is an operator who looks through somebody's eyes. */
export const actors: readonly (Who & { viewer?: Member })[] = [
  { name: 'operator', member: 'olive', home: 'olive' },
  { name: 'sales', member: 'sam', home: 'sam' },
  { name: 'agency', member: 'ada', home: 'ada' },
  { name: 'administrator', member: 'admin', home: 'admin' },
  { name: 'client', member: 'cleo', home: 'cleo' },
  { name: 'operator as agency', member: 'ada', home: 'olive', viewer: 'olive' },
]

/** Those and more; `member` is missing for the person who is not signed in. */
export type Asker = { name: string; member?: Member; home: Member; viewer?: Member }
export const askers: readonly Asker[] = [
  ...actors,
  { name: 'staff of an agency', member: 'amos', home: 'amos' },
  { name: 'operator as client', member: 'cleo', home: 'olive', viewer: 'olive' },
  { name: 'nobody', home: 'ada' },
]

/** Tokens by who asks; the person who looks through somebody's eyes has one for that. */
export function tokens(h: Harness) {
  const views = new Map<string, string>()
  return async ({ member, viewer }: Pick<Asker, 'member' | 'viewer'>): Promise<string> => {
    if (!member) throw new Error('Nobody has no token.')
    if (!viewer) return h.tokenOf(member)
    const known = views.get(member)
    if (known) return known
    const { body } = await h.call(viewer, 'account.switchUser', { usrID: h.cast.users[member].id })
    views.set(member, body.access_token)
    return body.access_token
  }
}

type Place = { company: string; user: string }
type Places = Partial<Record<Relation, Place>>

const nobody: Place = { company: 'com_01JD0000000000000000000000', user: 'usr_01JD0000000000000000000000' }

/** Where each kind of person finds what stands to them in a relation. */
export function placesOf(cast: Cast, foreign: Cast, member: Member): Places {
  const at = (who: Member, of = cast): Place => ({ company: of.users[who].companyId, user: of.users[who].id })
  const other = { foreign: at('ada', foreign), unknown: nobody }
  switch (member) {
    case 'olive':
      return { own: at('olive'), child: at('ada'), grandchild: at('cleo'), ...other }
    // The agency that is theirs and its client; one that is not, and that one's client.
    case 'sam':
    case 'ellen':
      return {
        own: at(member),
        child: at('ada'),
        grandchild: at('cleo'),
        sibling: at('abe'),
        nephew: at('carl'),
        ...other,
      }
    case 'cleo':
      return { own: at('cleo'), parent: at('ada'), sibling: at('lola'), nephew: at('carl'), ...other }
    default:
      return {
        own: at(member),
        child: at('cleo'),
        parent: at('olive'),
        sibling: at('abe'),
        nephew: at('carl'),
        ...other,
      }
  }
}

/** The one table of verdicts: whom a person reaches. What is not named is refused. */
export const reached: Record<'operator' | 'sales' | 'agency' | 'client', readonly Relation[]> = {
  operator: ['own', 'child', 'grandchild'],
  sales: ['own', 'child', 'grandchild'],
  agency: ['own', 'child'],
  client: ['own'],
}
export const rowOf = (member: Member): keyof typeof reached => {
  if (member === 'olive') return 'operator'
  if (member === 'cleo') return 'client'
  return member === 'sam' || member === 'ellen' ? 'sales' : 'agency'
}

/** Fills every text of a company and its people with a mark of its own. */
export async function mark(h: Harness, company: Company, people: readonly string[], mark: string): Promise<void> {
  const contact = { firstName: mark, lastName: mark, email: `${mark}@canary.example`, phone: mark }
  await h.db.company.update(company.id, {
    name: mark,
    legalName: mark,
    email: `${mark}@canary.example`,
    phone: mark,
    supportUrl: `https://${mark}.example`,
    externalOrganizationId: mark,
    packageId: mark,
    agreementFile: mark,
    minimumSpendPlanId: mark,
    industryId: mark,
    address: { ...company.address, street: mark, city: mark, zip: mark },
    brand: { ...company.brand, name: mark, shortName: mark },
    modules: Object.fromEntries(
      Object.keys(company.modules).map((line) => [line, { name: mark, url: mark.toLowerCase() }]),
    ),
    contacts: { franchise: contact, franchiseDirector: contact, officeManager: contact },
    accountRequirements: [mark],
  })
  for (const id of people) await h.db.user.update(id, { name: mark, phone: mark })
  await h.db.companyGroup.create({ companyId: company.id, id: h.services.newId('group'), name: mark, moduleId: mark })
  await h.db.role.save(await h.db.role.find(company.id), [
    { id: h.services.newId('role'), name: mark, icon: 'user', modules: noRights },
  ])
}
const off = { enabled: false, create: false, update: false, delete: false }
const noRights = { adsDesign: off, campaign: off, leads: off, settings: off }

/** The marks of which a person must never see any. */
export function forbidden(member: Member): RegExp {
  switch (rowOf(member)) {
    case 'operator':
      return /CANARYfar/
    case 'client':
      return /CANARY(far|copper|peak|harbor)/
    default:
      return /CANARY(far|copper|peak)/
  }
}

const companyNames = ['root', 'northlight', 'copper', 'brightSmiles', 'harbor', 'peakFitness'] as const
type CompanyName = (typeof companyNames)[number]
/** The one table of who may be named by whom, for the tree of the cast. Nobody may name anything of another root. */
const mayName: Record<keyof typeof reached | 'nobody', readonly CompanyName[]> = {
  operator: companyNames,
  sales: ['root', 'northlight', 'brightSmiles', 'harbor'],
  agency: ['northlight', 'brightSmiles', 'harbor'],
  client: ['brightSmiles'],
  nobody: [],
}
/** One of each kind of another root. */
const farCompanies = ['root', 'northlight', 'copper', 'brightSmiles'] as const
const farPeople = ['olive', 'sam', 'ada', 'admin', 'abe', 'cleo'] as const

/** Companies and people that somebody may not name: of their own root, of another one, and such as there are none. */
export function strangersOf(cast: Cast, foreign: Cast, { member }: Asker): { companies: string[]; users: string[] } {
  const row = member ? rowOf(member) : 'nobody'
  const own = new Set(mayName[row].map((name) => cast[name].id))
  const isOut = ({ companyId, id }: { companyId: string; id: string }) =>
    // Sales people know the others of their root by name only.
    !own.has(companyId) || (row === 'sales' && companyId === cast.root.id && id !== cast.users.sam.id)
  return {
    companies: [
      ...companyNames.map((name) => cast[name].id).filter((id) => !own.has(id)),
      ...farCompanies.map((name) => foreign[name].id),
      nobody.company,
    ],
    users: [
      ...Object.values(cast.users).filter(isOut),
      ...farPeople.map((name) => foreign.users[name]),
      { id: nobody.user },
    ].map(({ id }) => id),
  }
}
