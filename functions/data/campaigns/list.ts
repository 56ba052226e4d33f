// An agency's campaigns as its lists show them: lines by product, state and age, and the meters beside them.
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Meter } from '#shared/campaigns/meter.ts'
import type { Campaign, CampaignStatus } from '#shared/model/campaign.ts'
import { type ProductLine, productLines } from '#shared/model/company.ts'
import { defaultTerm } from '#shared/money/price-list.ts'
import { type Freshness, readAll } from '../lib/batch.ts'
import type { Item, Table } from '../lib/table.ts'
import { toMeter } from './meter.ts'
import {
  campaignCountEntity,
  entriesOf,
  entryEntity,
  entryProjection,
  headsOf,
  meterEntity,
  readEntry,
} from './rows.ts'

/** What a list shows of a campaign without reading it. */
export type CampaignEntry = Pick<
  Campaign,
  | 'id'
  | 'agencyId'
  | 'companyId'
  | 'line'
  | 'status'
  | 'statusReason'
  | 'number'
  | 'name'
  | 'timeZone'
  | 'startOn'
  | 'endOn'
  | 'groupId'
  | 'term'
  | 'monthlyCapCents'
  | 'createdAt'
> & { companyName: string }

/** The same of the campaign itself: whose it is, the reader knows. */
export type ClientEntry = Omit<CampaignEntry, 'companyName'>
const headFields = [
  ...(['id', 'agencyId', 'companyId', 'line', 'status', 'statusReason', 'number', 'name', 'timeZone'] as const),
  ...(['startOn', 'endOn', 'groupId', 'term', 'monthlyCapCents', 'createdAt'] as const),
] satisfies (keyof ClientEntry)[]
const headProjection = {
  ProjectionExpression: headFields.map((name) => `#${name}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(headFields.map((name) => [`#${name}`, name])),
}
const toClientEntry = (row: Item): ClientEntry =>
  // @NOTE a campaign is written by its entity alone; what rows of before leave out has its default here.
  ({
    statusReason: '',
    number: '',
    startOn: '',
    endOn: '',
    groupId: '',
    term: defaultTerm,
    monthlyCapCents: 0,
    ...row,
  }) as ClientEntry

export type CampaignCounts = Record<CampaignStatus, number>
const none: CampaignCounts = { active: 0, paused: 0, stopped: 0, archived: 0, removed: 0 }

/** Lists read thousands of lines and show ten: what was checked when it was written is not checked again. */
const toEntry = (row: Item): CampaignEntry =>
  // @NOTE a line is written of a campaign, by `entryRow` alone; what it leaves out has its default here.
  ({
    id: row.campaignId,
    agencyId: row.agencyId,
    companyId: row.companyId,
    companyName: row.companyName,
    line: row.line,
    status: row.status,
    statusReason: row.statusReason ?? '',
    number: row.number ?? '',
    name: row.name,
    timeZone: row.timeZone,
    startOn: row.startOn ?? '',
    endOn: row.endOn ?? '',
    groupId: row.groupId ?? '',
    term: row.term ?? defaultTerm,
    monthlyCapCents: row.monthlyCapCents ?? 0,
    createdAt: row.createdAt,
  }) as CampaignEntry

const number = (value: unknown) => (typeof value === 'number' ? value : 0)

/** Lines by state are read beside each other: one that changed its state in between is found under both. */
export const eachOnce = (entries: readonly CampaignEntry[]): CampaignEntry[] => [
  ...new Map(entries.map((entry) => [entry.id, entry])).values(),
]

export function campaignLists(table: Table) {
  const entity = entryEntity(table)
  const counts = campaignCountEntity(table)
  const meters = meterEntity(table)

  async function readFrom(agencyId: string, head: string, ConsistentRead: boolean): Promise<CampaignEntry[]> {
    const found: CampaignEntry[] = []
    let from: Item | undefined
    do {
      const page = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          ConsistentRead,
          KeyConditionExpression: `pk = :pk${head && ' AND begins_with(sk, :head)'}`,
          ...entryProjection,
          ExpressionAttributeValues: { ':pk': entriesOf(agencyId), ...(head && { ':head': head }) },
          ExclusiveStartKey: from,
        }),
      )
      for (const item of page.Items ?? []) found.push(toEntry(readEntry(item, agencyId)))
      from = page.LastEvaluatedKey
    } while (from)
    return found
  }

  async function all(
    agencyId: string,
    { lines, states }: { lines?: readonly ProductLine[]; states?: readonly CampaignStatus[] } = {},
    freshness: Freshness = 'as written',
  ): Promise<CampaignEntry[]> {
    const heads =
      lines || states
        ? (lines ?? productLines).flatMap((line) =>
            (states ?? ['']).map((status) => `${line}#${status && `${status}#`}`),
          )
        : ['']
    const found = await Promise.all(heads.map((head) => readFrom(agencyId, head, freshness === 'as written')))
    return eachOnce(found.flat())
  }

  /** Campaigns of a client, newest first, from the one after `after` on, until `isEnough` says so. */
  async function readOfClient(
    companyId: string,
    { after, limit, freshness }: { after?: string | undefined; limit?: number; freshness: Freshness },
    isEnough: (found: readonly ClientEntry[]) => boolean = () => false,
  ): Promise<{ found: ClientEntry[]; isAll: boolean }> {
    const found: ClientEntry[] = []
    let from: Item | undefined = after === undefined ? undefined : { pk: headsOf(companyId), sk: after }
    do {
      const page = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          ConsistentRead: freshness === 'as written',
          KeyConditionExpression: 'pk = :pk',
          ...headProjection,
          ExpressionAttributeValues: { ':pk': headsOf(companyId) },
          ScanIndexForward: false,
          Limit: limit,
          ExclusiveStartKey: from,
        }),
      )
      for (const item of page.Items ?? []) found.push(toClientEntry(item))
      from = page.LastEvaluatedKey
    } while (from && !isEnough(found))
    return { found, isAll: from === undefined }
  }

  return {
    /** All of a client's, in every state, newest first. */
    ofClient: async (companyId: string, freshness: Freshness = 'may be a moment old'): Promise<ClientEntry[]> =>
      (await readOfClient(companyId, { freshness })).found,
    /** The same as they are written; undefined of a client that has more than so many. */
    async fewOfClient(companyId: string, most: number): Promise<ClientEntry[] | undefined> {
      const read = await readOfClient(companyId, { limit: most + 1, freshness: 'as written' }, () => true)
      return read.found.length > most ? undefined : read.found
    },
    /** The newest of a client that fit, from the one after `after` on, as they are written. */
    async someOfClient(
      companyId: string,
      fits: (entry: ClientEntry) => boolean,
      { after, limit }: { after: string | undefined; limit: number },
    ): Promise<ClientEntry[]> {
      const asked = { after, limit: Math.min(limit + 5, 200), freshness: 'as written' } as const
      const { found } = await readOfClient(companyId, asked, (all) => all.filter(fits).length >= limit)
      return found.filter(fits).slice(0, limit)
    },
    /** A product's campaigns in one state, newest first, from the one after `after` on. */
    async some(
      { agencyId, line, status }: { agencyId: string; line: ProductLine; status: CampaignStatus },
      { after, limit }: { after: string | undefined; limit: number },
    ): Promise<CampaignEntry[]> {
      const ofState = entity.query.primary({ agencyId, line, status })
      // Both bounds belong to a range between, so the one that was shown last is read once more.
      const count = after === undefined ? limit : limit + 1
      const { data } = await (after === undefined
        ? ofState
        : ofState.between({ campaignId: '' }, { campaignId: after })
      )
        // An answer of the table ends at a megabyte, behind which a far page lies.
        .go({ order: 'desc', limit: count, count, pages: 'all', consistent: true })
      return data.map(toEntry).filter(({ id }) => id !== after)
    },
    /** All of an agency's, of some products or of each, in some states or in any, each once and in no order. */
    all,
    /**
     * The same for what none may be missing of, as money that goes back and people who are erased. A campaign that changes its state
     * moves in the list: from before a reader to behind it at times. Read twice, it is missed only if it did so both times.
     */
    async every(agencyId: string): Promise<CampaignEntry[]> {
      const first = await all(agencyId)
      return eachOnce([...first, ...(await all(agencyId))])
    },
    /** How many there are by product and state. */
    async counts(agencyId: string): Promise<Map<ProductLine, CampaignCounts>> {
      const { data } = await counts.query.primary({ agencyId }).go({ pages: 'all' })
      return new Map(
        data.map(({ line, active, paused, stopped, archived, removed }) => [
          line,
          {
            ...none,
            active: number(active),
            paused: number(paused),
            stopped: number(stopped),
            archived: number(archived),
            removed: number(removed),
          },
        ]),
      )
    },
    /** The meters of campaigns by their ids, in one request for each hundred. */
    async meters(campaigns: readonly { companyId: string; id: string }[]): Promise<Map<string, Meter>> {
      const keys = campaigns.map(({ companyId, id }) => {
        const { Key } = meters.get({ companyId, campaignId: id }).params<{ Key: { pk: string; sk: string } }>()
        return Key
      })
      // What is counted may be a moment old: the next lead makes it so anyway.
      const rows = await readAll(table, keys, 'may be a moment old')
      return new Map(rows.map(toMeter).map((meter) => [meter.campaignId, meter]))
    },
  }
}
