// What must be true of lists, leads and erased people, by the rows and files as they are after every write and by what was sent.
import type { Item } from '#functions/data/lib/table.ts'
import { DAY } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { SentFile } from './rows.ts'
import { formsOf, isBelow, keyOf, type World } from './world.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const number = (value: unknown) => (typeof value === 'number' ? value : 0)
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** What a list holds, and since which write. */
type List = { epoch: number; records: Map<string, number> }
/** What an upload brought. */
type Brought = { companyId: string; scope: string; uploadId: string; sentAt: number; forms: Set<string>; at: number }
type SimLead = { id: string; campaign: Campaign; createdAt: number; addresses: string[]; begunAt: number }
export type Erasure = {
  companyId: string
  address: string
  requestId: string
  /** From which write on they are kept out, and when it was done. */
  since: number
  doneAt?: number
}
type Removal = { forms: string[] }

export type Books = ReturnType<typeof openBooks>

/** Whose row or file it is. */
const companyIn = (place: string): string => /com_\w+/.exec(place)?.[0] ?? ''
/** Files that were sent and are judged yet. */
const isUnjudged = (key: string) => /\/(?:incoming|pieces)\//.test(key)

export function openBooks(fault: (text: string) => void, now: () => number) {
  const rows = new Map<string, Map<string, Item>>()
  const lists = new Map<string, List>()
  const sent = new Map<string, SentFile>()
  /** What arrived for an upload. */
  const arrived = new Map<string, SentFile[]>()
  const removals = new Map<string, Removal>()
  const brought: Brought[] = []
  /** When something was taken off a list, or all of it. */
  const left: { list: string; forms: ReadonlySet<string> | 'all'; at: number }[] = []
  const begun = new Map<string, number>()
  const leads = new Map<string, SimLead>()
  const erasures: Erasure[] = []
  const changedFiles = new Set<string>()
  const seen = { done: 0, refused: 0, purged: 0, removed: 0, credited: 0, copies: 0 }
  let world: World | undefined
  let tick = 0

  const pageOf = (pk: string) => {
    const known = rows.get(pk) ?? new Map<string, Item>()
    rows.set(pk, known)
    return known
  }
  const listAt = (companyId: string, scope: string): List => {
    const known = lists.get(`${companyId}#${scope}`) ?? { epoch: 0, records: new Map<string, number>() }
    lists.set(`${companyId}#${scope}`, known)
    return known
  }
  const companyOf = (id: string) => world?.companies.find((each) => each.id === id)
  const isUnder = (id: string, companyId: string) => {
    const company = companyOf(id)
    return company !== undefined && isBelow(company, companyId)
  }
  const countIn = (item: Item): number =>
    Object.values(Object(item.kinds) as Record<string, { count?: number }>).reduce(
      (sum, { count = 0 }) => sum + count,
      0,
    )
  function countFaults(item: Item): void {
    const { records } = listAt(text(item.companyId), text(item.scope))
    if (countIn(item) !== records.size)
      fault(`the list ${text(item.companyId)}#${text(item.scope)} says ${countIn(item)}, it holds ${records.size}`)
  }

  function sawUpload(item: Item, before: Item | undefined): void {
    if (item.status === before?.status) return
    const id = text(item.id)
    const [total, accepted, duplicates, rejected] = ['totalRows', 'accepted', 'duplicates', 'rejected'].map((name) =>
      number(item[name]),
    )
    const say = `${id}: ${accepted} new, ${duplicates} known, ${rejected} rejected of ${total}`
    const files = arrived.get(id) ?? []
    if (item.status === 'failed' && number(rejected) > 0) {
      seen.refused++
      if (!files.some(({ records, bad }) => records.length === 0 && bad.length === rejected && total === rejected))
        fault(`${say}, and was refused`)
    }
    if (item.status === 'purged') seen.purged++
    if (item.status !== 'done') return
    seen.done++
    const [companyId, scope] = [text(item.companyId), text(item.campaignType)]
    const list = listAt(companyId, scope)
    if (list.epoch !== item.epoch) return fault(`${id} went into a list that was emptied`)
    // Who sends another file by the same form may have either read.
    const fitting = files.find(({ records, bad }) => {
      const fresh = new Set(records.filter((form) => !list.records.has(form)))
      return (
        fresh.size === accepted &&
        records.length - fresh.size === duplicates &&
        bad.length === rejected &&
        total === records.length + bad.length &&
        item.currentRow === total
      )
    })
    if (!fitting) {
      const wanted = files.map(({ records, bad }) => {
        const fresh = new Set(records.filter((form) => !list.records.has(form)))
        return `${fresh.size} new, ${records.length - fresh.size} known, ${bad.length} rejected`
      })
      return fault(`${say}, and not ${wanted.join(' or ') || 'anything that arrived'}`)
    }
    const forms = new Set(fitting.records.filter((form) => !list.records.has(form)))
    for (const form of forms) list.records.set(form, tick)
    brought.push({ companyId, scope, uploadId: id, sentAt: number(item.createdAt), forms, at: tick })
  }

  function sawList(item: Item, before: Item | undefined): void {
    const [companyId, scope] = [text(item.companyId), text(item.scope)]
    const name = `${companyId}#${scope}`
    const list = listAt(companyId, scope)
    if (number(item.epoch) > list.epoch) {
      list.epoch = number(item.epoch)
      list.records.clear()
      left.push({ list: name, forms: 'all', at: tick })
    }
    const isLetGo = text(before?.lockedBy).startsWith('entry#') && item.lockedBy === undefined
    const removal = removals.get(name)
    if (isLetGo && before && countIn(item) < countIn(before) && removal) {
      for (const form of removal.forms) list.records.delete(form)
      left.push({ list: name, forms: new Set(removal.forms), at: tick })
      seen.removed++
    }
  }

  /** Since when somebody has been kept out of a campaign without a break; undefined while they are not. */
  function keptOutSince(campaign: Campaign, addresses: readonly string[]): number | undefined {
    const asked = [
      `${campaign.rootId}#client`,
      `${campaign.agencyId}#client`,
      `${campaign.companyId}#client`,
      `${campaign.companyId}#${campaign.id}`,
    ]
    const forms = addresses.flatMap(formsOf)
    const keys = new Set(addresses.map(keyOf))
    const since = [
      ...asked.flatMap((name) => forms.map((form) => lists.get(name)?.records.get(form))),
      ...erasures
        .filter(({ companyId, address }) => isUnder(campaign.companyId, companyId) && keys.has(keyOf(address)))
        .map((erasure) => erasure.since),
    ].filter((each) => each !== undefined)
    return since.length > 0 ? Math.min(...since) : undefined
  }

  function sawLead(item: Item, before: Item | undefined): void {
    const id = text(item.id)
    const person = Object(item.person)
    const addresses = [text(person.email), ...texts(person.otherEmails)].filter(Boolean)
    const campaign = world?.campaigns.find((each) => each.id === item.campaignId)
    if (!campaign) return
    if (!before) {
      const begunAt = begun.get(id)
      if (begunAt === undefined) fault(`${id} is a lead of nobody`)
      leads.set(id, { id, campaign, createdAt: number(item.createdAt), addresses, begunAt: begunAt ?? tick })
      const since = keptOutSince(campaign, addresses)
      if (since !== undefined && since <= (begunAt ?? 0))
        fault(`${id} was stored although ${addresses.join(', ')} was kept out`)
      return
    }
    if (before.cr === undefined && item.cr !== undefined) sawCredit(item)
    if (before.cr !== undefined && JSON.stringify(before.cr) !== JSON.stringify(item.cr))
      fault(`${id} is credited anew`)
    if (before.erasedAt !== undefined && addresses.length > 0) fault(`${id} was erased, and is somebody again`)
  }

  function sawCredit(item: Item): void {
    seen.credited++
    const id = text(item.id)
    const credit: Record<string, unknown> = Object(item.cr)
    const lead = leads.get(id)
    const why = brought.find(({ uploadId }) => uploadId === credit.uploadId)
    if (!lead || !why) return fault(`${id} is credited by ${text(credit.uploadId)}, which brought nothing`)
    if (!lead.addresses.flatMap(formsOf).some((form) => why.forms.has(form)))
      fault(`${id} is credited by ${why.uploadId}, which does not name its person`)
    if (lead.createdAt < why.sentAt - DAY) fault(`${id} is credited by a list that came too late`)
    const levels: Record<string, string> = { root: 'platform', agency: 'agency', client: 'client' }
    const level = why.scope === 'client' ? levels[companyOf(why.companyId)?.kind ?? ''] : 'campaign'
    if (credit.companyId !== why.companyId || credit.level !== level)
      fault(`${id} is credited as by the ${text(credit.level)} ${text(credit.companyId)}`)
    if (!isUnder(lead.campaign.companyId, why.companyId)) fault(`${id} is credited by the list of somebody else`)
    if (why.scope !== 'client' && why.scope !== lead.campaign.id) fault(`${id} is credited by another campaign's list`)
  }

  const isHeld = (content: string, address: string) => content.toLowerCase().includes(address.toLowerCase())
  /** Every spelling in which an address may stand somewhere. */
  const spelled = (address: string) => [address, keyOf(address)]

  function sawRequest(item: Item, before: Item | undefined): void {
    const erasure = erasures.find(({ requestId }) => requestId === item.id)
    if (!erasure || item.status === before?.status || item.status !== 'done') return
    erasure.doneAt = tick
    for (const [pk, page] of rows)
      for (const [sk, row] of page)
        if (isUnder(companyIn(pk), erasure.companyId)) erasedFaults(erasure, `${pk}/${sk}`, JSON.stringify(row))
    for (const lead of leads.values()) {
      if (!isUnder(lead.campaign.companyId, erasure.companyId)) continue
      if (!lead.addresses.some((each) => keyOf(each) === keyOf(erasure.address))) continue
      const row = rows
        .get(`C#${lead.campaign.companyId}#L#${lead.campaign.id}`)
        ?.get(`${String(lead.createdAt).padStart(15, '0')}#${lead.id}`)
      if (!row) fault(`the lead ${lead.id} is gone`)
      else if (row.erasedAt === undefined) fault(`${lead.id} was not erased`)
    }
  }
  function erasedFaults({ address, companyId }: Erasure, place: string, content: string): void {
    for (const each of spelled(address))
      if (isHeld(content, each)) fault(`${address} was erased below ${companyId}, and stands in ${place}`)
  }

  /** Whether a file must not hold who was erased for a company: of those below all, of those above what was given out of leads. */
  function isFileUnder(key: string, { companyId }: Erasure): boolean {
    if (isUnjudged(key)) return false
    const owner = companyIn(key)
    if (isUnder(owner, companyId)) return true
    const isGivenOut = /^exports\/(?:lists|people)\//.test(key)
    return isGivenOut && (companyOf(companyId)?.ancestors.includes(owner) ?? false)
  }

  return {
    seen,
    rows,
    lists,
    leads,
    erasures,
    brought,
    tick: () => tick,
    begin(next: World): void {
      world = next
      for (const each of [rows, lists, sent, arrived, removals, begun, leads]) each.clear()
      for (const each of [brought, left, erasures]) each.length = 0
      changedFiles.clear()
    },
    /** A file that somebody is about to send. */
    sends: (file: SentFile) => void sent.set(file.text, file),
    /** Whose entry is taken off a list in this round; one at a time. */
    takesOff(companyId: string, scope: string, forms: string[]): boolean {
      if (removals.has(`${companyId}#${scope}`)) return false
      removals.set(`${companyId}#${scope}`, { forms })
      return true
    },
    isErased: (companyId: string, address: string) =>
      erasures.some((each) => isUnder(companyId, each.companyId) && keyOf(each.address) === keyOf(address)),
    isErasedBy: (companyId: string, address: string) =>
      erasures.some((each) => each.companyId === companyId && keyOf(each.address) === keyOf(address)),
    erased: (erasure: Omit<Erasure, 'since'>) => void erasures.push({ ...erasure, since: ++tick }),
    /** The provider is about to name somebody for a lead. */
    named(leadId: string): void {
      // One that stands in the table was judged before.
      if (!leads.has(leadId)) begun.set(leadId, tick)
    },
    saw(pk: string, sk: string, item: Item | undefined): void {
      tick++
      const page = pageOf(pk)
      const before = page.get(sk)
      if (item) page.set(sk, item)
      else page.delete(sk)
      if (!world || !item) return
      if (pk.endsWith('#UPLOADS')) sawUpload(item, before)
      if (/#X#[^#]+$/.test(pk) && sk === 'META') sawList(item, before)
      if (/#L#[^#]+$/.test(pk)) sawLead(item, before)
      if (pk.endsWith('#PERSONREQUESTS')) sawRequest(item, before)
      const content = erasures.length > 0 ? JSON.stringify(item) : ''
      if (content.includes('@'))
        for (const erasure of erasures)
          if (erasure.doneAt !== undefined && isUnder(companyIn(pk), erasure.companyId))
            erasedFaults(erasure, `${pk}/${sk}`, content)
    },
    wrote(key: string, content: string | undefined): void {
      const [, uploadId] = /^exclusions\/incoming\/[^/]+\/(\w+)\.csv$/.exec(key) ?? []
      const file = content === undefined ? undefined : sent.get(content)
      if (uploadId && file) arrived.set(uploadId, [...(arrived.get(uploadId) ?? []), file])
      if (content !== undefined) changedFiles.add(key)
    },
    /** Between two steps, when nobody is in the middle of anything. */
    quietFaults(files: readonly [string, string][], isWhole = false): void {
      for (const [key, content] of files)
        for (const erasure of erasures)
          if (erasure.doneAt !== undefined && (isWhole || changedFiles.has(key)) && isFileUnder(key, erasure))
            erasedFaults(erasure, key, content)
      changedFiles.clear()
      removals.clear()
      // After a purge or a removal that crashed the row tells.
      for (const [pk, page] of rows) {
        const row = /#X#[^#]+$/.test(pk) ? page.get('META') : undefined
        if (row) countFaults(row)
      }
    },
    /** At the end, when everything that was begun is done. */
    finalFaults(): void {
      for (const page of rows.values())
        for (const row of page.values())
          if (row.__edb_e__ === 'upload' && row.openAs !== undefined) fault(`${text(row.id)} is never read to its end`)
      for (const [name, { epoch, records }] of lists) heldFaults(name, epoch, records)
      for (const lead of leads.values()) creditFaults(lead)
      for (const campaign of world?.campaigns ?? []) {
        const meter = rows.get(`C#${campaign.companyId}#CNT#${campaign.id}`)?.get('METER') ?? {}
        const own = [...(rows.get(`C#${campaign.companyId}#L#${campaign.id}`)?.values() ?? [])]
        const credited = own.filter(({ cr }) => cr !== undefined)
        if (number(meter.creditedLeads) !== credited.length)
          fault(`${campaign.id} counts ${number(meter.creditedLeads)} credits, there are ${credited.length}`)
        if (number(meter.leads) !== own.length)
          fault(`${campaign.id} counts ${number(meter.leads)} of ${own.length} leads`)
      }
      for (const { requestId, doneAt, companyId } of erasures)
        if (doneAt === undefined) fault(`the erasure ${requestId} of ${companyId} is never done`)
    },
  }

  /** Whether the buckets hold what the list does. */
  function heldFaults(name: string, epoch: number, records: ReadonlyMap<string, number>): void {
    const row = rows.get(`C#${name.replace('#', '#X#')}`)?.get('META')
    const kinds: Record<string, { generation: number }> = Object(row?.kinds)
    const held = new Set<string>()
    for (const [kind, { generation }] of Object.entries(kinds))
      for (const [pk, page] of rows)
        if (pk.startsWith(`C#${name.replace('#', '#X#')}#${epoch}.${generation}#${kind}#`))
          for (const digest of (page.get('B')?.h ?? []) as Iterable<Uint8Array>)
            held.add(`${kind}:${Buffer.from(digest).toString('hex')}`)
    for (const form of records.keys()) if (!held.has(form)) fault(`the list ${name} has lost ${form}`)
    for (const form of held) if (!records.has(form)) fault(`the list ${name} holds ${form}, which is not on it`)
  }

  /** Whether a lead that a list came too late for was given back. */
  function creditFaults(lead: SimLead): void {
    const row = rows
      .get(`C#${lead.campaign.companyId}#L#${lead.campaign.id}`)
      ?.get(`${String(lead.createdAt).padStart(15, '0')}#${lead.id}`)
    if (!row || row.cr !== undefined || row.erasedAt !== undefined) return
    const forms = new Set(lead.addresses.flatMap(formsOf))
    for (const { companyId, scope, uploadId, sentAt, forms: listed, at } of brought) {
      if (!isUnder(lead.campaign.companyId, companyId) || lead.createdAt < sentAt - DAY) continue
      if (scope !== 'client' && scope !== lead.campaign.id) continue
      const naming = [...listed].filter((form) => forms.has(form))
      if (naming.length === 0) continue
      // Taken off before anybody had compared it, perhaps.
      const isLeft = naming.every((form) =>
        left.some(
          (each) =>
            each.list === `${companyId}#${scope}` && each.at > at && (each.forms === 'all' || each.forms.has(form)),
        ),
      )
      if (isLeft) continue
      fault(
        `${lead.id} of ${lead.addresses.join(', ')} is not given back, although ${uploadId} names its person (${now()})`,
      )
    }
  }
}
