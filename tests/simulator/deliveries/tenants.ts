// What becomes of companies and lists while leads are on their way: clients and agencies are removed and come back, lists come to name
// people and do so no more, and others are to read a campaign's sheet.
import { addedRows, openTree } from '#functions/data/tenancy/tree.ts'
import { loginScopeOf } from '#functions/data/tenancy/user.ts'
import { editCampaign } from '#functions/domain/campaigns/edit.ts'
import { listsOf } from '#functions/domain/exclusions/check.ts'
import { readEntry, removeEntry } from '#functions/domain/exclusions/entry.ts'
import { importUpload } from '#functions/domain/exclusions/import.ts'
import { incomingKey } from '#functions/domain/exclusions/keys.ts'
import { newUpload } from '#functions/domain/exclusions/new-upload.ts'
import type { Services } from '#functions/kit/services.ts'
import { nextState } from '#shared/campaigns/state.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { nodeOf } from '#shared/model/node.ts'
import type { Dice } from '../dice.ts'
import type { Books } from './books.ts'
import { emailOf, type SimLead, staffOf, type World } from './world.ts'

type Home = { services: Services; dice: Dice; books: Books; tag: string }

/** As the call that removes a company sends them: one before it ends, kept back, and one after. */
const LOOKED_AT_AFTER_SECONDS = 120

export function openTenants({ services, dice, books, tag }: Home) {
  const { db, queues, now } = services
  let made = 0
  /** Which lists name a lead's person. */
  const named = new Map<SimLead, { companyId: string; scope: string }>()

  const isThere = ({ agencyId }: World, companyId: string): boolean =>
    !books.removed.has(companyId) && !books.removed.has(agencyId)

  async function turn(known: Campaign, to: 'active' | 'paused'): Promise<void> {
    const campaign = await db.campaign.findFresh(known)
    const next = campaign && nextState(campaign, to, 'people')
    if (next)
      await db.campaignChange.setStatus(campaign, next.status, next.statusReason, { at: now(), clientName: 'x' })
  }

  /** What is left to be billed has its own simulator. */
  async function remove(world: World): Promise<void> {
    const id = dice.chance(0.4) ? world.agencyId : dice.pick(world.clients)
    const company = world.companies.find((each) => each.id === id)
    const user = world.users.get(id)
    if (!company?.parentId || !user || !isThere(world, id)) return
    for (const campaign of world.campaigns)
      if ([campaign.companyId, campaign.agencyId].includes(id)) await turn(campaign, 'paused')
    const node = await db.node.find(company.parentId, id)
    if (!node) return
    const people = [{ user, scopeId: loginScopeOf(user, company.parentId) }]
    const starts = company.kind === 'agency' ? await db.node.countStarts(id) : 0
    await queues.send('endConnections', { companyId: id }, { delaySeconds: LOOKED_AT_AFTER_SECONDS })
    if (await db.tenancy.retire({ company, node, people, hosts: [], starts, now: now() }))
      await queues.send('endConnections', { companyId: id })
  }

  /** As the operator's tool does it, and the recount after it. */
  async function bringBack(world: World): Promise<void> {
    const { companies, users } = world
    const id = dice.pick([...books.removed])
    const company = companies.find((each) => each.id === id)
    const user = users.get(id)
    const deletedAt = (await db.company.findFresh(id))?.deletedAt
    if (!company || !user || !deletedAt || !(await db.tenancy.reopen({ id, deletedAt, now: now() }))) return
    const node = nodeOf(company, user)
    if (!node) return
    await openTree(services.table)
      .transaction.write((to) => addedRows(to, node))
      .go()
    for (const known of world.campaigns)
      if ([known.companyId, known.agencyId].includes(id) && isThere(world, known.companyId)) await turn(known, 'active')
  }

  /** A list comes to name the person of a lead: that of the campaign, its client, its agency, or of somebody whom it is no business of. */
  async function exclude(world: World, lead: SimLead): Promise<void> {
    if (!lead.hasEmail || named.has(lead)) return
    const stranger = world.campaigns.find(({ companyId }) => companyId !== lead.campaign.companyId)
    const isStrange = stranger !== undefined && dice.chance(0.2)
    const lists = listsOf(isStrange ? stranger : lead.campaign).filter(({ level }) => level !== 'platform')
    const { companyId, scope, level } = dice.pick(lists)
    // That of an agency is the business of all of its clients.
    const isMeant = !isStrange || level === 'agency'
    const id = `upl_${tag}n${++made}`
    const { epoch } = await db.exclusion.get(companyId, scope)
    const begun = { id, companyId, campaignType: scope, fileName: 'list.csv', epoch, requestedBy: 'usr_simulator' }
    await db.upload.create(newUpload({ ...begun, createdAt: now() }))
    await services.files.put(incomingKey({ companyId, uploadId: id }), `${emailOf(lead.id)}\n`, 'text/csv')
    await importUpload(services, { companyId, uploadId: id })
    if (!isMeant) return
    named.set(lead, { companyId, scope })
    books.list(lead, true)
  }

  async function takeOff(): Promise<void> {
    if (named.size === 0) return
    const [lead, list] = dice.pick([...named])
    await removeEntry(services, list, readEntry(emailOf(lead.id)).record)
    named.delete(lead)
    books.list(lead, false)
  }

  /** Other people are to read a campaign's sheet. */
  async function changeReaders(world: World): Promise<void> {
    const known = dice.pick(world.campaigns)
    const campaign = await db.campaign.findFresh(known)
    const company = world.companies.find(({ id }) => id === known.companyId)
    if (!campaign || !company) return
    const all = [1, 2, 3].map((number) => `${known.id}-${number}@readers.example`)
    const reportTo = all.filter(() => dice.chance(0.5))
    const noticeTo = dice.chance(0.5) ? [staffOf(known.companyId)] : []
    await editCampaign(
      { ...services, actor: { role: 'agency' }, campaign, company, tell: () => undefined },
      { head: { reportTo, noticeTo }, target: {}, answers: undefined },
    )
  }

  return {
    isThere,
    remove,
    bringBack,
    exclude,
    takeOff,
    changeReaders,
    forget: () => named.clear(),
  }
}
