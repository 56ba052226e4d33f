// Whose leads go where: an agency, two clients, their accounts at tools, campaigns that chose some of them, and webhooks.
import { loginScopeOf } from '#functions/data/tenancy/user.ts'
import { createWebhook, newWebhookSecret } from '#functions/domain/integrations/webhooks.ts'
import type { Services } from '#functions/kit/services.ts'
import { tools } from '#shared/integrations/tools.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { usualEvents, type WebhookEvent, type WebhookScope } from '#shared/model/webhook.ts'
import type { Cast } from '#tests/support/cast.ts'
import type { Dice } from '../dice.ts'
import { type Network, type SignInSlug, type Slug, slugs } from './network.ts'

/** A company has two accounts at each tool: the one that it connects first, and another one. */
export const PLACES = 6
export type SimLead = {
  id: string
  campaign: Campaign
  createdAt: number
  hasEmail: boolean
  hasAddress: boolean
  phone: string
}
export const emailOf = (leadId: string) => `${leadId}@people.example`
export type SimWebhook = { id: string; companyId: string; scope: WebhookScope; path: string }
export type World = {
  agencyId: string
  clients: string[]
  /** Agency and clients as they were planted, and a person of each, by company. */
  companies: Company[]
  users: Map<string, User>
  campaigns: Campaign[]
  leads: SimLead[]
  webhooks: SimWebhook[]
  /** What signs from which round on and until when (ms), the latest last. */
  secrets: Map<string, { secret: string; round: number; until: number }[]>
}

export type Parts = { services: Services; cast: Cast; dice: Dice; network: Network; receiverUrl: string }

/** The first account of a company, or its other one. */
export const placeOf = (world: Pick<World, 'agencyId' | 'clients'>, companyId: string, isOther = false): number =>
  [...world.clients, world.agencyId].indexOf(companyId) + (isOther ? PLACES / 2 : 0)

type KeySlug = Exclude<Slug, SignInSlug>
/** What the doubles know as right, by tool. */
const right: Record<KeySlug, string> = {
  sendgrid: 'SG.demonstration-only.no-secret-of-anybody-at-all',
  gohighlevel: 'demonstration-location-key-of-nobody',
  kartra: 'demonstration-key|demonstration-password',
  clickfunnels: 'demonstration-token-of-nobody',
  mailboxpower: 'demonstration-key-of-nobody',
}

let keys = 0
/** A key of an account, made anew; it is good until somebody takes it back there. */
export function newKey({ places }: Pick<Network, 'places'>, slug: KeySlug, place: number) {
  const name = `account${place}-key${++keys}`
  const key = slug === 'sendgrid' ? `SG.${name}-of.nobody-at-all-and-no-secret` : `${name}-of-nobody-at-all`
  places.set(key, { slug, place, key: right[slug] })
  const typed: Record<KeySlug, Record<string, string>> = {
    sendgrid: { api_key: key },
    gohighlevel: { api_key: key },
    kartra: { api_key: key, api_password: 'a-password-of-nobody' },
    clickfunnels: { subdomain: 'demonstration', workspace_id: '4711', token: key },
    mailboxpower: { api_key: key },
  }
  return typed[slug]
}

const lists = ['Newsletter', 'New leads', 'Open house']
const tags = ['website', 'hot lead', 'newsletter']
/** What a campaign chooses of a tool, by a number. */
export function valuesOf(slug: Slug, number: number, listId: (name: string) => string): Record<string, string[]> {
  const at = number % 3
  if (slug === 'sendgrid') return { lists: [listId(lists[at] ?? '')] }
  if (slug === 'gohighlevel') return { tags: [tags[at] ?? ''] }
  if (slug === 'gohighlevelv2') return { location: [`location${1 + at}`], tags: [tags[at % 2] ?? ''] }
  if (slug === 'kartra') return { lists: [lists[number % 2] ?? ''] }
  if (slug === 'mailboxpower') return { groups: [String(1 + (number % 2))] }
  return slug === 'clickfunnels' ? { tags: [String(100 + at)] } : {}
}

export async function addWebhook(
  { services, dice, receiverUrl }: Pick<Parts, 'services' | 'dice' | 'receiverUrl'>,
  world: World,
  { companyId, scope }: { companyId: string; scope: WebhookScope },
): Promise<void> {
  const id = `whk_${companyId.slice(4)}n${world.webhooks.length + 1}`
  const path = `/in/${id}`
  const secret = newWebhookSecret()
  const events: readonly WebhookEvent[] = dice.chance(0.5) ? usualEvents : ['lead.created', 'lead.credited']
  const wanted = { id, companyId, scope, label: id, events, address: `${receiverUrl}${path}`, secret }
  // First: who crashes right after it has made one nevertheless.
  world.webhooks.push({ id, companyId, scope, path })
  await createWebhook(services, { ...wanted, now: services.now() })
}

/** Whose address stands in a campaign as well. */
export const staffOf = (companyId: string) => `${companyId.slice(4)}@staff.example`

export async function plantWorld(parts: Parts, tag: string, connect: (companyId: string, slug: Slug) => Promise<void>) {
  const { services, cast, dice } = parts
  const { db, now } = services
  const agencyId = `com_${tag}a`
  const clients = [0, 1].map((each) => `com_${tag}c${each}`)
  const none = { companies: [], users: new Map(), campaigns: [], leads: [], webhooks: [], secrets: new Map() }
  const world: World = { agencyId, clients, ...none }
  async function plant(company: Company, like: User): Promise<void> {
    const { id: companyId, parentId } = company
    const user = { ...like, id: `usr_${companyId.slice(4)}`, companyId, email: staffOf(companyId) }
    const said = await db.tenancy.plant({ company, user, scopeId: loginScopeOf(user, parentId ?? '') })
    if (said !== 'planted') throw new Error(`A company could not be planted: ${said}.`)
    world.companies.push(company)
    world.users.set(companyId, user)
  }
  await plant({ ...cast.northlight, id: agencyId, name: tag, subdomain: null }, cast.users.ada)
  for (const companyId of clients) {
    const company = { ...cast.brightSmiles, id: companyId, name: companyId, parentId: agencyId }
    await plant({ ...company, ancestors: [cast.root.id, agencyId] }, cast.users.cleo)
  }
  return {
    world,
    async fill(listId: (name: string) => string): Promise<void> {
      for (const slug of slugs) await connect(agencyId, slug)
      for (const companyId of clients) for (const slug of slugs) if (dice.chance(0.5)) await connect(companyId, slug)
      for (const [index, companyId] of [...clients, ...clients.slice(0, 1)].entries()) {
        const id = `cmp_${tag}k${index}`
        const made = await db.campaignChange.create({
          ...cast.campaigns.smiles,
          id,
          name: id,
          companyId,
          agencyId,
          status: 'active',
          statusReason: '',
          version: 0,
          createdAt: now(),
          startedAt: now(),
          reportType: 'GoogleSheet',
          reportTo: [`${id}@readers.example`],
          noticeTo: [staffOf(companyId)],
          hasPhone: true,
        })
        if (typeof made === 'string') throw new Error(`A campaign could not be planted: ${made}.`)
        world.campaigns.push(made)
        for (const slug of slugs) {
          if (!dice.chance(0.6)) continue
          const own = await db.tool.find({ companyId, slug })
          const ownerId = own && tools[slug] ? companyId : agencyId
          const values = valuesOf(slug, index, listId)
          await db.toolChoice.set({ companyId, campaignId: id, slug, ownerId, isEnabled: true, values })
        }
        if (dice.chance(0.5)) await addWebhook(parts, world, { companyId, scope: id })
      }
      await addWebhook(parts, world, { companyId: agencyId, scope: 'all' })
    },
  }
}
