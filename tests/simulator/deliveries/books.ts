// What must be true of leads on their way, by the rows as they are after every write and by what tools and webhooks really got.
import { createHmac } from 'node:crypto'
import type { Item } from '#functions/data/lib/table.ts'
import type { Received } from '#infra/local/doubles/webhook-receiver.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { LONGEST_REST } from '#shared/integrations/breaker.ts'
import { MOST_TRIES } from '#shared/leads/retries.ts'
import { messages } from '#shared/messages.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Handed, Outcome, Shared, Slug } from './network.ts'
import type { SimLead, World } from './world.ts'

/** Rows by partition and sort key, as they were after the last write. */
export type Rows = Map<string, Map<string, Item>>

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const number = (value: unknown) => (typeof value === 'number' ? value : 0)
const all = (rows: Rows, pk: string): Item[] => [...(rows.get(pk)?.values() ?? [])]

/** What of the world decides where a lead may go, at some moment. */
export type View = {
  rows: Rows
  /** Leads whose person is erased, or that were given back. */
  gone: ReadonlySet<string>
  removed: ReadonlySet<string>
  /** Leads whose person a list of their campaign, client, agency or platform names. */
  listed: ReadonlySet<string>
}
export const copyOf = ({ rows, gone, removed, listed }: View): View => ({
  rows: new Map([...rows].filter(([pk]) => isSetting(pk)).map(([pk, page]) => [pk, new Map(page)])),
  gone: new Set(gone),
  removed: new Set(removed),
  listed: new Set(listed),
})
const isSetting = (pk: string) => /#(?:TOOLS|WEBHOOKS|CAMPAIGNS)$|#CHOICES#/.test(pk)
export const isWatched = (pk: string) =>
  /^C#[^#]+(?:$|#(?:TOOLS$|WEBHOOKS$|CAMPAIGNS$|CHOICES#|DELIVERIES#|TRIES#|L#[^#]+$))/.test(pk)
/** So soon after it came nobody asks about a lead's agency or lists once more, unless it was tried before. */
const STILL_FRESH = 15 * MINUTE

export const choiceOf = ({ rows }: View, { companyId, id }: Campaign, slug: Slug): Item | undefined =>
  all(rows, `C#${companyId}#CHOICES#${id}`).find((row) => row.slug === slug)
export const connectionOf = ({ rows }: View, companyId: string, slug: Slug): Item | undefined =>
  all(rows, `C#${companyId}#TOOLS`).find((row) => row.slug === slug && row.removedAt === undefined)
export const webhookOf = ({ rows }: View, companyId: string, id: string): Item | undefined =>
  all(rows, `C#${companyId}#WEBHOOKS`).find((row) => row.id === id)
export const readersIn = ({ rows }: View, { companyId, id }: Campaign): string[] => {
  const { reportTo = [], noticeTo = [] }: Record<string, string[]> = Object(
    rows.get(`C#${companyId}#CAMPAIGNS`)?.get(id),
  )
  return [...reportTo, ...noticeTo]
}
const hears = (webhook: Item | undefined, event: string): boolean =>
  webhook !== undefined && (Array.isArray(webhook.events) ? webhook.events : ['lead.created']).includes(event)
const webhooksFor = (view: View, companyId: string, scope: string, event: string) =>
  all(view.rows, `C#${companyId}#WEBHOOKS`).filter((row) => row.scope === scope && hears(row, event))

/** Where the leads of a campaign go, by the rows alone: tools by their slugs, webhooks by their ids. */
export function destinationsIn(view: View, campaign: Campaign): Set<string> {
  const { companyId, agencyId, id } = campaign
  const chosen = all(view.rows, `C#${companyId}#CHOICES#${id}`).filter(({ isEnabled }) => isEnabled === true)
  const levels = [
    webhooksFor(view, companyId, id, 'lead.created'),
    webhooksFor(view, companyId, 'all', 'lead.created'),
    webhooksFor(view, agencyId, 'all', 'lead.created'),
  ]
  const own = levels.find(({ length }) => length > 0) ?? []
  const on = own.filter(({ isEnabled, offAt }) => isEnabled === true || number(offAt) > 0)
  return new Set([...chosen.map(({ slug }) => text(slug)), ...on.map(({ id: webhookId }) => text(webhookId))])
}

export type Evidence = { taken: number; said: number }
export type Books = ReturnType<typeof openBooks>

/** `accountOf`: which account the box of a connection opens. */
export function openBooks({
  accountOf,
  fault,
}: {
  accountOf: (sealed: string) => number | undefined
  fault: (text: string) => void
}) {
  const rows: Rows = new Map()
  const gone = new Set<string>()
  const removed = new Set<string>()
  const listed = new Set<string>()
  const now: View = { rows, gone, removed, listed }
  /** Companies that were ever removed, and leads that ever stood on a list. */
  const ever = { removed: new Set<string>(), listed: new Set<string>() }
  const evidence = new Map<string, Evidence>()
  /** How many deliveries ever stood so. */
  const seen = {
    held: new Set<string>(),
    doubted: new Set<string>(),
    rested: new Set<string>(),
    apart: new Set<string>(),
  }
  const alsoSeen = {
    exhausted: new Set<string>(),
    off: new Set<string>(),
    unlisted: new Set<string>(),
    orphaned: new Set<string>(),
    shared: new Set<string>(),
  }
  /** Leads that some destination did not get, by campaign; and the days on which people are to have heard of it. */
  const lost = new Map<string, Set<string>>()
  const told = new Map<string, { companyId: string; about: string }>()
  let before: View = copyOf(now)
  let world: World | undefined
  let round = 0

  const leadOf = (id: string): SimLead | undefined => world?.leads.find((lead) => lead.id === id)
  const keyOf = (leadId: string, destinationId: string) => `${leadId}#${destinationId}`
  const rowOf = ({ id, campaign }: SimLead, destinationId: string): Item | undefined =>
    rows.get(`C#${campaign.companyId}#DELIVERIES#${campaign.id}`)?.get(keyOf(id, destinationId))
  const noteOf = (leadId: string, destinationId: string): Evidence => {
    const key = keyOf(leadId, destinationId)
    const known = evidence.get(key) ?? { taken: 0, said: 0 }
    evidence.set(key, known)
    return known
  }

  /** Nobody who is gone is handed over, nothing that is over or that nobody has in hand. */
  function mayLeave(lead: SimLead, destinationId: string, at: number): void {
    const where = `${lead.id} to ${destinationId}`
    if (before.gone.has(lead.id)) fault(`${where} is sent although its person is gone or it was given back`)
    const { companyId, agencyId } = lead.campaign
    if (before.removed.has(companyId)) fault(`${where} is sent although its company is removed`)
    const row = rowOf(lead, destinationId)
    if (!row) {
      fault(`${where} is sent without a row`)
      return
    }
    const isTried = Array.isArray(row.attempts) && row.attempts.length > 0
    if (isTried || at - lead.createdAt > STILL_FRESH) {
      if (before.removed.has(agencyId)) fault(`${where} is sent although its agency is removed`)
      if (before.listed.has(lead.id)) fault(`${where} is sent although a list names its person`)
    }
    if (row.state !== 'waiting') fault(`${where} is sent although it is ${text(row.state)}`)
    if (text(row.lookAt) !== '') fault(`${where} is sent a second time, instead of asked about`)
    if (row.takenBy === undefined) fault(`${where} is sent by somebody who does not have it`)
    if (number(row.nextAt) > at) fault(`${where} is sent before it is due`)
  }

  /** A tool of this very campaign, by the account that its owner connected, with what was chosen. */
  function isMeant({ campaign }: SimLead, { slug, place, values }: Handed): boolean {
    const views = [before, now]
    return views.some((view) => {
      const choice = choiceOf(view, campaign, slug)
      if (choice?.isEnabled !== true) return false
      const wanted: Record<string, string[]> = Object(choice.values)
      // Tags follow in a request of their own.
      const chosen = (slug === 'gohighlevelv2' ? (wanted.location ?? []) : Object.values(wanted).flat()).map(String)
      if (values && String([...values].sort()) !== String(chosen.sort())) return false
      return views.some((other) => {
        const connection = connectionOf(other, text(choice.ownerId), slug)
        return connection !== undefined && accountOf(text(connection.sealed)) === place
      })
    })
  }

  /** The secret that held signs, and the one before it for its day. */
  function signatureFaults(id: string, letter: Received): void {
    const secrets = world?.secrets.get(id) ?? []
    const hex = (secret: string) => createHmac('sha256', secret).update(letter.text).digest('hex')
    const standard = (secret: string) =>
      `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
        .update(`${letter.webhookId}.${letter.headers['webhook-timestamp']}.${letter.text}`)
        .digest('base64')}`
    const given = String(letter.headers['webhook-signature']).split(' ')
    const held = secrets.filter(
      (each, index) => each.round <= round && (secrets[index + 1]?.round ?? Number.POSITIVE_INFINITY) >= round,
    )
    if (!held.some(({ secret }) => hex(secret) === letter.headers['x-signature'] && given[0] === standard(secret)))
      fault(`a letter to ${id} is not signed by the secret that holds`)
    const olds = secrets.filter(({ until }, index) => until > letter.at && secrets[index + 1] !== undefined)
    const isFresh = secrets.some((each) => each.round === round)
    const last = olds.at(-1)
    if (last && !isFresh && !given.includes(standard(last.secret)))
      fault(`a letter to ${id} is not signed by the secret before, whose day is not over`)
    const known = new Set(secrets.map(({ secret }) => standard(secret)))
    if (given.some((each) => !known.has(each))) fault(`a letter to ${id} bears a signature of nobody`)
  }

  function noteLost(item: Item): void {
    const campaignId = text(item.campaignId)
    lost.set(campaignId, (lost.get(campaignId) ?? new Set()).add(text(item.leadId)))
    const { companyId } = Object(item.destination)
    const { status, words }: Record<string, unknown> = Object(Array.isArray(item.attempts) ? item.attempts.at(-1) : {})
    // Of a receiver that is off or gone people hear otherwise; of who is erased no words are left.
    if (status === 410 || words === '' || /switched off|410/.test(text(words))) return
    const about = `${text(item.destinationId)}-${Math.floor(number(item.endedAt) / DAY)}`
    told.set(`${text(companyId)} ${about}`, { companyId: text(companyId), about })
  }

  /** Of why nothing was sent, what can be known here is so. */
  function skipFaults(item: Item): void {
    const lead = leadOf(text(item.leadId))
    if (!lead) return
    const { companyId, agencyId } = lead.campaign
    const words = text(Object(Array.isArray(item.attempts) ? item.attempts.at(-1) : {}).words)
    const isSo: Record<string, () => boolean> = {
      [messages.removedSince]: () => [companyId, agencyId].some((id) => ever.removed.has(id)),
      [messages.excludedSince]: () => gone.has(lead.id) || ever.listed.has(lead.id),
      'no address': () => item.destinationId === 'mailboxpower' && !lead.hasAddress,
    }
    if (words === messages.excludedSince && ever.listed.has(lead.id)) alsoSeen.unlisted.add(lead.id)
    if (words === messages.removedSince) alsoSeen.orphaned.add(lead.id)
    if (isSo[words]?.() === false) fault(`${lead.id} is not sent to ${text(item.destinationId)}, by mistake: ${words}`)
  }

  /** What is true of one row at any time. */
  function rowFaults(item: Item): void {
    const key = `${text(item.leadId)}#${text(item.destinationId)}`
    const { state, destination, attempts, dueAs, lookAt } = item
    if (item.heldFor !== undefined) seen.held.add(key)
    if (state === 'waiting' && text(lookAt) !== '') seen.doubted.add(key)
    if (number(item.restsSince) > 0) seen.rested.add(key)
    if (item.takenWith !== undefined) seen.apart.add(key)
    if (state === 'failed' && number(item.tries) === MOST_TRIES) alsoSeen.exhausted.add(key)
    const where = `${text(item.leadId)} to ${text(item.destinationId)}`
    const isFailedPlace = text(dueAs).includes('#UNDELIVERED#')
    if (number(item.tries) > MOST_TRIES) fault(`${where} was tried ${number(item.tries)} times`)
    if (state === 'failed' && !isFailedPlace) fault(`${where} failed, and is not listed`)
    if (state !== 'failed' && isFailedPlace) fault(`${where} is ${text(state)}, and is listed as failed`)
    if (state !== 'failed' && state !== 'waiting' && dueAs !== undefined) fault(`${where} is over, and is still due`)
    if (state !== 'waiting' && item.heldFor !== undefined) fault(`${where} is over, and still waits for a connection`)
    if (state !== 'waiting' && item.takenBy !== undefined) fault(`${where} is over, and somebody has it`)
    // A look or two later than that.
    if (
      state === 'waiting' &&
      number(item.restsSince) > 0 &&
      number(item.nextAt) - number(item.restsSince) > LONGEST_REST + HOUR
    )
      fault(`${where} waits for days for a receiver that is left alone`)
    if (item.happening !== undefined) return
    if (state === 'skipped') skipFaults(item)
    if (state === 'failed' && item.hasArrived !== true) noteLost(item)
    const found = evidence.get(keyOf(text(item.leadId), text(item.destinationId)))
    if (state === 'delivered' && (found?.taken ?? 0) === 0)
      fault(`${where} is said to be delivered, and ${text(Object(destination).kind)} never took it`)
    const last: unknown = Array.isArray(attempts) ? attempts.at(-1) : undefined
    if (state === 'delivered' && number(Object(last).status) >= 300) fault(`${where} is delivered by a refusal`)
    if (state === 'waiting' && text(lookAt) !== '' && (found?.taken ?? 0) === 0)
      fault(`${where} waits to be asked about, and was never handed over`)
  }

  return {
    now,
    seen: () =>
      Object.fromEntries(Object.entries({ ...seen, ...alsoSeen }).map(([name, { size }]) => [name, size] as const)),
    rows,
    gone,
    removed,
    ever,
    evidence,
    rowOf,
    leadOf,
    deliveriesOf: ({ id, campaign }: SimLead): Item[] =>
      all(rows, `C#${campaign.companyId}#DELIVERIES#${campaign.id}`).filter(({ leadId }) => leadId === id),
    begin(next: World): void {
      world = next
      rows.clear()
      gone.clear()
      removed.clear()
      listed.clear()
      ever.removed.clear()
      ever.listed.clear()
      evidence.clear()
      lost.clear()
      told.clear()
      before = copyOf(now)
    },
    nextRound(count: number): void {
      round = count
      before = copyOf(now)
    },
    /** Where its leads went before this round, and where they go now. */
    destinations: (campaign: Campaign) => [destinationsIn(before, campaign), destinationsIn(now, campaign)] as const,
    lost: (campaign: Campaign) => lost.get(campaign.id)?.size ?? 0,
    told: () => [...told.values()],
    /** After every write, before anybody else has a turn. */
    saw(pk: string, sk: string, item: Item | undefined): void {
      const page = rows.get(pk) ?? new Map<string, Item>()
      rows.set(pk, page)
      if (item) page.set(sk, item)
      else page.delete(sk)
      if (!world || !item) return
      if (sk === 'COMPANY') {
        if (item.deletedAt === undefined) removed.delete(text(item.id))
        else ever.removed.add(text(item.id)) && removed.add(text(item.id))
      }
      if (/#DELIVERIES#/.test(pk)) rowFaults(item)
      if (/#(?:TOOLS|WEBHOOKS)$/.test(pk) && number(item.offAt) > 0) alsoSeen.off.add(`${pk}/${sk}`)
      if (/#L#/.test(pk) && (item.erasedAt !== undefined || item.cr !== undefined)) gone.add(text(item.id))
    },
    /** A list comes to name a lead's person, or does so no more. */
    list({ id }: SimLead, isListed: boolean): void {
      if (isListed) ever.listed.add(id) && listed.add(id)
      else listed.delete(id)
    },
    /** A sheet of a campaign is about to be shared with somebody. */
    sharing({ address }: Shared, campaign: Campaign | undefined): void {
      if (!campaign) {
        fault(`a sheet of nobody's is shared with ${address}`)
        return
      }
      const { companyId, id } = campaign
      alsoSeen.shared.add(address)
      if (before.removed.has(companyId)) fault(`the sheet of ${id} is shared although its company is removed`)
      if (![before, now].some((view) => readersIn(view, campaign).includes(address)))
        fault(`the sheet of ${id} is shared with ${address}, who is not to read it`)
    },
    /** A tool is about to learn of leads. */
    handing(handed: Handed, at: number): void {
      for (const id of handed.leadIds) {
        const lead = leadOf(id)
        if (!lead) {
          fault(`${handed.slug} is told of ${id}, whom nobody knows`)
          continue
        }
        mayLeave(lead, handed.slug, at)
        if (!isMeant(lead, handed))
          fault(`${id} goes to ${handed.slug} of account ${handed.place}, for which it was not meant`)
      }
    },
    handed({ slug, leadIds }: Handed, { isTaken, isSaid }: Outcome): void {
      for (const id of leadIds) {
        const note = noteOf(id, slug)
        if (isTaken) note.taken++
        if (isSaid) note.said++
      }
    },
    letter(letter: Received): void {
      const id = letter.path.slice('/in/'.length)
      signatureFaults(id, letter)
      const isSaid = Number(letter.answered) === 200
      const isTaken = isSaid || letter.answered === 'answer lost'
      const webhook = world?.webhooks.find((each) => each.id === id)
      const leadId = text(letter.body.id)
      const lead = leadOf(leadId)
      if (!webhook || !lead) {
        fault(`a webhook is told of ${leadId || 'nobody'}, of whom nobody knows`)
        return
      }
      const { campaign } = lead
      const isBelow = webhook.companyId === campaign.companyId || webhook.companyId === campaign.agencyId
      if (!isBelow || (webhook.scope !== 'all' && webhook.scope !== campaign.id))
        fault(`${leadId} goes to the webhook ${id}, for which it was not meant`)
      const isOn = [before, now].some((view) => webhookOf(view, webhook.companyId, id)?.isEnabled === true)
      if (!isOn) fault(`${leadId} goes to the webhook ${id}, which is switched off or gone`)
      if (letter.body.type === 'lead.credited') {
        if (!gone.has(leadId)) fault(`${id} is told that ${leadId} was given back, which it was not`)
        return
      }
      const isTold = [before, now].some((view) => hears(webhookOf(view, webhook.companyId, id), 'lead.created'))
      if (!isTold) fault(`${leadId} goes to the webhook ${id}, which is to hear of no leads`)
      if (letter.webhookId !== `${leadId}_${id}`) fault(`${leadId} goes to ${id} under another id`)
      mayLeave(lead, id, letter.at)
      const note = noteOf(leadId, id)
      if (isTaken) note.taken++
      if (isSaid) note.said++
    },
    /** Of a delivery that waits for a connection its history says so. */
    heldFaults(): void {
      for (const [pk, page] of rows)
        if (pk.includes('#DELIVERIES#'))
          for (const row of page.values()) {
            // One that a worker began to try is about to be tried again.
            if (row.heldFor === undefined || row.takenUntil !== undefined || row.takenWith !== undefined) continue
            const { companyId } = Object(row.destination)
            const lines = all(rows, `C#${text(companyId)}#TRIES#${text(row.destinationId)}#waiting`)
            const line = lines.find((each) => each.leadId === row.leadId && each.at === row.heldSince)
            if (line?.about !== 'held')
              fault(`${text(row.leadId)} waits for ${text(row.destinationId)}, and its history does not say so`)
          }
    },
    /** Once all messages were worked off: nobody waits for a connection that is there. */
    heldInVainFaults(): void {
      for (const [pk, page] of rows)
        if (pk.includes('#DELIVERIES#'))
          for (const row of page.values()) {
            const { companyId, kind } = Object(row.destination)
            const connection = row.heldFor === undefined ? undefined : connectionOf(now, text(companyId), kind)
            if (connection && row.takenBy === undefined && number(connection.lostAt) === 0)
              fault(`${text(row.leadId)} waits for ${text(kind)}, which is connected`)
          }
    },
    /** Once nothing is under way: the history of each delivery that is over ends as it did. */
    historyFaults(): void {
      for (const [pk, page] of rows)
        if (pk.includes('#DELIVERIES#'))
          for (const row of page.values()) {
            const { companyId } = Object(row.destination)
            const of = (outcome: string) =>
              all(rows, `C#${text(companyId)}#TRIES#${text(row.destinationId)}#${outcome}`).filter(
                ({ leadId }) => leadId === row.leadId,
              )
            const where = `${text(row.leadId)} to ${text(row.destinationId)}`
            const state = text(row.state)
            if (!of(state).some(({ at }) => at === row.endedAt)) fault(`${where} is ${state}, and its history is not`)
            if (of('waiting').some(({ about }) => about === 'held'))
              fault(`${where} is ${state}, and its history says that it waits`)
            const { taken = 0 } = evidence.get(keyOf(text(row.leadId), text(row.destinationId))) ?? {}
            // What stands in a sheet is not written into it again.
            const most = row.destinationId === 'google_sheets' && taken > 0 ? Number.POSITIVE_INFINITY : taken
            if (row.happening === undefined && of('delivered').length > most)
              fault(`${where} stands as delivered more often than it was taken`)
          }
    },
  }
}
