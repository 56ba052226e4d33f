// What people do with tools and webhooks while leads are on their way, and what becomes of their accounts elsewhere.
import { connectByKeys } from '#functions/domain/connections/connect.ts'
import { beginSignIn, disconnect, finishSignIn } from '#functions/domain/connections/oauth.ts'
import { changeWebhook } from '#functions/domain/integrations/add-webhook.ts'
import { replayAll, replayOne } from '#functions/domain/integrations/replay.ts'
import { countReplay } from '#functions/domain/integrations/replay-range.ts'
import { rollSecret } from '#functions/domain/integrations/webhooks.ts'
import type { ToolDoubles } from '#infra/local/doubles/tools/index.ts'
import { DAY } from '#shared/dates.ts'
import { tools } from '#shared/integrations/tools.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { deliveryId } from '#shared/model/delivery.ts'
import { usualEvents } from '#shared/model/webhook.ts'
import type { Turns } from '../turns.ts'
import { isSignIn, type Network, type SignInSlug, type Slug, slugs } from './network.ts'
import { addWebhook, newKey, type Parts, placeOf, type SimLead, valuesOf, type World } from './world.ts'

type Accounts = {
  /** The account that a company is connected with, and whether it still lets us in. */
  placeOf: (companyId: string, slug: Slug) => number | undefined
  isGood: (companyId: string, slug: Slug) => boolean
}
type Home = Parts & {
  isThere: (world: World, companyId: string) => boolean
  doubles: readonly ToolDoubles[]
  turns: Turns
  accounts: Accounts
  network: Network
}

export function openPeople({ services, cast, dice, network, receiverUrl, doubles, turns, accounts, isThere }: Home) {
  const { db, now } = services
  const [first] = doubles
  const listId = (name: string): string => first?.sendgrid.lists().find((list) => list.name === name)?.id ?? ''
  const parts = { services, cast, dice, network, receiverUrl }

  /** As a browser goes to a tool, where somebody says yes, and comes back. */
  async function signIn({ agencyId }: World, companyId: string, slug: SignInSlug, place: number): Promise<void> {
    const google = doubles[place]?.google_sheets
    const company = await db.company.get(companyId)
    // @NOTE of who asks, a sign-in takes no more than this.
    const actor = { userId: 'usr_simulator', sessionId: 'ses_simulator' } as UserActor
    const platform = { scheme: 'http', domain: services.env.PLATFORM_DOMAIN }
    const asked = { actor, company, tenant: cast.root, slug, platform } as const
    const url = await beginSignIn(services, asked)
    const there = url.replace(network.bases[0] ?? '', network.bases[place] ?? '')
    const location = await turns.take('read', async () => {
      const permissionId = `${agencyId}-account${place}`
      google?.signInAs({ emailAddress: `${permissionId}@google.example`, permissionId })
      return (await network.browse(there)).headers.get('location') ?? ''
    })
    const back = new URL(location).searchParams
    const [state, code] = [back.get('state') ?? '', back.get('code') ?? '']
    network.places.set(code, { slug, place, key: '' })
    await finishSignIn(services, asked, { state, code })
    await services.queues.send('releaseDeliveries', { companyId, kind: slug })
  }

  async function connect(world: World, companyId: string, slug: Slug, isOther = false): Promise<void> {
    const place = placeOf(world, companyId, isOther)
    if (isSignIn(slug)) return signIn(world, companyId, slug, place)
    await connectByKeys(services, companyId, tools[slug], newKey(network, slug, place))
  }

  async function choose(campaign: Campaign, world: World): Promise<void> {
    const slug = dice.pick(slugs)
    const { companyId, agencyId, id: campaignId } = campaign
    const [choice, own] = await Promise.all([
      db.toolChoice.find({ companyId, campaignId, slug }),
      db.tool.find({ companyId, slug }),
    ])
    const isEnabled = choice?.isEnabled !== true || dice.chance(0.5)
    const ownerId = own ? companyId : agencyId
    const values = isEnabled ? valuesOf(slug, dice.below(3), listId) : (choice?.values ?? {})
    await db.toolChoice.set({ companyId, campaignId, slug, ownerId, isEnabled, values })
    if (isEnabled && slug === 'google_sheets')
      await services.queues.send('writeSheet', { companyId, campaignId, agencyId: world.agencyId, ownerId })
  }

  async function tendWebhook(world: World): Promise<void> {
    const named = world.webhooks.length > 0 ? dice.pick(world.webhooks) : undefined
    const campaign = dice.pick(world.campaigns)
    if (!named || dice.chance(0.15)) {
      const scope = dice.chance(0.7) ? campaign.id : 'all'
      return addWebhook(parts, world, { companyId: campaign.companyId, scope })
    }
    const webhook = await db.webhook.find(named, named.id)
    if (!webhook) return
    const kind = dice.below(10)
    if (kind < 1) return void (await db.webhook.remove(webhook))
    if (kind < 4) {
      const isTold = webhook.events.includes('lead.created')
      return void (await changeWebhook(db, webhook, { events: isTold ? ['lead.credited'] : usualEvents }))
    }
    if (kind < 7) return void (await changeWebhook(db, webhook, { isEnabled: !webhook.isEnabled }))
    await rollSecret(services, webhook)
  }

  async function sendAgain(campaign: Campaign, lead: SimLead | undefined): Promise<void> {
    const deps = { ...services, role: 'agency' as const }
    const { companyId, id: campaignId } = campaign
    if (!lead || dice.chance(0.3)) return void (await replayAll(deps, campaign))
    const own = await db.delivery.listOfLead({ companyId, campaignId }, lead.id)
    if (own.length > 0) await replayOne(deps, campaign, deliveryId(dice.pick(own)))
  }

  /** Leads of some days to one destination, those that arrived too. */
  async function sendDays(world: World): Promise<void> {
    const companyId = dice.pick([world.agencyId, ...world.clients])
    const webhook = world.webhooks.find((each) => each.companyId === companyId)
    const destinationId = webhook && dice.chance(0.4) ? webhook.id : dice.pick(slugs)
    const range = { kind: dice.chance(0.5) ? ('failed' as const) : ('all' as const), from: now() - 2 * DAY, to: now() }
    const { count, hasMore } = await countReplay({ db }, { companyId, id: destinationId }, range)
    if (count === 0) return
    const id = services.newId('replay')
    const none = { state: 'running', done: 0, step: 0, createdAt: now(), updatedAt: now() } as const
    if (await db.replay.begin({ ...range, ...none, id, ownerId: companyId, destinationId, total: count, hasMore }))
      await services.queues.send('replayLeads', { companyId, destinationId, id })
  }

  async function credit({ campaign, id, createdAt }: SimLead): Promise<void> {
    const lead = await db.lead.find(campaign, { createdAt, id })
    if (!lead || lead.credit) return
    const { companyId, id: campaignId } = campaign
    const at = now()
    if (!(await db.lead.credit(campaign, lead, { at, uploadId: 'upl_1', companyId, level: 'client' }))) return
    const happening = { type: 'lead.credited', leadId: id, leadAt: createdAt } as const
    await db.happening.add({ companyId, campaignId, id: `evt_${id.slice(4)}`, at, happening })
  }

  /** As a request about a person does it; throws while somebody has the lead in hand, for the queue to bring it again. */
  async function erase({ campaign: { companyId, id: campaignId }, id, createdAt }: SimLead): Promise<void> {
    const place = { companyId, campaignId, createdAt, id }
    await db.lead.erase(place, now())
    await db.delivery.forgetWords(place, id, now())
  }

  /** Somebody takes a key back at a tool, or a tool forgets what it gave. */
  async function takeBack(world: World): Promise<void> {
    const companyId = dice.pick([world.agencyId, ...world.clients])
    const slug = dice.pick(slugs)
    const place = accounts.placeOf(companyId, slug)
    if (place === undefined) return
    if (slug === 'google_sheets') doubles[place]?.google_sheets.forget()
    if (slug === 'gohighlevelv2') doubles[place]?.gohighlevelv2.revoke()
    for (const [key, known] of [...network.places])
      if (known.place === place && known.slug === slug) network.places.delete(key)
  }

  /** What becomes of accounts and receivers while nobody looks. */
  async function befall(world: World): Promise<void> {
    // The second accounts are used seldom.
    const place = dice.chance(0.8) ? dice.below(doubles.length / 2) : dice.below(doubles.length)
    const kind = dice.below(16)
    const own = doubles[place]
    if (!own) return
    if (kind < 2) return takeBack(world)
    if (kind < 3) return own.google_sheets.expire()
    if (kind < 4) return own.gohighlevelv2.expire()
    if (kind < 6) return own.kartra.disallow(dice.chance(0.7))
    if (kind < 7) return own.sendgrid.hideImports(dice.chance(0.4))
    if (kind < 8) return own.sendgrid.sayOfImports(dice.chance(0.6) ? 'pending' : '')
    if (kind < 9 && world.webhooks.length > 0 && dice.chance(0.4))
      return void network.gone.add(dice.pick(world.webhooks).path)
    const all = [...slugs.map((slug) => `${place}/${slug}`), ...world.webhooks.map(({ path }) => path)]
    if (kind < 13) for (let count = dice.between(1, 4); count > 0; count--) network.down.add(dice.pick(all))
    else if (kind < 14) for (const each of [...network.down]) if (dice.chance(0.4)) network.down.delete(each)
  }

  /** Everything works again, and is connected where somebody once connected it. */
  async function mend(world: World): Promise<void> {
    network.down.clear()
    network.gone.clear()
    for (const own of doubles) {
      own.kartra.disallow(false)
      own.sendgrid.hideImports(false)
      own.sendgrid.sayOfImports('')
    }
    const companyIds = [world.agencyId, ...world.clients].filter((companyId) => isThere(world, companyId))
    for (const companyId of companyIds)
      for (const slug of slugs) {
        const connection = await db.tool.find({ companyId, slug })
        if (!connection) continue
        const place = accounts.placeOf(companyId, slug)
        const isOther = place !== placeOf(world, companyId)
        // An answer with tokens that are given once only may have been lost, which nobody knows before it is asked again.
        const isDoubtful = slug === 'gohighlevelv2' || !accounts.isGood(companyId, slug)
        if (connection.lostAt > 0 || isDoubtful) await connect(world, companyId, slug, isOther)
        else if (connection.offAt > 0) await db.tool.switchOn(connection)
      }
    for (const named of world.webhooks) {
      const webhook = await db.webhook.find(named, named.id)
      if (webhook && !webhook.isEnabled) await changeWebhook(db, webhook, { isEnabled: true })
    }
  }

  return {
    listId,
    connect,
    disconnect: (companyId: string, slug: Slug) => disconnect(services, { companyId, slug }),
    choose,
    tendWebhook,
    sendAgain,
    sendDays,
    credit,
    erase,
    befall,
    takeBack,
    mend,
  }
}
