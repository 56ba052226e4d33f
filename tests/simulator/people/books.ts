// What must be true of lists, leads and erased people, by the rows and files as they are after every write and by what was sent.
import { isDeepStrictEqual } from 'node:util'
import type { Item } from '#functions/data/lib/table.ts'
import { DAY } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { SentFile } from './rows.ts'
import { formsOf, hex, isBelow, keyOf, plainForm, type World } from './world.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const number = (value: unknown) => (typeof value === 'number' ? value : 0)
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** What a list holds, and since which write. */
type List = { epoch: number; records: Map<string, number> }
/** What an upload brought. */
type Brought = { companyId: string; scope: string; uploadId: string; sentAt: number; forms: Set<string>; at: number }
type SimLead = { id: string; campaign: Campaign; createdAt: number; addresses: string[]; storedAt: number }
export type Erasure = {
  companyId: string
  address: string
  requestId: string
  /** From which write on they are kept out, and when it was done. */
  since: number
  doneAt?: number
}
type Removal = { forms: string[] }
/** A copy of what is held on somebody. */
type Copy = { companyId: string; address: string; requestId: string; askedAt: number; isDone?: boolean }
type Files = ReadonlyMap<string, string>

/** What a line of a list's file stands for. */
function formIn(line: string): string {
  const value = line
    .replace(/^"(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim()
    .toLowerCase()
  const kind = { 32: 'md5', 40: 'sha1', 64: 'sha256' }[value.length]
  return kind && /^[0-9a-f]+$/.test(value) ? `${kind}:${value}` : plainForm(value)
}

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
  /** When the person was taken out of a lead. */
  const blankAt = new Map<string, number>()
  const erasures: Erasure[] = []
  const copies: Copy[] = []
  /** Refused rows that a file must hold, by their numbers. */
  const refusals = new Map<string, readonly number[]>()
  const removed = new Map<string, number>()
  /** Of companies that were brought back. */
  const absences: { companyId: string; until: number }[] = []
  const forgotten = new Set<string>()
  const changedFiles = new Set<string>()
  const wroteAt = new Map<string, number>()
  const seen = { done: 0, refused: 0, purged: 0, removed: 0, credited: 0, copies: 0, forgotten: 0, back: 0, long: 0 }
  let world: World | undefined
  let tick = 0
  let looked = 0

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
  const rowOf = ({ id, campaign, createdAt }: SimLead) =>
    rows.get(`C#${campaign.companyId}#L#${campaign.id}`)?.get(`${String(createdAt).padStart(15, '0')}#${id}`)
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

  const rejectedKeyOf = ({ companyId, id, plan }: Item) =>
    `exclusions/rejected/${text(companyId)}/${text(id)}-${text(Object(plan).id)}.csv`
  function refusalFaults(files: Files): void {
    for (const [key, bad] of refusals) {
      const lines = (files.get(key) ?? '').split('\r\n').slice(1, -1)
      const said = lines.map((line) => Number(line.split(',')[0]))
      if (said.join() !== bad.join()) fault(`${key} tells of the rows ${said.join()}, refused were ${bad.join()}`)
    }
    refusals.clear()
  }

  function sawUpload(item: Item, before: Item | undefined): void {
    if (item.status === before?.status) return
    const id = text(item.id)
    const [total, accepted, duplicates, rejected] = ['totalRows', 'accepted', 'duplicates', 'rejected'].map((name) =>
      number(item[name]),
    )
    const say = `${id}: ${accepted} new, ${duplicates} known, ${rejected} rejected of ${total}`
    const files = arrived.get(id) ?? []
    // One that fails once it is planned keeps the counts of its plan.
    if (item.status === 'failed' && number(rejected) > 0 && number(accepted) + number(duplicates) === 0) {
      seen.refused++
      const refused = files.find(({ records, bad }) => records.length === 0 && bad.length === rejected)
      if (!refused || total !== rejected) fault(`${say}, and was refused`)
      else refusals.set(rejectedKeyOf(item), refused.bad)
    }
    if (item.status === 'purged') seen.purged++
    if (item.status !== 'done') return
    seen.done++
    const [companyId, scope] = [text(item.companyId), text(item.campaignType)]
    const list = listAt(companyId, scope)
    if (list.epoch !== item.epoch) return void fault(`${id} went into a list that was emptied`)
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
      return void fault(`${say}, and not ${wanted.join(' or ') || 'anything that arrived'}`)
    }
    if (fitting.bad.length > 0) refusals.set(rejectedKeyOf(item), fitting.bad)
    const forms = new Set(fitting.records.filter((form) => !list.records.has(form)))
    for (const form of forms) list.records.set(form, tick)
    // Pieces of a long file count from when the whole was sent.
    const whole = rows.get(`C#${companyId}#BATCHES`)?.get(text(item.batchId)) ?? item
    brought.push({ companyId, scope, uploadId: id, sentAt: number(whole.createdAt), forms, at: tick })
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
      leads.set(id, { id, campaign, createdAt: number(item.createdAt), addresses, storedAt: tick })
      const since = keptOutSince(campaign, addresses)
      if (since !== undefined && since <= (begunAt ?? 0))
        fault(`${id} was stored although ${addresses.join(', ')} was kept out`)
      return
    }
    if (before.cr === undefined && item.cr !== undefined) sawCredit(item)
    if (before.cr !== undefined && !isDeepStrictEqual(before.cr, item.cr))
      fault(`${id} is credited anew: ${JSON.stringify([before.cr, item.cr])}`)
    if (before.erasedAt === undefined && item.erasedAt !== undefined) blankAt.set(id, tick)
    if (before.erasedAt !== undefined && addresses.length > 0) fault(`${id} was erased, and is somebody again`)
  }

  function sawCredit(item: Item): void {
    seen.credited++
    const id = text(item.id)
    const credit: Record<string, unknown> = Object(item.cr)
    const lead = leads.get(id)
    const why = brought.find(({ uploadId }) => uploadId === credit.uploadId)
    if (!lead || !why) return void fault(`${id} is credited by ${text(credit.uploadId)}, which brought nothing`)
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

  function addressBehind(hash: string): string {
    const all = (world?.people ?? []).flatMap(({ addresses }) => addresses)
    const found = all.find((each) => hex('sha256', keyOf(each)) === hash)
    if (!found) fault(`a request is about ${hash}, whom nobody asked about`)
    return found ?? ''
  }
  function sawRequest(item: Item, before: Item | undefined): void {
    const [companyId, requestId] = [text(item.companyId), text(item.id)]
    // Also where the call that wrote it crashed before it could say so.
    if (!before) {
      const address = addressBehind(texts(item.hashes)[0] ?? '')
      if (item.kind === 'erase') erasures.push({ companyId, address, requestId, since: tick })
      else copies.push({ companyId, address, requestId, askedAt: tick })
    }
    if (item.status === before?.status || item.status !== 'done') return
    for (const copy of copies) if (copy.requestId === item.id) copy.isDone = true
    const erasure = erasures.find(({ requestId }) => requestId === item.id)
    if (!erasure) return
    erasure.doneAt = tick
    for (const [pk, page] of rows)
      for (const [sk, row] of page)
        if (isUnder(companyIn(pk), erasure.companyId)) erasedFaults(erasure, `${pk}/${sk}`, JSON.stringify(row))
    for (const lead of leads.values()) {
      if (!isUnder(lead.campaign.companyId, erasure.companyId)) continue
      if (!lead.addresses.some((each) => keyOf(each) === keyOf(erasure.address))) continue
      const row = rowOf(lead)
      if (!row) fault(`the lead ${lead.id} is gone`)
      else if (row.erasedAt === undefined) fault(`${lead.id} was not erased`)
    }
  }
  function erasedFaults({ address, companyId }: Erasure, place: string, content: string): void {
    for (const each of spelled(address))
      if (isHeld(content, each)) fault(`${address} was erased below ${companyId}, and stands in ${place}`)
  }

  /** A copy holds all of the person's, and nobody else's. */
  function copyFaults(files: Files): void {
    for (const copy of copies.splice(0)) {
      const { companyId, address, requestId, askedAt, isDone = false } = copy
      if (!isDone) {
        copies.push(copy)
        continue
      }
      const told = files.get(`exports/people/${companyId}/${requestId}.json`)
      // Who was erased since, by anybody, has no copy.
      if (erasures.some((each) => keyOf(each.address) === keyOf(address))) continue
      if (told === undefined) {
        fault(`the copy ${requestId} on ${address} is not there`)
        continue
      }
      seen.copies++
      const made: { leads: { person: { email: string; otherEmails: string[] } }[]; files: object[] } = JSON.parse(told)
      const isTheirs = (all: readonly string[]) => all.some((each) => keyOf(each) === keyOf(address))
      const had = [...leads.values()].filter(
        (lead) =>
          isUnder(lead.campaign.companyId, companyId) &&
          isTheirs(lead.addresses) &&
          lead.storedAt < askedAt &&
          // By another address of theirs it may have been erased.
          rowOf(lead)?.erasedAt === undefined,
      )
      const own = made.leads.filter(({ person }) => isTheirs([person.email, ...person.otherEmails]))
      if (own.length < had.length) fault(`the copy ${requestId} on ${address} has ${own.length} of ${had.length} leads`)
      if (own.length < made.leads.length) fault(`the copy ${requestId} on ${address} has leads of others`)
      const named = [...files].filter(
        ([key, content]) =>
          /^exclusions\/(?:lists|rejected)\//.test(key) &&
          isUnder(companyIn(key), companyId) &&
          (wroteAt.get(key) ?? 0) < askedAt &&
          spelled(address).some((each) => isHeld(content, each)),
      )
      if (made.files.length < named.length)
        fault(`the copy ${requestId} on ${address} has ${made.files.length} of ${named.length} files`)
      const rows = JSON.stringify(made.files)
      for (const { addresses } of world?.people ?? [])
        for (const each of addresses)
          if (!isTheirs([each]) && isHeld(rows, each)) fault(`the copy ${requestId} on ${address} tells of ${each}`)
    }
  }

  /** Of a company whose time is over nobody is left. */
  function forgottenFaults(companyId: string): void {
    forgotten.add(companyId)
    seen.forgotten++
    for (const [pk, page] of rows)
      for (const [sk, row] of page)
        if (companyIn(pk) === companyId) nobodyFaults(companyId, `${pk}/${sk}`, JSON.stringify(row))
    for (const name of [...lists.keys()]) if (name.startsWith(`${companyId}#`)) lists.delete(name)
  }
  function nobodyFaults(companyId: string, place: string, content: string): void {
    for (const { addresses } of content.includes('@') ? (world?.people ?? []) : [])
      for (const address of addresses)
        for (const each of spelled(address))
          if (isHeld(content, each)) fault(`${companyId} was erased, and ${address} stands in ${place}`)
  }

  /** Whether somebody stands somewhere below a company as a lead, where nobody had them erased. */
  const isLeadElsewhere = (owner: string, { companyId, address }: Erasure) =>
    [...leads.values()].some(
      ({ campaign, addresses }) =>
        isUnder(campaign.companyId, owner) &&
        !isUnder(campaign.companyId, companyId) &&
        addresses.some((each) => keyOf(each) === keyOf(address)),
    )
  const isBeingErased = (address: string): boolean => {
    const person = world?.people.find(({ addresses }) => addresses.includes(address))
    return openErasures().some((each) => person?.addresses.includes(each.address))
  }
  /** Whether a file must not hold who was erased for a company: of those below all, of those above what was given out of them. */
  function isFileUnder(key: string, erasure: Erasure): boolean {
    if (isUnjudged(key)) return false
    const owner = companyIn(key)
    // By another address of theirs the leads were blanked before: that request takes the copy away that was made by it.
    if (key.startsWith('exports/people/') && isBeingErased(erasure.address)) return false
    if (isUnder(owner, erasure.companyId)) return true
    if (!companyOf(erasure.companyId)?.ancestors.includes(owner)) return false
    if (key.startsWith('exports/people/')) return (wroteAt.get(key) ?? 0) < (erasure.doneAt ?? 0)
    return key.startsWith('exports/lists/') && !isLeadElsewhere(owner, erasure)
  }

  /** Those whose workers crashed too often: after an hour each says so, and somebody asks again. */
  const openErasures = (): Erasure[] =>
    erasures.filter(
      (erasure) =>
        !erasures.some(
          ({ companyId, address, doneAt }) =>
            companyId === erasure.companyId && address === erasure.address && doneAt !== undefined,
        ),
    )

  return {
    openErasures,
    seen,
    rows,
    lists,
    leads,
    blankAt,
    erasures,
    brought,
    tick: () => tick,
    removed,
    forgotten,
    back: (companyId: string) => {
      if (removed.delete(companyId)) seen.back++
      absences.push({ companyId, until: tick })
    },
    /** What a call says that it wrote down. */
    said(kind: 'erase' | 'export', { companyId, address, requestId }: Omit<Copy, 'askedAt'>): void {
      const all: Omit<Copy, 'askedAt'>[] = kind === 'erase' ? erasures : [...copies]
      if (!all.some((each) => each.requestId === requestId && each.companyId === companyId && each.address === address))
        fault(`${requestId} was not written down as a request about ${address}`)
    },
    begin(next: World): void {
      world = next
      for (const each of [
        rows,
        lists,
        sent,
        arrived,
        removals,
        begun,
        leads,
        blankAt,
        wroteAt,
        refusals,
        removed,
        forgotten,
      ])
        each.clear()
      for (const each of [brought, left, erasures, copies, absences]) each.length = 0
      changedFiles.clear()
    },
    /** A file that somebody is about to send. */
    sends: (file: SentFile) => void sent.set(file.text, file),
    /** Whose entry is taken off a list in this round; one at a time. */
    takesOff(companyId: string, scope: string, forms: string[]): boolean {
      if (removals.has(`${companyId}#${scope}`)) return false
      removals.set(`${companyId}#${scope}`, { forms })
      // Out of the files first: if the call crashes in between, it is to be asked for again.
      left.push({ list: `${companyId}#${scope}`, forms: new Set(forms), at: tick })
      return true
    },
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
      if (sk === 'REMOVED' && item.doneAt !== undefined && before?.doneAt === undefined) forgottenFaults(companyIn(pk))
      const content = erasures.length > 0 ? JSON.stringify(item) : ''
      if (content.includes('@'))
        for (const erasure of erasures)
          if (erasure.doneAt !== undefined && isUnder(companyIn(pk), erasure.companyId))
            erasedFaults(erasure, `${pk}/${sk}`, content)
    },
    wrote(key: string, content: string | undefined): void {
      const [, uploadId] = /^exclusions\/incoming\/[^/]+\/([\w-]+)\.csv$/.exec(key) ?? []
      const file = content === undefined ? undefined : sent.get(content)
      if (uploadId && file) arrived.set(uploadId, [...(arrived.get(uploadId) ?? []), file])
      if (content === undefined) return
      changedFiles.add(key)
      wroteAt.set(key, tick)
    },
    /** Between two steps, when nobody is in the middle of anything. */
    quietFaults(files: Files, isWhole = false): void {
      refusalFaults(files)
      copyFaults(files)
      for (const [key, content] of files)
        if (forgotten.has(companyIn(key)) && !/^exports\/|\/incoming\//.test(key))
          nobodyFaults(companyIn(key), key, content)
      for (const [key, content] of files)
        for (const erasure of erasures)
          if (
            erasure.doneAt !== undefined &&
            (isWhole || changedFiles.has(key) || erasure.doneAt > looked) &&
            isFileUnder(key, erasure)
          )
            erasedFaults(erasure, key, content)
      changedFiles.clear()
      removals.clear()
      looked = tick
      // After a purge or a removal that crashed the row tells.
      for (const [pk, page] of rows) {
        const row = /#X#[^#]+$/.test(pk) ? page.get('META') : undefined
        if (row) countFaults(row)
      }
    },
    /** At the end, when everything that was begun is done. */
    finalFaults(files: Files): void {
      for (const key of files.keys())
        if (isUnjudged(key)) fault(`${key} was sent, and is kept although it ended as ${endOf(key)}`)
      for (const page of rows.values())
        for (const row of page.values())
          if (row.__edb_e__ === 'upload' && row.openAs !== undefined) fault(`${text(row.id)} is never read to its end`)
      for (const page of rows.values())
        for (const row of page.values()) if (row.__edb_e__ === 'exclusionBatch') longFaults(row)
      for (const [name, { epoch, records }] of lists) {
        heldFaults(name, epoch, records)
        listFileFaults(files, name, epoch, records)
      }
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
      for (const { companyId, address, requestId } of openErasures())
        fault(`the erasure ${requestId} of ${address} below ${companyId} is never done`)
    },
  }

  /** A long file comes to an end, and its counts are those of its rows. */
  function longFaults({ id, status, accepted, duplicates, rejected, records }: Item): void {
    const sum = number(accepted) + number(duplicates) + number(rejected)
    if (!['done', 'failed', 'cancelled', 'purged'].includes(text(status))) fault(`${text(id)} stays ${text(status)}`)
    if (status === 'done' && sum !== records) fault(`${text(id)} says ${sum} of ${number(records)} rows`)
    if (sum > number(records)) fault(`${text(id)} says more rows than it has: ${sum} of ${number(records)}`)
    if (status === 'done') seen.long++
  }
  /** What became of an upload, by the key of its file. */
  function endOf(key: string): string {
    const [, companyId, uploadId] = /\/(com_\w+)\/([\w-]+)\.csv$/.exec(key) ?? []
    const row = rows.get(`C#${companyId}#UPLOADS`)?.get(uploadId ?? '')
    return `${text(row?.status)} (${text(row?.reason)})`
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

  /** Whether the files of a list, out of which it is downloaded and compared, hold what it does. */
  function listFileFaults(files: Files, name: string, epoch: number, records: ReadonlyMap<string, number>): void {
    const [companyId = '', scope = ''] = name.split('#')
    const told = new Set<string>()
    for (const row of rows.get(`C#${companyId}#UPLOADS`)?.values() ?? []) {
      if (row.status !== 'done' || row.campaignType !== scope || row.epoch !== epoch) continue
      const { id } = Object(row.plan)
      for (const line of files
        .get(`exclusions/lists/${companyId}/${scope}/${epoch}/${row.id}-${id}.csv`)
        ?.split('\r\n') ?? [])
        if (line !== '') told.add(formIn(line))
    }
    const mayLack = left.filter(({ list }) => list === name).flatMap(({ forms }) => (forms === 'all' ? [] : [...forms]))
    for (const form of records.keys())
      if (!told.has(form) && !mayLack.includes(form)) fault(`${form} of the list ${name} stands in no file of it`)
    for (const form of told)
      if (!records.has(form)) fault(`a file of the list ${name} tells of ${form}, which is not on it`)
  }

  /** Whether a lead that a list came too late for was given back. */
  function creditFaults(lead: SimLead): void {
    const row = rowOf(lead)
    if (!row || row.cr !== undefined || row.erasedAt !== undefined) return
    const { companyId: clientId, agencyId } = lead.campaign
    // Of a company that is removed nobody looks at what came late.
    const isAway = (id: string, at: number) =>
      removed.has(id) || absences.some((each) => each.companyId === id && each.until > at)
    const forms = new Set(lead.addresses.flatMap(formsOf))
    for (const { companyId, scope, uploadId, sentAt, forms: listed, at } of brought) {
      if (!isUnder(clientId, companyId) || lead.createdAt < sentAt - DAY) continue
      if (isAway(clientId, at) || isAway(agencyId, at)) continue
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
