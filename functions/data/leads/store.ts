// The one transaction that makes leads of a campaign: the leads, the marks of their persons, the meter that allows them, and the
// day of its agency. Nothing is sold after a stop has committed, nor beyond a limit, nor twice to the same campaign.
import { setTimeout as sleep } from 'node:timers/promises'
import { Entity, Service } from 'electrodb'
import { allot, isTaking, type Meter, monthOf, newestWith, usedOf } from '#shared/campaigns/meter.ts'
import { dayIn } from '#shared/dates.ts'
import { judgeMarks, storedAtOf } from '#shared/leads/known.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { Lead, type LeadInput } from '#shared/model/lead.ts'
import { leftOf, lotAt, type OpenLot } from '#shared/money/bought-leads.ts'
import { type ClientCap, capLeft, capMonthAt, isTakenFrom } from '#shared/money/client-cap.ts'
import { type Funding, lineKey } from '#shared/money/lead-lines.ts'
import type { LeadLimit, LeadPrice } from '#shared/money/price-list.ts'
import { clientCapEntity, findCap } from '../billing/client-cap.ts'
import { meterEntity } from '../campaigns/rows.ts'
import { isOnlyBusy, WriteConflict } from '../lib/errors.ts'
import { electro, type Table, withoutNulls } from '../lib/table.ts'
import { openTurns } from '../lib/turns.ts'
import { agencyCountsSchema, clientDaysEntity, countsSchema, presentDay, shardOf, sumsOfLine } from './count.ts'
import { clientPeopleSchema, fitLead, leadSchema, peopleSchema, said } from './item.ts'
import { leadMonthEntity, leadMonthRows } from './month.ts'
import { keysOf, personKey, type readPeople } from './people.ts'

type Seller = Pick<Campaign, 'id' | 'number' | 'companyId' | 'agencyId' | 'line' | 'timeZone'>
type Written = 'companyId' | 'campaignId' | 'createdAt' | 'isAboveLimit' | 'stretch' | 'lot' | 'hold' | keyof Prices
type Prices = LeadPrice & { rootCentiCents?: number }
export type NewLead = Omit<LeadInput, Written>

export type LeadBatch = {
  /** The instant of storing (ms), which prices, limit and day are those of. */
  at: number
  /** At most `mostAtOnce` of them. */
  leads: readonly NewLead[]
  /** What each costs, how many there may be, and for what further ones are sold; without `above` there are none. */
  price?: Prices
  limit?: LeadLimit | undefined
  above?: Prices | undefined
  /** How they are paid for; leads that were bought have the prices of their lot, and none is sold above a limit. */
  funding?: Funding
  /** The most that the campaign may sell for in a calendar month, in hundredths of a cent. */
  capCentiCents?: number | undefined
  /** People who became leads before this instant (ms) may be leads anew; undefined: nobody may. */
  forgottenBefore?: number | undefined
  /** Whether all campaigns of the client that ask so share what they know. */
  isAcross?: boolean
  /** The meter as it was seen a moment ago, which spares a refused try; it decides nothing. */
  look?: Meter | undefined
}

/**
 * `already`: this very lead was stored before. `known`: its person is another lead. `limit`: there are as many leads as there may
 * be. `noFunds`: nothing is left of what was paid ahead. `cap`: the month's amount is used up, of the campaign or (`client_cap`) of all
 * campaigns of its client. `inactive`: the campaign does not run, or not at this instant. `behind`: the campaign has leads of a later day, so the lead
 * is to be stored under the terms of that day.
 */
export type Stored =
  | { end: 'stored'; lead: Lead }
  | { end: 'already'; storedAt: number }
  | { end: 'known' | 'limit' | 'noFunds' | 'cap' | 'client_cap' | 'inactive' }
  | { end: 'behind'; meter: Meter }

const MOST_ROUNDS = 5
/** A transaction takes 100 rows; the meter, the agency's day, a client's bound, the two of a day that is over and the two of a month that begins are among them. */
const MOST_ROWS = 93
const MOST_LEADS = 45
export const mostAtOnce = ({ isAcross = false }: { isAcross?: boolean } = {}): number =>
  isAcross ? Math.floor(MOST_ROWS / 3) : MOST_LEADS

type PaidBatch = Pick<LeadBatch, 'price' | 'above' | 'capCentiCents'> & { funding: Funding }

const free: Prices = { retailCentiCents: 0, wholesaleCentiCents: 0 }

type Reads = {
  findMeter: (campaign: Seller, consistent: boolean) => Promise<Meter | undefined>
} & ReturnType<typeof readPeople>

type Sums = { leads: number } & LeadPrice
const sumsOf = (leads: readonly Lead[]): Sums => ({
  leads: leads.length,
  wholesaleCentiCents: leads.reduce((sum, { wholesaleCentiCents = 0 }) => sum + wholesaleCentiCents, 0),
  retailCentiCents: leads.reduce((sum, { retailCentiCents = 0 }) => sum + retailCentiCents, 0),
})
const ofDay = ({ leads, wholesaleCentiCents, retailCentiCents }: Sums) => ({
  dayLeads: leads,
  dayWholesaleCentiCents: wholesaleCentiCents,
  dayRetailCentiCents: retailCentiCents,
  monthLeads: leads,
  monthRetailCentiCents: retailCentiCents,
})

/** What pays for some leads: the next bill, a lot that they were bought with, or money that was set aside. */
type Funds = { by: 'bill' } | { by: 'lot'; lot: OpenLot } | { by: 'hold'; number: number }
type Asked = {
  limit: LeadLimit | undefined
  within: number
  above: number
  funds: Funds
  capCentiCents: number | undefined
  clientCap: ClientCap | undefined
}

/** How many of so many leads of one cost the money that was paid ahead is enough for, and which. None: it is used up. */
function findFunds(meter: Meter, funding: Funding, wanted: number, cost: number): { funds: Funds; count: number } {
  const lot = funding === 'lot' ? lotAt(meter.lots, meter.gone) : undefined
  if (funding === 'lot')
    return lot
      ? { funds: { by: 'lot', lot }, count: Math.min(wanted, leftOf(lot, meter.gone)) }
      : { funds: { by: 'bill' }, count: 0 }
  if (funding === 'bill') return { funds: { by: 'bill' }, count: wanted }
  const { number = 0, leftCentiCents = 0 } = meter.hold ?? {}
  // What costs the agency nothing needs no money.
  if (cost === 0) return { funds: { by: 'bill' }, count: wanted }
  return { funds: { by: 'hold', number }, count: Math.min(wanted, Math.floor(leftCentiCents / cost)) }
}

type Part = { count: number; within: number; price: Prices; funds: Funds; why: 'noFunds' | 'cap' | 'client_cap' }

/**
 * Of leads that a limit leaves room for, as many as can be paid in one transaction: those within the limit, or, once there are
 * none, those above it. Neither money that was paid ahead nor a month's amount is ever exceeded. `clientCentiCents`: what the client's
 * other campaigns have left of its own.
 */
function allotMoney(
  meter: Meter,
  day: string,
  room: { within: number; above: number },
  { clientCentiCents, ...batch }: PaidBatch & { clientCentiCents: number },
): Part {
  const { price = free, above = price, funding, capCentiCents = Number.POSITIVE_INFINITY } = batch
  const isWithin = room.within > 0
  const own = isWithin ? price : above
  // Two prices in one transaction only where nothing but the bill pays.
  const isPlain = funding === 'bill' && Math.min(capCentiCents, clientCentiCents) === Number.POSITIVE_INFINITY
  const wanted = isPlain ? room.within + room.above : isWithin ? room.within : room.above
  const { funds, count } = findFunds(meter, funding, wanted, own.wholesaleCentiCents)
  const sold = funds.by === 'lot' ? pricesOf(funds.lot) : own
  const used = meter.month === monthOf(day) ? meter.monthRetailCentiCents : 0
  const isOwn = capCentiCents - used <= clientCentiCents
  const most =
    sold.retailCentiCents === 0
      ? count
      : Math.max(
          0,
          Math.min(count, Math.floor(Math.min(capCentiCents - used, clientCentiCents) / sold.retailCentiCents)),
        )
  return {
    count: most,
    within: Math.min(most, room.within),
    price: isWithin || funds.by === 'lot' ? sold : price,
    funds,
    why: count === 0 ? 'noFunds' : isOwn ? 'cap' : 'client_cap',
  }
}

const pricesOf = ({ retailCentiCents, wholesaleCentiCents, rootCentiCents }: OpenLot): Prices => ({
  retailCentiCents,
  wholesaleCentiCents,
  rootCentiCents,
})

/** Counts of leads by line, and whose sums the meter adds to. */
function countByLine(leads: readonly Lead[], funding: Funding): Map<string, number> {
  const counts = new Map<string, number>()
  for (const lead of leads) {
    const { kind, isAboveLimit, retailCentiCents = 0, wholesaleCentiCents = 0, rootCentiCents = 0 } = lead
    const line = lineKey({ funding, kind, isAboveLimit, retailCentiCents, wholesaleCentiCents, rootCentiCents })
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return counts
}
const daySums = (meter: Meter): Sums => {
  const { day: _, ...sums } = presentDay(meter)
  return sums
}
type MeterKey = { companyId: string; campaignId: string }

export function leadStore(table: Table, { findMeter, findMarks }: Reads) {
  const all = new Service({
    lead: new Entity(leadSchema, electro(table)),
    person: new Entity(peopleSchema, electro(table)),
    clientPerson: new Entity(clientPeopleSchema, electro(table)),
    day: new Entity(countsSchema, electro(table)),
    agency: new Entity(agencyCountsSchema, electro(table)),
    clientDay: clientDaysEntity(table),
    month: leadMonthEntity(table),
    meter: meterEntity(table),
    cap: clientCapEntity(table),
  })
  type To = Parameters<Parameters<typeof all.transaction.write>[0]>[0]

  type Change = ReturnType<ReturnType<typeof all.entities.meter.patch>['set']>
  type Where = Parameters<Change['where']>[0]
  type Data = Parameters<Change['data']>[0]

  /** The meter is open, in the stretch that the leads are counted in, and still has what pays for them. */
  const mayPay =
    (at: number, sums: Sums, meter: Meter, { funds, capCentiCents, clientCap }: Asked): Where =>
    (row, { eq, gt, gte, lte, notExists }) => {
      const conditions = [
        `${eq(row.open, true)} AND ${lte(row.opensAt, at)} AND (${eq(row.closesAt, 0)} OR ${gt(row.closesAt, at)})`,
        eq(row.seq, meter.seq),
        clientCap ? eq(row.clientCapped, true) : notExists(row.clientCapped),
      ]
      // No lot was bought or given back since, so the one that was read has this price.
      if (funds.by === 'lot')
        conditions.push(
          eq(row.lotCount, meter.lotCount),
          gte(row.gone, funds.lot.startsAt),
          lte(row.gone, funds.lot.endsAt - sums.leads),
        )
      if (funds.by === 'hold')
        conditions.push(eq(row.holdNumber, funds.number), gte(row.holdLeft, sums.wholesaleCentiCents))
      if (capCentiCents !== undefined)
        conditions.push(lte(row.monthRetailCentiCents, capCentiCents - sums.retailCentiCents))
      return conditions.join(' AND ')
    }

  const taken = (sums: Sums, { funds }: Asked) => ({
    ...(funds.by === 'lot' && { gone: sums.leads }),
    ...(funds.by === 'hold' && { holdLeft: -sums.wholesaleCentiCents }),
  })

  /** A count inside a map is not added to but set to a sum, which the library knows as a subtraction. */
  const countLines =
    (leads: readonly Lead[], { funds }: Asked): Data =>
    (row, { subtract }) => {
      for (const [line, count] of countByLine(leads, funds.by)) subtract(row.lines[line], -count)
    }

  /** The bound of the client has as much left, in the month that it has reached or begins with these leads. */
  const takeFromCap = (to: To, companyId: string, at: number, sums: Sums, seen: ClientCap) => {
    const { capCents, month, version } = seen
    if (!isTakenFrom(seen))
      return to.cap
        .check({ companyId })
        .where((row, { eq, notExists }) => `${eq(row.capCents, 0)} AND ${notExists(row.counting)}`)
        .commit()
    const now = capMonthAt(at, seen)
    const row = to.cap.patch({ companyId })
    if (now === month)
      return row
        .add({ leftCentiCents: -sums.retailCentiCents })
        .where((item, { eq, gt, gte }) =>
          [
            eq(item.month, month),
            ...(capCents > 0
              ? [gt(item.capCents, 0), gte(item.leftCentiCents, sums.retailCentiCents)]
              : [eq(item.counting, true)]),
          ].join(' AND '),
        )
        .commit()
    return row
      .set({ month: now, leftCentiCents: capLeft(seen, now) - sums.retailCentiCents })
      .where((item, { eq }) => `${eq(item.month, month)} AND ${eq(item.version, version)}`)
      .commit()
  }

  type Turn = {
    owner: MeterKey
    at: number
    leads: readonly Lead[]
    sums: Sums
    day: string
    meter: Meter
    asked: Asked
  }

  /** The meter counts more of the day that it has reached, if it takes leads and its limit has room as it was taken to have. */
  const countMore = (to: To, { owner, at, leads, sums, day, meter, asked }: Turn) =>
    to.meter
      .patch(owner)
      .add({ ...sums, ...ofDay(sums), ...taken(sums, asked) })
      .set({ lastLeadAt: at, newestBy: newestWith(meter, at) })
      .data(countLines(leads, asked))
      .where(mayPay(at, sums, meter, asked))
      .where((row, { eq, gte, lte, notExists }) => {
        const { limit, within, above } = asked
        const isNoStepBack = `(${notExists(row.newestBy)} OR ${lte(row.newestBy, newestWith(meter, at))})`
        const conditions = [eq(row.day, day), isNoStepBack]
        if (limit) {
          const used = { day: row.dayLeads, month: row.monthLeads, max: row.leads }[limit.every]
          // Those that were given back stay counted, and there are only ever more of them.
          const most = limit.count + (limit.every === 'max' ? meter.creditedLeads : 0)
          if (above === 0) conditions.push(lte(used, most - within))
          else conditions.push(within === 0 ? gte(used, most) : eq(used, most - within))
        }
        return conditions.join(' AND ')
      })
      .commit()

  /** The first leads of a day: the meter begins it anew, and the day before gets its row. Only from the meter as it was read. */
  const turnDay = (to: To, { owner, at, leads, sums, day, meter, asked }: Turn) => {
    const isSameMonth = meter.month === monthOf(day)
    return [
      to.meter
        .patch(owner)
        .add({ ...sums, ...taken(sums, asked) })
        .set({
          day,
          ...ofDay(sums),
          month: monthOf(day),
          monthLeads: usedOf(meter, 'month', day) + sums.leads,
          monthRetailCentiCents: (isSameMonth ? meter.monthRetailCentiCents : 0) + sums.retailCentiCents,
          lastLeadAt: at,
          newestBy: newestWith(meter, at),
          ...(meter.leads === 0 && { firstLeadAt: at }),
        })
        .data(countLines(leads, asked))
        // What was sold in the month is set here, from the meter as it was read.
        .where(mayPay(at, sums, meter, { ...asked, capCentiCents: undefined }))
        .where((row, { eq, notExists }) =>
          [
            meter.day === '' ? notExists(row.day) : eq(row.day, meter.day),
            // Every lead raises it, so the day's sums are those that were read, too.
            meter.leads === 0 ? notExists(row.leads) : eq(row.leads, meter.leads),
          ].join(' AND '),
        )
        .commit(),
      ...(meter.day === '' ? [] : [to.day.put({ ...owner, ...presentDay(meter) }).commit()]),
    ]
  }

  type Write = { campaign: Seller; batch: LeadBatch; leads: readonly Lead[]; meter: Meter; day: string; asked: Asked }

  /** Leads first, then their marks, then those of the client: the reasons of a refusal are read in this order. */
  const write = ({ campaign, batch, leads, meter, day, asked }: Write) => {
    const { companyId, id: campaignId, agencyId, line } = campaign
    const owner = { companyId, campaignId }
    const sums = sumsOf(leads)
    const turn: Turn = { owner, at: batch.at, leads, sums, day, meter, asked }
    /** A mark may be taken from a lead that is forgotten by now, but never from this very lead, whose message came again. */
    const mayTake = ({ id, visitedAt }: Lead) => {
      const before = batch.forgottenBefore === undefined ? undefined : Math.min(batch.forgottenBefore, visitedAt)
      return <Row extends { leadId: unknown; storedAt: unknown; personKey: unknown }>(
        row: Row,
        { notExists, lt, ne }: Record<'notExists' | 'lt' | 'ne', (name: never, value?: never) => string>,
      ) => {
        const isNew = notExists(row.personKey as never)
        if (before === undefined) return isNew
        return `${isNew} OR (${lt(row.storedAt as never, before as never)} AND ${ne(row.leadId as never, id as never)})`
      }
    }
    const mark = (lead: Lead) => ({ personKey: personKey(lead.person), leadId: lead.id, storedAt: batch.at })
    return all.transaction
      .write((to) => [
        ...leads.map((lead) => to.lead.create(withoutNulls({ ...lead, person: said(lead.person) })).commit()),
        ...leads.map((lead) =>
          to.person
            .put({ ...owner, ...mark(lead) })
            .where(mayTake(lead))
            .commit(),
        ),
        ...(batch.isAcross
          ? leads.map((lead) =>
              to.clientPerson
                .put({ companyId, ...mark(lead) })
                .where(mayTake(lead))
                .commit(),
            )
          : []),
        ...(asked.clientCap ? [takeFromCap(to, companyId, batch.at, sums, asked.clientCap)] : []),
        // The first leads of a month: reports of client and agency look at this campaign from now on.
        ...(monthOf(meter.day) === monthOf(day)
          ? []
          : leadMonthRows(campaign, monthOf(day)).map((row) => to.month.put(row).commit())),
        // A day that is over joins those of its client.
        ...(meter.day === day || meter.day === ''
          ? []
          : [
              to.clientDay
                .upsert({ companyId, day: meter.day, line })
                .add({ ...daySums(meter), of: [campaign.number] })
                .commit(),
            ]),
        to.agency
          .upsert({ agencyId, day, shard: shardOf(campaignId) })
          .add({ ...sums, ...sumsOfLine(line, sums) })
          .commit(),
        ...(meter.day === day ? [countMore(to, turn)] : turnDay(to, turn)),
      ])
      .go()
  }

  /** How leads end that the batch held already, or whose person another one of it is: another worker may have stored them meanwhile. */
  async function endRepeats(campaign: Seller, batch: LeadBatch, repeats: Repeats, ends: Map<NewLead, Stored>) {
    const others = [...repeats].filter(([, { isSame }]) => !isSame).map(([lead]) => lead)
    const marks = await findMarks(
      campaign,
      others.map(({ person }) => ({ ...person, otherEmails: [] })),
      { siblings: batch.isAcross ? [campaign.id] : [], consistent: true },
    )
    const own = new Map(others.map((lead, index) => [lead, storedAtOf(marks[index] ?? [], lead.id)]))
    for (const [lead, { first, isSame }] of repeats) {
      const end = ends.get(first)
      if (!end) continue
      const firstAt = end.end === 'stored' ? batch.at : end.end === 'already' ? end.storedAt : undefined
      const storedAt = isSame ? firstAt : own.get(lead)
      if (storedAt !== undefined) ends.set(lead, { end: 'already', storedAt })
      else ends.set(lead, firstAt === undefined ? end : { end: 'known' })
    }
  }

  async function storeNow(campaign: Seller, batch: LeadBatch): Promise<Stored[]> {
    const { at, limit, funding = 'bill', capCentiCents } = batch
    // What was bought is sold for what it was bought for, and never above a limit.
    const priceAbove = funding === 'lot' ? undefined : batch.above
    const day = dayIn(campaign.timeZone, at)
    const ends = new Map<NewLead, Stored>()
    const finish = (leads: readonly NewLead[], end: Stored) => {
      for (const lead of leads) ends.set(lead, end)
    }
    const { firsts, repeats } = foldRepeats(batch.leads)
    let open = firsts
    let meter = batch.look
    let isFresh = false
    for (let round = 0; open.length > 0; ) {
      if (!meter) {
        meter = await findMeter(campaign, true)
        isFresh = true
      }
      const { within, above, refused } = meter
        ? allot(meter, day, open.length, { limit, sellsAbove: priceAbove !== undefined })
        : { within: 0, above: 0, refused: open.length }
      const canTake = meter !== undefined && isTaking(meter, at) && meter.day <= day
      if (!isFresh && (!canTake || refused > 0)) {
        // What was seen some time ago ends nothing.
        meter = undefined
        continue
      }
      if (!meter || !isTaking(meter, at)) {
        finish(open, { end: 'inactive' })
        break
      }
      if (!canTake) {
        finish(open, { end: 'behind', meter })
        break
      }
      if (within + above === 0) {
        finish(open, { end: 'limit' })
        break
      }
      // Within the limit first; those above it have another price, so money may be enough for fewer of them.
      const clientCap = meter.isClientCapped ? await findCap(all.entities.cap, campaign.companyId) : undefined
      const clientCentiCents = clientCap?.capCents
        ? capLeft(clientCap, capMonthAt(at, clientCap))
        : Number.POSITIVE_INFINITY
      const money = { ...batch, funding, above: priceAbove, clientCentiCents }
      const part = allotMoney(meter, day, { within, above }, money)
      if (part.count === 0) {
        if (!isFresh) {
          meter = undefined
          continue
        }
        finish(open, { end: part.why })
        break
      }
      const { companyId, id: campaignId } = campaign
      const { funds } = part
      const { seq } = meter
      const sold = open.slice(0, part.count)
      const leads = sold.map((lead, index) =>
        fitLead(
          Lead.parse({
            ...lead,
            ...(index < part.within ? part.price : (priceAbove ?? part.price)),
            isAboveLimit: index >= part.within,
            companyId,
            campaignId,
            createdAt: at,
            ...(seq > 0 && { stretch: seq }),
            ...(funds.by === 'lot' && { lot: funds.lot.number }),
            ...(funds.by === 'hold' && { hold: funds.number }),
          }),
        ),
      )
      const asked = { limit, within: part.within, above: part.count - part.within, funds, capCentiCents, clientCap }
      const { canceled, data } = await write({ campaign, batch, leads, meter, day, asked })
      if (!canceled) {
        for (const [index, lead] of leads.entries()) finish(sold.slice(index, index + 1), { end: 'stored', lead })
        open = open.slice(sold.length)
        if (part.count === within + above) finish(open, { end: 'limit' })
        open = open.filter((lead) => !ends.has(lead))
        // Others are paid for otherwise, if at all: the next lot, or money that is left.
        meter = undefined
        continue
      }
      const reasons = (data as { code?: string }[]).map((part) => part.code ?? '?')
      const isRefused = (index: number) => reasons[index] === 'ConditionalCheckFailed'
      const count = leads.length
      const met = leads.flatMap((lead, index) => {
        const isStored = isRefused(index)
        const isKnown = isRefused(count + index) || (batch.isAcross === true && isRefused(2 * count + index))
        return isStored || isKnown ? [{ lead, asked: sold[index], isStored }] : []
      })
      if (met.length > 0) {
        const marks = await findMarks(
          campaign,
          met.map(({ lead }) => lead.person),
          { siblings: batch.isAcross ? [campaign.id] : [], consistent: true },
        )
        for (const [index, { lead, asked, isStored }] of met.entries()) {
          const own = marks[index] ?? []
          const judged = isStored ? 'own' : judgeMarks(own, lead, batch.forgottenBefore)
          if (asked && judged === 'own') finish([asked], { end: 'already', storedAt: storedAtOf(own, lead.id) ?? at })
          if (asked && judged === 'other') finish([asked], { end: 'known' })
        }
        open = open.filter((lead) => !ends.has(lead))
        // Where none was judged, the marks changed in between: that is a round like a conflict.
        if (met.some(({ asked }) => asked && ends.has(asked))) continue
      }
      const said = `The leads could not be stored: ${[...new Set(reasons)].join(', ')}.`
      const isCapRefused = clientCap !== undefined && isRefused(count * (batch.isAcross ? 3 : 2))
      const isMeterRefused = isCapRefused || reasons.slice(-2).includes('ConditionalCheckFailed')
      if (met.length === 0 && !isMeterRefused && !isOnlyBusy(reasons)) throw new Error(said)
      if (round === MOST_ROUNDS) throw new WriteConflict(said)
      // Workers of other processes meet at the meter; the one that lost waits for a time of its own.
      if (isMeterRefused) meter = undefined
      else await sleep(Math.random() * 50 * 2 ** round)
      round++
    }
    if (repeats.size > 0) await endRepeats(campaign, batch, repeats, ends)
    return batch.leads.map((lead) => {
      const end = ends.get(lead)
      if (!end) throw new Error('A lead was left without an end.')
      return end
    })
  }

  const inTurn = openTurns()
  /**
   * Stores leads of a campaign, or changes nothing of those that may not be and says why, in the order in which they were given:
   * the earlier ones have the places that a limit leaves. Anything else that stands in the way is thrown, and then none is
   * stored, to be tried again; `WriteConflict` where it was only other leads. Leads of one agency count in the same rows, so
   * those of one worker are stored one after another.
   */
  return (campaign: Seller, batch: LeadBatch): Promise<Stored[]> => {
    if (batch.leads.length > mostAtOnce(batch)) throw new Error('These are more leads than one transaction takes.')
    return inTurn(campaign.agencyId, () => storeNow(campaign, batch))
  }
}

type Repeats = Map<NewLead, { first: NewLead; isSame: boolean }>

/** One row may stand in a transaction once: of a message that is there twice, and of a person, the first one counts. */
function foldRepeats(leads: readonly NewLead[]): { firsts: NewLead[]; repeats: Repeats } {
  const byId = new Map<string, NewLead>()
  const byKey = new Map<string, NewLead>()
  const repeats: Repeats = new Map()
  for (const lead of leads) {
    const keys = keysOf({ ...lead.person, otherEmails: lead.person.otherEmails ?? [] })
    const first = byId.get(lead.id) ?? keys.map((key) => byKey.get(key)).find((each) => each !== undefined)
    // A message that is there twice may be known by another lead's person both times.
    if (first) repeats.set(lead, { first, isSame: first.id === lead.id })
    for (const key of keys) if (!byKey.has(key)) byKey.set(key, first ?? lead)
    if (!byId.has(lead.id)) byId.set(lead.id, first ?? lead)
  }
  return { firsts: leads.filter((lead) => !repeats.has(lead)), repeats }
}
