// What counts leads, compared with the leads themselves: the meter of each campaign, its days, the marks of its people, and the
// days of the agency. Leads that lie some time back do not change any more but by a credit, so they are read once; the few of
// the last minutes are read until the counters beside them stood still.
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { Entity } from 'electrodb'
import { monthOf } from '#shared/campaigns/meter.ts'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { DAY, dayIn, MINUTE } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { countedAt } from '#shared/model/campaign-bill.ts'
import { type ProductLine, productLines } from '#shared/model/company.ts'
import type { Lead } from '#shared/model/lead.ts'
import { lineKey } from '#shared/money/lead-lines.ts'
import { type BilledSums, billedSums } from '#shared/money/margin.ts'
import { billEntity, toBill } from '../../billing/bill-rows.ts'
import { agencyCountEntity, clientDaysEntity, countsSchema, coversOf, shardOf, WHOLE } from '../../leads/count.ts'
import { leadSchema, peopleSchema, toLead } from '../../leads/item.ts'
import { leadMonthEntity, leadMonthRows } from '../../leads/month.ts'
import { personKey } from '../../leads/people.ts'
import { many, whole } from '../../lib/batch.ts'
import { electro, type Item, type Table } from '../../lib/table.ts'
import { type KnownPeople, openClientPeople } from './client-people.ts'
import { compare, type Finding, isAlike, readPartition, readUnmoved } from './rows.ts'

/** A worker that took the time of its batch has written it by then. */
const SETTLED = 10 * MINUTE
/** After every lead, in the digits of a key. */
const LATEST = 999_999_999_999_999
const MARKS_AT_ONCE = 1000
const MOST_LOOKS = 2

/** What the amounts of a product are called in the row of an agency's day. */
const lineFields: Record<ProductLine, { retail: string; wholesale: string }> = {
  local: { retail: 'lr', wholesale: 'lw' },
  locator: { retail: 'kr', wholesale: 'kw' },
  enhance: { retail: 'er', wholesale: 'ew' },
  b2b: { retail: 'br', wholesale: 'bw' },
}
const amountFields = Object.values(lineFields).flatMap(({ retail, wholesale }) => [retail, wholesale])
const creditFields = ['creditedLeads', 'creditedWholesaleCentiCents', 'creditedRetailCentiCents']
const billFields = ['feeCents', 'costCents', 'byHandCents'] as const
const sumFields = ['leads', 'wholesaleCentiCents', 'retailCentiCents']
const blankDay = Object.fromEntries(
  [...sumFields, ...productLines, ...amountFields, ...creditFields, ...billFields].map((name) => [name, 0]),
)
const asFields = (figures: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => {
      const line = productLines.find((each) => name === `${each}Retail` || name === `${each}Wholesale`)
      return [line ? lineFields[line][name === `${line}Retail` ? 'retail' : 'wholesale'] : name, value]
    }),
  )
/** Figures by the names that the library has for them. */
const asEntity = (figures: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => {
      const line = productLines.find((each) => Object.values(lineFields[each]).includes(name))
      if (!line) return [name, value]
      return [`${line}${name === lineFields[line].retail ? 'Retail' : 'Wholesale'}`, value]
    }),
  )

async function mapInTurn<From, Result>(all: readonly From[], work: (one: From) => Promise<Result>): Promise<Result[]> {
  const done: Result[] = []
  for (const one of all) done.push(await work(one))
  return done
}

type Sums = { leads: number; wholesaleCentiCents: number; retailCentiCents: number }
const none = (): Sums => ({ leads: 0, wholesaleCentiCents: 0, retailCentiCents: 0 })
const addTo = (sums: Sums, { wholesaleCentiCents = 0, retailCentiCents = 0 }: Lead) => {
  sums.leads++
  sums.wholesaleCentiCents += wholesaleCentiCents
  sums.retailCentiCents += retailCentiCents
}
function sumIn(by: Map<string, Sums>, key: string, lead: Lead): void {
  const sums = by.get(key) ?? none()
  addTo(sums, lead)
  by.set(key, sums)
}

/** What some leads of one campaign come to. */
type Book = {
  all: Sums
  credited: Sums
  days: Map<string, Sums>
  creditDays: Map<string, Sums>
  /** Counts by line of the bill, by stretch. */
  stretches: Map<number, Record<string, number>>
  bought: number
  firstAt: number
  lastAt: number
  /** The newest lead of each person, by the key of their mark. */
  people: Map<string, { leadId: string; storedAt: number }>
}
const blank = (): Book => ({
  all: none(),
  credited: none(),
  days: new Map(),
  creditDays: new Map(),
  stretches: new Map(),
  bought: 0,
  firstAt: 0,
  lastAt: 0,
  people: new Map(),
})

function count(book: Book, { timeZone }: Campaign, lead: Lead): void {
  const { createdAt, credit, lot, hold, stretch = 0, kind, isAboveLimit } = lead
  const { retailCentiCents = 0, wholesaleCentiCents = 0, rootCentiCents = 0 } = lead
  addTo(book.all, lead)
  sumIn(book.days, dayIn(timeZone, createdAt), lead)
  if (credit) {
    addTo(book.credited, lead)
    sumIn(book.creditDays, dayIn(timeZone, credit.at), lead)
  }
  const funding = lot !== undefined ? 'lot' : hold !== undefined ? 'hold' : 'bill'
  const line = lineKey({ funding, kind, isAboveLimit, retailCentiCents, wholesaleCentiCents, rootCentiCents })
  const lines = book.stretches.get(stretch) ?? {}
  lines[line] = (lines[line] ?? 0) + 1
  book.stretches.set(stretch, lines)
  if (lot !== undefined) book.bought++
  if (book.firstAt === 0) book.firstAt = createdAt
  book.lastAt = createdAt
  // Nobody knows the address of a person who was erased; their mark stays.
  if (lead.erasedAt === undefined) book.people.set(personKey(lead.person), { leadId: lead.id, storedAt: createdAt })
}

const plus = (a: Sums, b: Sums): Sums => ({
  leads: a.leads + b.leads,
  wholesaleCentiCents: a.wholesaleCentiCents + b.wholesaleCentiCents,
  retailCentiCents: a.retailCentiCents + b.retailCentiCents,
})
const joinSums = (a: Map<string, Sums>, b: Map<string, Sums>) =>
  new Map(
    [...new Set([...a.keys(), ...b.keys()])].map((key) => [key, plus(a.get(key) ?? none(), b.get(key) ?? none())]),
  )

function join(a: Book, b: Book): Book {
  const stretches = [...new Set([...a.stretches.keys(), ...b.stretches.keys()])].map((stretch) => {
    const lines = { ...a.stretches.get(stretch) }
    for (const [line, leads] of Object.entries(b.stretches.get(stretch) ?? {})) lines[line] = (lines[line] ?? 0) + leads
    return [stretch, lines] as const
  })
  return {
    all: plus(a.all, b.all),
    credited: plus(a.credited, b.credited),
    days: joinSums(a.days, b.days),
    creditDays: joinSums(a.creditDays, b.creditDays),
    stretches: new Map(stretches),
    bought: a.bought + b.bought,
    firstAt: a.firstAt || b.firstAt,
    lastAt: b.lastAt || a.lastAt,
    people: new Map([...a.people, ...b.people]),
  }
}

/** A row with its sets as lists. */
const plain = (row: Item) => ({ ...row, of: row.of instanceof Set ? [...row.of].toSorted() : [] })
const creditedIn = (row: Item | undefined) =>
  JSON.stringify([row?.creditedLeads, row?.creditedWholesaleCentiCents, row?.creditedRetailCentiCents])
const kept = (lines: unknown) =>
  Object.fromEntries(Object.entries((lines ?? {}) as Record<string, number>).filter(([, leads]) => leads !== 0))
const moved = (whose: string): Finding => ({
  kind: 'leads',
  said: `${whose} changed all the time; look again when there is less to do.`,
})

/** What meters, days and marks of an agency's campaigns say, and what its own days say. */
export async function recountLeads(
  table: Table,
  agencyId: string,
  campaigns: readonly Campaign[],
  now: () => number,
): Promise<Finding[]> {
  const leads = new Entity(leadSchema, electro(table))
  const days = new Entity(countsSchema, electro(table))
  const people = new Entity(peopleSchema, electro(table))
  const bills = billEntity(table)
  const agencyDays = agencyCountEntity(table)
  const clientDays = clientDaysEntity(table)
  const leadMonthsOf = leadMonthEntity(table)
  const keyOf = ({ companyId, id }: Campaign) => ({ companyId, campaignId: id })

  async function walk(campaign: Campaign, from: number, to: number): Promise<Book> {
    const book = blank()
    const query = leads.query.primary(keyOf(campaign)).between({ createdAt: from }, { createdAt: to })
    let cursor: string | null = null
    do {
      const page: { data: Record<string, unknown>[]; cursor: string | null } = await query.go({
        consistent: true,
        cursor,
      })
      for (const row of page.data) count(book, campaign, toLead(row))
      cursor = page.cursor
    } while (cursor)
    return book
  }
  /** Counters of a campaign as they lie in the table. */
  async function countersOf({ companyId, id }: Campaign): Promise<{ meter: Item | undefined; days: Item[] }> {
    const rows = await readPartition(table, `C#${companyId}#CNT#${id}`)
    return { meter: rows.find(({ sk }) => sk === 'METER'), days: rows.filter(({ day, sk }) => day === sk) }
  }
  const clientRows = (companyId: string) => readPartition(table, `C#${companyId}#CLIENTDAYS`)
  const agencyRows = () => readPartition(table, `C#${agencyId}#LEADDAYS`)

  function meterFindings(campaign: Campaign, meter: Item, book: Book): Finding[] {
    const { timeZone } = campaign
    // Workers whose batches began at nearly one time may have written in the other order.
    const near = (known: unknown, at: number) => (Math.abs(Number(known ?? 0) - at) < SETTLED ? known : at)
    const day = book.lastAt === 0 ? '' : [...book.days.keys()].toSorted().at(-1)
    const month = day ? monthOf(day) : ''
    const ofDay = book.days.get(day ?? '') ?? none()
    const ofMonth = [...book.days]
      .filter(([each]) => monthOf(each) === month)
      .reduce((sum, [, each]) => plus(sum, each), none())
    const frozen = meter.frozen as { seq: number } | undefined
    const wanted = {
      ...book.all,
      creditedLeads: book.credited.leads,
      creditedWholesaleCentiCents: book.credited.wholesaleCentiCents,
      creditedRetailCentiCents: book.credited.retailCentiCents,
      firstLeadAt: near(meter.firstLeadAt, book.firstAt),
      lastLeadAt: near(meter.lastLeadAt, book.lastAt),
      day,
      dayLeads: ofDay.leads,
      dayWholesaleCentiCents: ofDay.wholesaleCentiCents,
      dayRetailCentiCents: ofDay.retailCentiCents,
      month,
      monthLeads: ofMonth.leads,
      monthRetailCentiCents: ofMonth.retailCentiCents,
      gone: book.bought,
    }
    const whose = `${campaign.id} (${timeZone})`
    const own = compare(table, 'meter', whose, meter, wanted)
    const stretch = (name: string, seq: number): Finding[] => {
      const [counted, are] = [kept(meter[name]), kept(book.stretches.get(seq))]
      if (isAlike(counted, are)) return []
      // The map is written as a whole, so it is compared as it lies there.
      return compare(table, 'stretch', whose, meter, { [name]: are, seq: meter.seq ?? 0 })
    }
    return [...own, ...stretch('lines', Number(meter.seq ?? 0)), ...(frozen ? stretch('frozenLines', frozen.seq) : [])]
  }

  function dayFindings(campaign: Campaign, rows: readonly Item[], book: Book): Finding[] {
    const last = [...book.days.keys()].toSorted().at(-1) ?? ''
    const over = new Map([...book.days].filter(([day]) => day < last))
    const wrong = rows.flatMap((row): Finding[] => {
      const day = String(row.day)
      const sums = over.get(day)
      if (sums) return compare(table, 'day', `${campaign.id} on ${day}`, row, sums)
      const mend = () =>
        client.send(
          new DeleteCommand({
            TableName,
            Key: { pk: row.pk, sk: row.sk },
            ConditionExpression: 'leads = :leads',
            ExpressionAttributeValues: { ':leads': row.leads },
          }),
        )
      return [
        {
          kind: 'day',
          said: `${campaign.id} on ${day}: ${row.leads} leads of a day that has none that is over.`,
          mend,
        },
      ]
    })
    const there = new Set(rows.map(({ day }) => day))
    const lost = [...over].flatMap(([day, sums]): Finding[] =>
      there.has(day)
        ? []
        : [
            {
              kind: 'day',
              said: `${campaign.id} on ${day}: no row, should count ${sums.leads} leads.`,
              mend: () => days.create({ ...keyOf(campaign), day, ...sums }).go(),
            },
          ],
    )
    return [...wrong, ...lost]
  }

  /** Days that are over of all campaigns of a client, by product, and the campaigns that each is made of. */
  function clientFindings(companyId: string, rows: readonly Item[], some: readonly Finished[]): Finding[] {
    const wanted = new Map<string, { sums: Sums; of: Set<string> }>()
    for (const { campaign, days: over } of some)
      for (const [day, sums] of over) {
        const row = `${day}#${campaign.line}`
        const known = wanted.get(row) ?? { sums: none(), of: new Set() }
        wanted.set(row, { sums: plus(known.sums, sums), of: known.of.add(campaign.number) })
      }
    const known = new Map(rows.map((row) => [String(row.sk), row]))
    return [...new Set([...wanted.keys(), ...known.keys()])].flatMap((sk): Finding[] => {
      const { sums, of } = wanted.get(sk) ?? { sums: none(), of: new Set<string>() }
      const row = known.get(sk)
      const [day = ''] = sk.split('#')
      const line = productLines.find((each) => sk.endsWith(`#${each}`))
      const named = row?.of instanceof Set ? row.of : new Set()
      const isSame =
        row?.n === sums.leads &&
        row.w === sums.wholesaleCentiCents &&
        row.r === sums.retailCentiCents &&
        isAlike([...named].toSorted(), [...of].toSorted())
      if (isSame || !line) return []
      const put = clientDays.put({ companyId, day, line, ...sums, ...(of.size > 0 && { of: [...of] }) })
      return [
        {
          kind: 'client day',
          said: `${companyId} on ${sk}: ${row?.n ?? 'no row,'} leads of ${named.size} campaigns, should count ${sums.leads} of ${of.size}.`,
          mend: () =>
            put.where((item, { eq, notExists }) => (row ? eq(item.leads, Number(row.n)) : notExists(item.day))).go(),
        },
      ]
    })
  }

  /** The months in which campaigns have leads, where reports of their client and of their agency look for them. */
  async function monthFindings(ownerId: string, some: readonly Finished[], isWhole: boolean): Promise<Finding[]> {
    // Read after the leads: the write that brought one of them wrote its month as well.
    const rows = new Map((await readPartition(table, `C#${ownerId}#LEADMONTHS`)).map((row) => [String(row.sk), row]))
    const wanted = new Map<string, ReturnType<typeof leadMonthRows>[number]>(
      some.flatMap(({ campaign, months }) =>
        months.flatMap((month) =>
          leadMonthRows(campaign, month)
            .filter((row) => row.ownerId === ownerId)
            .map((row) => [`${month}#${campaign.id}`, row] as const),
        ),
      ),
    )
    const wrong = [...wanted].flatMap(([sk, row]): Finding[] => {
      const known = rows.get(sk)
      const { companyId: co, line: li, number: no, timeZone: tz } = row
      if (known) return compare(table, 'lead month', `${ownerId} in ${sk}`, known, { co, li, no, tz })
      return [
        {
          kind: 'lead month',
          said: `${ownerId} in ${sk}: no row, although the campaign has leads then.`,
          mend: () => leadMonthsOf.create(row).go(),
        },
      ]
    })
    // The first lead of this month may have come since.
    const present = monthOf(dayIn('UTC', now() - DAY))
    const more = isWhole ? [...rows].filter(([sk, { m }]) => !wanted.has(sk) && String(m) < present) : []
    return [
      ...wrong,
      ...more.map(([sk, row]) => ({
        kind: 'lead month' as const,
        said: `${ownerId} in ${sk}: a row, although the campaign has no leads then.`,
        mend: () => client.send(new DeleteCommand({ TableName, Key: { pk: row.pk, sk: row.sk } })),
      })),
    ]
  }

  async function markFindings(campaign: Campaign, book: Book): Promise<Finding[]> {
    const found: Finding[] = []
    const all = [...book.people]
    for (let at = 0; at < all.length; at += MARKS_AT_ONCE) {
      const some = all.slice(at, at + MARKS_AT_ONCE)
      const asked = some.map(([key]) => ({ ...keyOf(campaign), personKey: key }))
      const data = await whole(table, people, people.get(asked).go({ ...many, consistent: true }))
      const marks = new Map(data.map((mark) => [mark.personKey, mark]))
      for (const [key, { leadId, storedAt }] of some) {
        const mark = marks.get(key)
        // A younger lead than those that were read has it by now.
        if (mark && (mark.leadId === leadId || mark.storedAt > storedAt)) continue
        const row = people.put({ ...keyOf(campaign), personKey: key, leadId, storedAt })
        found.push({
          kind: 'person',
          said: `${campaign.id}: the mark of a person names ${mark ? mark.leadId : 'nobody'}, should name ${leadId}.`,
          mend: () =>
            row.where((item, { notExists, eq }) => (mark ? eq(item.leadId, mark.leadId) : notExists(item.leadId))).go(),
        })
      }
    }
    return found
  }

  /** What bills put on days of the agency (of the system's zone), by the row that counts them. */
  async function billedOf(campaign: Campaign): Promise<Map<string, BilledSums>> {
    const { data } = await bills.query
      .primary(keyOf(campaign))
      .begins({ key: '' })
      .go({ pages: 'all', consistent: true })
    const billed = new Map<string, BilledSums>()
    for (const bill of data.map(toBill)) {
      const row = `${dayIn(SYSTEM_ZONE, countedAt(bill))}#${shardOf(campaign.id)}`
      const sums = billedSums(bill)
      const known = billed.get(row) ?? { feeCents: 0, costCents: 0, byHandCents: 0 }
      for (const name of billFields) known[name] += sums[name]
      if (Object.values(sums).some((amountCents) => amountCents !== 0)) billed.set(row, known)
    }
    return billed
  }

  /** The days of a campaign that are over, and the months of all of them. */
  type Finished = { campaign: Campaign; days: Map<string, Sums>; months: string[] }
  type Read = { campaign: Campaign; book: Book; billed: Map<string, BilledSums> }

  /** What each row of the agency is to count. */
  function wantedRows(reads: readonly Read[]): Map<string, Record<string, number>> {
    const wanted = new Map<string, Record<string, number>>()
    const add = (row: string, figures: Record<string, number>) => {
      const known = wanted.get(row) ?? {}
      for (const [name, value] of Object.entries(figures)) known[name] = (known[name] ?? 0) + value
      wanted.set(row, known)
    }
    for (const { campaign, book, billed } of reads) {
      const shard = shardOf(campaign.id)
      const { retail, wholesale } = lineFields[campaign.line]
      for (const [day, sums] of book.days)
        add(`${day}#${shard}`, {
          ...sums,
          [campaign.line]: sums.leads,
          [retail]: sums.retailCentiCents,
          [wholesale]: sums.wholesaleCentiCents,
        })
      for (const [day, sums] of book.creditDays)
        add(`${day}#${shard}`, {
          creditedLeads: sums.leads,
          creditedWholesaleCentiCents: sums.wholesaleCentiCents,
          creditedRetailCentiCents: sums.retailCentiCents,
        })
      for (const [row, sums] of billed) add(row, sums)
    }
    return wanted
  }

  /** What is wanted of a day that was folded is wanted of its one row, but for what rows beside it count that it does not cover. */
  function foldWanted(wanted: Map<string, Record<string, number>>, rows: readonly Item[]): readonly Item[] {
    const wholes = rows.filter(({ shard }) => shard === WHOLE)
    for (const whole of wholes) {
      const own: Record<string, number> = { ...blankDay }
      const add = (figures: Record<string, unknown>, times: 1 | -1) => {
        for (const name of Object.keys(blankDay)) own[name] = (own[name] ?? 0) + times * Number(figures[name] ?? 0)
      }
      for (const [sk, figures] of [...wanted].filter(([name]) => name.startsWith(`${whole.day}#`))) {
        add(figures, 1)
        wanted.delete(sk)
      }
      for (const part of rows.filter(({ day, shard }) => day === whole.day && shard !== WHOLE)) {
        add(part, -1)
        add(asFields(coversOf(whole)[String(part.shard)] ?? {}), 1)
      }
      wanted.set(String(whole.sk), own)
    }
    const folded = new Set(wholes.map(({ day }) => day))
    return rows.filter(({ day, shard }) => shard === WHOLE || !folded.has(day))
  }

  function agencyFindings(all: readonly Item[], reads: readonly Read[]): Finding[] {
    const wanted = wantedRows(reads)
    const rows = foldWanted(wanted, all)
    const wrong = rows.flatMap((row) => {
      const figures = { ...blankDay, ...wanted.get(String(row.sk)) }
      // Days of before products were kept apart say nothing of what each of them cost.
      const isOld = Number(row.leads ?? 0) > 0 && amountFields.every((name) => row[name] === undefined)
      const asked = isOld
        ? Object.fromEntries(Object.entries(figures).filter(([name]) => !amountFields.includes(name)))
        : figures
      return compare(table, 'agency day', `${agencyId} on ${row.sk}`, row, asked)
    })
    const there = new Set(rows.map(({ sk }) => sk))
    const lost = [...wanted].flatMap(([sk, figures]): Finding[] => {
      if (there.has(sk)) return []
      const [day = '', shard = ''] = sk.split('#')
      const row = agencyDays.create({
        agencyId,
        day,
        shard,
        leads: 0,
        wholesaleCentiCents: 0,
        retailCentiCents: 0,
        ...asEntity(figures),
      })
      return [
        {
          kind: 'agency day',
          said: `${agencyId} on ${sk}: no row, should count ${figures.leads ?? 0} leads.`,
          mend: () => row.go(),
        },
      ]
    })
    return [...wrong, ...lost]
  }

  const { client, name: TableName } = table
  const settled = now() - SETTLED
  const found: Finding[] = []
  const older = new Map<string, Book>()
  const finished: Finished[] = []
  const before = await agencyRows()
  const clients = [...new Set(campaigns.map(({ companyId }) => companyId))]
  const shared = openClientPeople(table)
  const known = new Map<string, KnownPeople>()
  for (const id of clients) if (await shared.isShared(id)) known.set(id, new Map())
  const clientsBefore = new Map(await mapInTurn(clients, async (id) => [id, await clientRows(id)] as const))
  for (const campaign of campaigns) {
    for (let look = 0; ; look++) {
      const first = await countersOf(campaign)
      const body = await walk(campaign, 0, settled)
      const read = await readUnmoved(
        () => countersOf(campaign),
        () => walk(campaign, settled, LATEST),
      )
      const isCreditedMeanwhile = creditedIn(first.meter) !== creditedIn(read?.derived.meter)
      if ((!read || isCreditedMeanwhile) && look < MOST_LOOKS) continue
      if (!read || isCreditedMeanwhile) {
        found.push(moved(campaign.id))
        break
      }
      const book = join(body, read.source)
      const { meter } = read.derived
      if (meter) found.push(...meterFindings(campaign, meter, book))
      else found.push({ kind: 'meter', said: `${campaign.id} has no meter.` })
      found.push(...dayFindings(campaign, read.derived.days, book), ...(await markFindings(campaign, book)))
      const ofClient = known.get(campaign.companyId)
      if (ofClient) for (const [key, lead] of book.people) ofClient.set(key, [...(ofClient.get(key) ?? []), lead])
      older.set(campaign.id, { ...body, people: new Map() })
      const present = [...book.days.keys()].toSorted().at(-1)
      finished.push({
        campaign,
        days: new Map([...book.days].filter(([day]) => day !== present)),
        months: [...new Set([...book.days.keys()].map(monthOf))],
      })
      break
    }
  }
  for (const [companyId, rows] of clientsBefore) {
    const own = finished.filter(({ campaign }) => campaign.companyId === companyId)
    const isWhole = own.length === campaigns.filter((campaign) => campaign.companyId === companyId).length
    // A day that was over meanwhile joined them.
    const isUnmoved = isWhole && isAlike(rows.map(plain), (await clientRows(companyId)).map(plain))
    found.push(...(isUnmoved ? clientFindings(companyId, rows, own) : [moved(companyId)]))
    found.push(...(await monthFindings(companyId, own, isWhole)))
  }
  found.push(...(await monthFindings(agencyId, finished, finished.length === campaigns.length)))
  for (const [companyId, people] of known) {
    const own = campaigns.filter((campaign) => campaign.companyId === companyId)
    found.push(...(await shared.recount(companyId, { campaigns: own, known: people, settled })))
  }
  const read = await readUnmoved(agencyRows, () =>
    mapInTurn(campaigns, async (campaign): Promise<Read> => {
      const book = join(
        older.get(campaign.id) ?? (await walk(campaign, 0, settled)),
        await walk(campaign, settled, LATEST),
      )
      return { campaign, book, billed: await billedOf(campaign) }
    }),
  )
  const creditedNow = new Map((read?.derived ?? []).map((row) => [row.sk, creditedIn(row)]))
  const isCredited = before.some((row) => creditedNow.get(row.sk) !== creditedIn(row))
  if (!read || isCredited) return [...found, moved(agencyId)]
  return [...found, ...agencyFindings(read.derived, read.source)]
}
