// Changes of campaigns. Head, line of the agency's list, counts and meter say the same at every instant, so one
// transaction writes them all; of two who change one campaign at once, one is told.
import { randomInt, randomUUID } from 'node:crypto'
import { Service } from 'electrodb'
import type { LogMessage } from '#shared/audit-log.ts'
import { mailsDays } from '#shared/campaigns/day-file.ts'
import type { Meter } from '#shared/campaigns/meter.ts'
import { isSearching } from '#shared/campaigns/rules.ts'
import { windowOf } from '#shared/campaigns/schedule.ts'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { dayIn } from '#shared/dates.ts'
import {
  Campaign,
  type CampaignAnswers,
  type CampaignStatus,
  type CampaignTarget,
  type NewCampaign,
  type StatusReason,
} from '#shared/model/campaign.ts'
import type { BillState, Purchase } from '#shared/model/campaign-bill.ts'
import type { Company } from '#shared/model/company.ts'
import { type CompanyListItem, withCampaign } from '#shared/model/node.ts'
import { billingInstant, isPeriodic, periodOf, periodStart } from '#shared/money/periods.ts'
import { auditOutboxEntity, outboxRow } from '../audit/outbox.ts'
import { DUE_CAMPAIGNS, dueKeys } from '../billing/bill-rows.ts'
import { billEntities, type Due, type NextState, purchaseRows, type Seen, stateRow } from '../billing/campaign-bill.ts'
import { nodes } from '../companies/list-item.ts'
import { openWriter } from '../companies/list-projection.ts'
import { happeningEntity, happeningRow } from '../integrations/happening.ts'
import type { Table } from '../lib/table.ts'
import { nameKeyOf, uniqueNameEntity } from '../lib/unique-name.ts'
import { type NewVersion, priceEntities, versionRows } from '../pricing/price.ts'
import { companies } from '../tenancy/company.ts'
import { countActive, type Row, treeEntities } from '../tenancy/tree.ts'
import { campaigns } from './campaign.ts'
import { dayFileEntity, firstDayFile } from './day-file.ts'
import { awaited, pixelEntity } from './pixel.ts'
import { endedPull, firstPull, pullEntity } from './pull.ts'
import {
  campaignCountEntity,
  campaignEntity,
  endOf,
  entryEntity,
  entryRow,
  meterEntity,
  numberEntity,
  partEntity,
} from './rows.ts'

const openCampaignTree = (table: Table) =>
  new Service({
    ...treeEntities(table),
    campaign: campaignEntity(table),
    campaignPart: partEntity(table),
    campaignNumber: numberEntity(table),
    campaignEntry: entryEntity(table),
    campaignCount: campaignCountEntity(table),
    meter: meterEntity(table),
    pixel: pixelEntity(table),
    pull: pullEntity(table),
    dayFile: dayFileEntity(table),
    uniqueName: uniqueNameEntity(table),
    happening: happeningEntity(table),
    auditOutbox: auditOutboxEntity(table),
    ...priceEntities(table),
    ...billEntities(table),
  })
type To = Parameters<Parameters<ReturnType<typeof openCampaignTree>['transaction']['write']>[0]>[0]

/** Changes of what people say of a campaign; its state, its place in the tree and its number change otherwise or never. */
export type CampaignChanges = Partial<
  Omit<
    Campaign,
    'id' | 'number' | 'companyId' | 'agencyId' | 'rootId' | 'line' | 'status' | 'statusReason' | 'createdAt' | 'version'
  >
>
export type CampaignParts = { target?: CampaignTarget; answers?: CampaignAnswers }

/** `gone`: it is no longer what was read. */
export type CampaignChanged = Campaign | 'name_taken' | 'gone'

const MOST_NUMBERS = 5

const keyOf = ({ companyId, id }: Pick<Campaign, 'companyId' | 'id'>) => ({ companyId, campaignId: id })

/** Names that people cannot tell apart are one, within a client. */
const nameOf = ({ companyId, name }: Pick<Campaign, 'companyId' | 'name'>) =>
  ({ companyId, kind: 'campaign', nameKey: nameKeyOf(name) }) as const

const entryKey = ({ agencyId, line, status, id }: Campaign) => ({ agencyId, line, status, campaignId: id })

const putEntry = (to: To, campaign: Campaign, companyName: string): Row =>
  to.campaignEntry.put(entryRow(campaign, companyName)).commit()

const partRows = (to: To, campaign: Campaign, { target, answers }: CampaignParts): Row[] => [
  ...(target ? [to.campaignPart.put({ ...keyOf(campaign), part: 'TARGET', content: target }).commit()] : []),
  ...(answers ? [to.campaignPart.put({ ...keyOf(campaign), part: 'ANSWERS', content: answers }).commit()] : []),
]

/** A campaign that starts is asked for from then on, one that rests is not asked for; others stay as they are. */
function pullRows(to: To, campaign: Campaign, before: CampaignStatus | undefined, at: number): Row[] {
  if (!isSearching(campaign.line) || before === campaign.status) return []
  if (campaign.status === 'active') return [to.pull.put(firstPull(campaign, at)).commit()]
  return before === 'active' ? [to.pull.update(keyOf(campaign)).set(endedPull()).commit()] : []
}

/** Whether the leads of its days are mailed changes with who gets them; the days themselves with the zone, before the first lead. */
function dayFileRows(to: To, before: Campaign, next: Campaign, at: number): Row[] {
  const [was, is] = [mailsDays(before), mailsDays(next)]
  if (is && !(was && before.timeZone === next.timeZone)) return [to.dayFile.put(firstDayFile(next, at)).commit()]
  return was && !is ? [to.dayFile.delete(keyOf(next)).commit()] : []
}

/**
 * What an edit was judged by beside its campaign: that it has had no lead (`leads`), or that no leads are paid for (`lots`), as the
 * meter said. Leads and purchases do not change the campaign itself.
 */
export type Held = { meter: Pick<Meter, 'lotCount'>; leads: boolean; lots: boolean }

export type Paid = Seen & { purchase: Purchase; at: number }

/** The agency that a start was judged by, as it was then. */
export type Judge = Pick<Company, 'id' | 'manualBill'>

export type PriceChange = {
  term: Campaign['term']
  clientName: string
  version?: NewVersion | undefined
  billed?: { state: BillState; next: NextState }
}

/**
 * When the bill of a campaign is due that comes into another state: a campaign that runs, on the next day of its periods; one that
 * came to an end, at once. A pause waits for the end of the period, and so does one whose payer failed to pay.
 */
function dueAfter(before: Campaign, next: Campaign, at: number): Due | undefined {
  if (next.status === before.status) return undefined
  if (next.status === 'active') {
    const startOn = dayIn(SYSTEM_ZONE, next.startedAt || at)
    const period = isPeriodic(next.term) ? periodOf(next.term, startOn, dayIn(SYSTEM_ZONE, at)) : undefined
    if (!period) return null
    return { at: billingInstant(periodStart(next.term, startOn, period.number + 1)), isFinal: false }
  }
  const isEnd = next.status !== 'paused' && next.statusReason !== 'payment_failed'
  return isEnd ? { at, isFinal: true } : undefined
}

/** A campaign that runs from its first moment on, as only seeds make them. */
function firstDue(campaign: Campaign) {
  const due = dueAfter({ ...campaign, status: 'paused' }, campaign, campaign.startedAt || campaign.createdAt)
  return due ? dueKeys(DUE_CAMPAIGNS, due.at, campaign.id) : {}
}

function billRows(to: To, before: Campaign, next: Campaign, at: number, paid: Paid | undefined): Row[] {
  const due = dueAfter(before, next, at)
  if (paid)
    return purchaseRows(to, next, paid.purchase, {
      ...paid,
      open: next.status === 'active',
      ...(due !== undefined && { due }),
    })
  if (due === undefined) return []
  const row = to.billState
    .patch(keyOf(next))
    .add({ version: 1 })
    .set({ isFinal: due?.isFinal ?? false, ...(due && dueKeys(DUE_CAMPAIGNS, due.at, next.id)) })
  return [(due === null ? row.remove(['dueAs', 'dueAt']) : row).commit()]
}

/**
 * What lets a campaign run still does at the instant of its start: who ends a contract or a company, marks a failed payment or takes a
 * product away stops what runs by then, and would miss a start that was judged before and is written after it. The client's entry in
 * the agency's list is written with the start, and only as it was read: where that says that nothing is wrong, its row need not.
 */
function allowingRows(to: To, campaign: Campaign, judge: Judge, client: CompanyListItem | undefined): Row[] {
  const agency = to.company.check({ id: judge.id }).where((row, { eq, exists, notExists }) => {
    const isOpen = `${notExists(row.deletedAt)} AND ${notExists(row.cancelledAt)}`
    const isPayer = `${eq(row.paymentFailed, false)} AND ${eq(row.manualBill, judge.manualBill)}`
    const takesCards = judge.manualBill
      ? ''
      : ` AND ${eq(row.chargesEnabled, true)} AND ${eq(row.connection, 'completed')}`
    return `${isOpen} AND ${isPayer}${takesCards} AND ${exists(row.modules[campaign.line])}`
  })
  if (client && !client.facts.paymentFailed) return [agency.commit()]
  const own = to.company.check({ id: campaign.companyId }).where((row, { eq, notExists }) => {
    const isOpen = `${notExists(row.deletedAt)} AND ${notExists(row.cancelledAt)}`
    return `${isOpen} AND ${eq(row.paymentFailed, false)}`
  })
  return [agency.commit(), own.commit()]
}

/** Webhooks hear of it: written with the change, so that neither is without the other. */
function tellStatus(to: To, before: Campaign, { companyId, id, status, statusReason }: Campaign, at: number): Row {
  const happening = {
    type: 'campaign.status_changed',
    status,
    previous: before.status,
    reason: statusReason,
  } as const
  const told = { companyId, campaignId: id, id: `evt_${randomUUID().replaceAll('-', '')}`, at, happening }
  return to.happening.put(happeningRow(told)).commit()
}

/** The meter of an edited campaign: its window, and what it still has to say. */
function meterRows(to: To, before: Campaign, next: Campaign, held: Held | undefined): Row[] {
  const { leads = false, lots = false, meter } = held ?? {}
  const isMoved = !isSameWindow(before, next)
  const row = to.meter.patch(keyOf(next)).set(windowOf(next))
  if (!meter || !(leads || lots)) return isMoved ? [row.commit()] : []
  type Where = Parameters<typeof row.where>[0]
  const isSeen: Where = (item, { eq, notExists }) => {
    // Each name of a row that is asked for must stand in the condition.
    const none = () => `(${notExists(item.leads)} OR ${eq(item.leads, 0)})`
    const same = () => `(${notExists(item.lotCount)} OR ${eq(item.lotCount, meter.lotCount)})`
    return [...(leads ? [none()] : []), ...(lots ? [same()] : [])].join(' AND ')
  }
  const noPurchase = to.purchase.check(keyOf(next)).where((item, { notExists }) => notExists(item.number))
  return [
    isMoved ? row.where(isSeen).commit() : to.meter.check(keyOf(next)).where(isSeen).commit(),
    ...(lots ? [noPurchase.commit()] : []),
  ]
}

const isSameWindow = (a: Campaign, b: Campaign) =>
  a.startOn === b.startOn && a.endOn === b.endOn && a.timeZone === b.timeZone

export function campaignChanges(table: Table, now: () => number) {
  const service = openCampaignTree(table)
  const write = openWriter<To>(nodes(table).find, (rows) => service.transaction.write(rows).go())
  const company = companies(table)
  const { find } = campaigns(table)
  const nameOfClient = async (id: string) => (await company.get(id)).name

  /** The campaign as it was read: nobody edited it or changed its state or its term since. */
  function patchHead(to: To, before: Campaign, changes: Partial<Campaign>): Row {
    const { companyId, id, status, version, term } = before
    const due = endOf({ ...before, ...changes })
    const row = to.campaign
      .patch({ companyId, id })
      // @NOTE what of a campaign never changes is in no change, so these are attributes that may be set.
      .set({ ...(changes as CampaignChanges), ...due })
    return (due ? row : row.remove(['dueAs', 'dueAt']))
      .where((row, { eq, notExists }) => {
        const isOfTerm = `(${eq(row.term, term)} OR ${notExists(row.term)})`
        return `${eq(row.status, status)} AND ${eq(row.version, version)} AND ${isOfTerm}`
      })
      .commit()
  }

  async function createOnce(
    campaign: Campaign,
    companyName: string,
    parts: CampaignParts,
  ): Promise<'number' | 'name_taken' | 'gone' | undefined> {
    const { agencyId, rootId, companyId, line, status, number } = campaign
    const refused = await write(
      { parentId: agencyId, id: companyId },
      (to) => [
        to.campaignNumber.create({ number, companyId, agencyId, rootId, campaignId: campaign.id }).commit(),
        to.uniqueName.create({ ...nameOf(campaign), ownerId: campaign.id }).commit(),
        to.campaign.create({ ...campaign, ...endOf(campaign) }).commit(),
        ...partRows(to, campaign, parts),
        putEntry(to, campaign, companyName),
        to.campaignCount
          .upsert({ agencyId, line })
          .add({ [status]: 1 })
          .commit(),
        to.meter
          .put({
            ...keyOf(campaign),
            open: status === 'active',
            ...windowOf(campaign),
            seq: 0,
            lotCount: 0,
            gone: 0,
            holdNumber: 0,
            lines: {},
            credits: {},
          })
          .commit(),
        to.billState.put({ ...keyOf(campaign), version: 0, ...firstDue(campaign) }).commit(),
        ...(status === 'active' ? [countActive(to, agencyId, 1)] : []),
        ...pullRows(to, campaign, undefined, campaign.startedAt || campaign.createdAt),
        ...(mailsDays(campaign) ? [to.dayFile.put(firstDayFile(campaign, campaign.createdAt)).commit()] : []),
      ],
      (old) => withCampaign(old, undefined, campaign),
    )
    return refused === undefined ? undefined : (['number', 'name_taken', 'gone'] as const)[refused]
  }

  return {
    /**
     * A new campaign with a public number that nobody ever had. `name_taken` when the client has one of this name; `gone`
     * when there is a campaign of this id already. `clientName` is read where the caller has not.
     */
    async create(asked: NewCampaign, parts: CampaignParts = {}, clientName?: string): Promise<CampaignChanged> {
      const companyName = clientName ?? (await nameOfClient(asked.companyId))
      for (let tries = 0; tries < MOST_NUMBERS; tries++) {
        const number = String(randomInt(10_000_000, 100_000_000))
        const campaign = Campaign.parse({ ...asked, number })
        const refused = await createOnce(campaign, companyName, parts)
        if (!refused) return campaign
        if (refused !== 'number') return refused
      }
      throw new Error('No free number was found for a campaign.')
    },
    /** Edits a campaign as it was read. A part that is given replaces the stored one. `at`: from when on it is as it is then. */
    async update(
      before: Campaign,
      changes: CampaignChanges,
      parts: CampaignParts = {},
      clientName?: string,
      at = before.startedAt || before.createdAt,
      held?: Held,
    ): Promise<CampaignChanged> {
      const next: Campaign = { ...before, ...changes, version: before.version + 1 }
      const isRenamed = nameOf(before).nameKey !== nameOf(next).nameKey
      const companyName = clientName ?? (await nameOfClient(next.companyId))
      const refused = await write({ parentId: null, id: next.companyId }, (to) => [
        patchHead(to, before, { ...changes, version: next.version }),
        ...(isRenamed
          ? [
              to.uniqueName.create({ ...nameOf(next), ownerId: next.id }).commit(),
              to.uniqueName.delete(nameOf(before)).commit(),
            ]
          : []),
        ...partRows(to, next, parts),
        putEntry(to, next, companyName),
        ...meterRows(to, before, next, held),
        ...dayFileRows(to, before, next, at),
      ])
      if (refused === undefined) return next
      return refused === 1 ? 'name_taken' : 'gone'
    },
    /**
     * Brings a campaign as it was read into another state. False when it is no longer what was read: the caller looks again.
     * `at`, the instant of a start, is kept from the first one. `purchase`: one that was paid and is carried out with it. `judge`: of a
     * start, who allowed it; false as well when its client or its agency would not allow it any more. `line`: of the audit log, where no
     * call tells it.
     */
    async setStatus(
      campaign: Campaign,
      status: CampaignStatus,
      statusReason: StatusReason = '',
      {
        at,
        clientName,
        purchase,
        judge,
        line: told,
      }: { at?: number; clientName?: string; purchase?: Paid; judge?: Judge; line?: LogMessage | undefined } = {},
    ): Promise<boolean> {
      const { agencyId, companyId, line, status: before } = campaign
      const startedAt = campaign.startedAt === 0 && status === 'active' && at !== undefined ? at : campaign.startedAt
      const next: Campaign = { ...campaign, status, statusReason, startedAt }
      const step = Number(status === 'active') - Number(before === 'active')
      const companyName = clientName ?? (await nameOfClient(companyId))
      const refused = await write(
        { parentId: agencyId, id: companyId },
        (to, old) => [
          patchHead(to, campaign, { status, statusReason, startedAt }),
          ...(judge ? allowingRows(to, campaign, judge, old) : []),
          // A row stands in a transaction once: a purchase says it with the leads that it bought.
          ...(purchase
            ? []
            : [
                to.meter
                  .patch(keyOf(campaign))
                  .set({ open: status === 'active' })
                  .commit(),
              ]),
          ...(status === before
            ? []
            : [
                to.campaignEntry.delete(entryKey(campaign)).commit(),
                to.campaignCount
                  .upsert({ agencyId, line })
                  .add({ [before]: -1, [status]: 1 })
                  .commit(),
              ]),
          ...(status === before ? [] : [tellStatus(to, campaign, next, at ?? now())]),
          ...(told ? [to.auditOutbox.put(outboxRow(told)).commit()] : []),
          putEntry(to, next, companyName),
          // Nothing of it is paid from then on: a purchase ends before, and none begins with the state of its bills as it was.
          ...(status === 'removed'
            ? [
                to.uniqueName.delete(nameOf(campaign)).commit(),
                to.purchase
                  .check(keyOf(campaign))
                  .where((row, { notExists }) => notExists(row.number))
                  .commit(),
              ]
            : []),
          // It was not heard of while it did not run: a day of silence begins now.
          ...(step === 1 && line === 'local' && at !== undefined && campaign.startedAt > 0
            ? [to.pixel.upsert({ campaignId: campaign.id }).set(awaited(campaign, at)).commit()]
            : []),
          ...(step === 0 ? [] : [countActive(to, agencyId, step)]),
          ...pullRows(to, next, before, at ?? (startedAt || campaign.createdAt)),
          ...billRows(to, campaign, next, at ?? 0, purchase),
        ],
        (old) => withCampaign(old, campaign, next),
      )
      return refused === undefined
    },
    /**
     * A price of its own, where `version` is a new one, and the payment term that it says, at once: nobody sees one without the other.
     * `billed`: how far it is billed, as it was read and as it is under another term. No edit, so that an editor that is open may
     * still save. False when anything of it is no longer what was read.
     */
    async setPrice(campaign: Campaign, { term, clientName, version, billed }: PriceChange): Promise<boolean> {
      const refused = await write({ parentId: null, id: campaign.companyId }, (to) => [
        patchHead(to, campaign, { term }),
        putEntry(to, { ...campaign, term }, clientName),
        ...(version ? versionRows(to, version) : []),
        ...(billed ? [stateRow(to, campaign, billed.state, billed.next)] : []),
      ])
      return refused === undefined
    },
    /** The lines of a client's campaigns, after the client got another name. */
    async followClientName(companyId: string, companyName: string): Promise<void> {
      const all = await campaigns(table).list(companyId)
      for (const { id } of all)
        for (let tries = 0; tries < MOST_NUMBERS; tries++) {
          const campaign = await find(companyId, id)
          if (!campaign) break
          const refused = await write({ parentId: null, id: companyId }, (to) => [
            // Only where it still is what was read: an edit that came between wrote the name itself.
            patchHead(to, campaign, { name: campaign.name }),
            putEntry(to, campaign, companyName),
          ])
          if (refused === undefined) break
        }
    },
  }
}
