// Whose people they are: a platform of its own, two agencies, their clients with campaigns of all four products, and people with
// addresses as people have them.
import { createHash } from 'node:crypto'
import { domainToASCII, domainToUnicode } from 'node:url'
import { loginScopeOf } from '#functions/data/tenancy/user.ts'
import { createWebhook, newWebhookSecret } from '#functions/domain/integrations/webhooks.ts'
import type { Services } from '#functions/kit/services.ts'
import { type Campaign, CampaignTarget } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { noCosts, noPrice } from '#shared/money/price-list.ts'
import type { Cast } from '#tests/support/cast.ts'
import type { Dice } from '../dice.ts'

export type SimPerson = { id: string; addresses: string[] }
export type World = {
  root: Company
  companies: Company[]
  users: Map<string, User>
  campaigns: Campaign[]
  people: SimPerson[]
}
export const PEOPLE = 20

const KINDS = { local: 'basic', locator: 'basic', enhance: 'advanced', b2b: 'b2b' } as const
const plan: [agency: number, client: number, line: keyof typeof KINDS][] = [
  [0, 0, 'local'],
  [0, 0, 'locator'],
  [0, 1, 'enhance'],
  [0, 1, 'local'],
  [1, 0, 'b2b'],
  [1, 0, 'local'],
]

const hex = (kind: string, text: string) => createHash(kind).update(text).digest('hex')

/** Reckoned here once more: an address in the spellings of its domain, as a list may hold it. */
export function spellings(address: string): string[] {
  const small = address.trim().toLowerCase()
  const at = small.lastIndexOf('@') + 1
  const [local, domain] = [small.slice(0, at), small.slice(at)]
  return [...new Set([small, local + domainToASCII(domain), local + domainToUnicode(domainToASCII(domain))])]
}
/** All of what a list may hold of an address. A plain one is held as its MD5. */
export const formsOf = (address: string): string[] =>
  spellings(address).flatMap((each) => ['md5', 'sha1', 'sha256'].map((kind) => `${kind}:${hex(kind, each)}`))
export const plainForm = (address: string) => `md5:${hex('md5', address.trim().toLowerCase())}`
export const hashForm = (kind: string, address: string) => `${kind}:${hex(kind, address.trim().toLowerCase())}`
export { hex }
/** By what two addresses are one. */
export const keyOf = (address: string): string => {
  const small = address.trim().toLowerCase()
  const at = small.lastIndexOf('@') + 1
  return small.slice(0, at) + domainToASCII(small.slice(at))
}
export const isBelow = (company: Company, id: string) => company.id === id || company.ancestors.includes(id)

function newPeople(dice: Dice, tag: string): SimPerson[] {
  const addressOf = (number: number, more = '') => {
    const local = `q${tag}n${String(number).padStart(3, '0')}${more}`
    const kind = number % 6
    if (kind === 1) return `${local.slice(0, 2)}'${local.slice(2)}@people.example`
    if (kind === 2) return `${local}@bücher.example`
    if (kind === 3) return `${local}+list@people.example`
    return `${local}@people.example`
  }
  return Array.from({ length: PEOPLE }, (_, number) => ({
    id: `${tag}person${number}`,
    addresses: [addressOf(number), ...(dice.chance(0.3) ? [addressOf(number, 'b')] : [])],
  }))
}

type Parts = { services: Services; cast: Cast; dice: Dice }

export async function plantWorld({ services, cast, dice }: Parts, tag: string): Promise<World> {
  const { db, now } = services
  const rootId = `com_${tag}r`
  const root: Company = { ...cast.root, id: rootId, rootId, name: tag, subdomain: null, ancestors: [] }
  await db.company.create(root)
  const users = new Map<string, User>()
  const userOf = (like: User, company: Company): User => ({
    ...like,
    id: `usr_${company.id.slice(4)}`,
    companyId: company.id,
    rootId,
    email: `${company.id.slice(4)}@staff.example`,
  })
  const operator = userOf(cast.users.olive, root)
  await db.user.create(operator, loginScopeOf(operator, root.id))
  users.set(root.id, operator)
  const world: World = { root, companies: [root], users, campaigns: [], people: newPeople(dice, tag) }

  async function plant(company: Company, like: User): Promise<Company> {
    const user = userOf(like, company)
    const said = await db.tenancy.plant({ company, user, scopeId: loginScopeOf(user, company.parentId ?? '') })
    if (said !== 'planted') throw new Error(`A company could not be planted: ${said}.`)
    users.set(company.id, user)
    world.companies.push(company)
    return company
  }
  const agencies: Company[] = []
  for (const each of [0, 1]) {
    const id = `com_${tag}a${each}`
    const place = { id, name: id, parentId: rootId, rootId, ancestors: [rootId], subdomain: null }
    const agency = await plant({ ...cast.northlight, ...place }, cast.users.ada)
    agencies.push(agency)
    const costs = { ...noCosts.costs.local.Weekly, perLeadCentiCents: 100 }
    const perTerm = { Weekly: costs, Monthly: costs, OneTime: costs, Prepaid: costs }
    const all = { local: perTerm, locator: perTerm, enhance: perTerm, b2b: perTerm }
    await db.price.saveCosts(id, { ...noCosts, costs: all }, { by: 'usr_simulator', at: now() - 1 })
    const webhookId = `whk_${tag}a${each}`
    const [address, secret] = [`https://receiver.example/${webhookId}`, newWebhookSecret()]
    const of = { id: webhookId, companyId: id, scope: 'all' as const, label: id, events: ['lead.created'] as const }
    await createWebhook(services, { ...of, address, secret, now: now() })
  }
  for (const [at, client, line] of plan) {
    const agency = agencies[at]
    if (!agency) throw new Error('A campaign has an agency.')
    const id = `com_${tag}a${at}c${client}`
    const place = { id, name: id, parentId: agency.id, rootId, ancestors: [rootId, agency.id] }
    if (!users.has(id)) await plant({ ...cast.brightSmiles, ...place }, cast.users.cleo)
    const campaignId = `cmp_${tag}${world.campaigns.length}`
    // Each looks for a word of its own, so that it is known who was asked for by whom.
    const target = CampaignTarget.parse(line === 'local' ? {} : { keywords: [campaignId], isNational: true })
    const made = await db.campaignChange.create(
      {
        ...cast.campaigns.smiles,
        line,
        informationType: KINDS[line],
        id: campaignId,
        name: campaignId,
        companyId: id,
        agencyId: agency.id,
        rootId,
        status: 'active',
        statusReason: '',
        version: 0,
        createdAt: now(),
        startedAt: now(),
        reidentification: dice.pick(['never', '1 week'] as const),
        reidentifiesAcross: false,
        requiresEmail: false,
      },
      { target },
    )
    if (typeof made === 'string') throw new Error(`A campaign could not be planted: ${made}.`)
    const perLead = { perLeadCentiCents: 500, perLeadAdvancedCentiCents: 500, perLeadB2bCentiCents: 500 }
    const price = { ...noPrice, ...perLead, limit: { count: 0, every: 'day' as const, fromOn: '', toOn: '' } }
    await db.price.saveRetail(id, line, price, { by: 'usr_simulator', at: now() }, campaignId)
    world.campaigns.push(made)
  }
  return world
}
