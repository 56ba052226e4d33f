// All that an agency and its clients have, found by the keys of their owners: nothing is scanned, and what is held at a time is a
// page, the ids of the agency's companies, and the ids of one company's campaigns and people.
import { toolSlugs } from '#shared/integrations/slugs.ts'
import { productLines } from '#shared/model/company.ts'
import { tryOutcomes } from '#shared/model/delivery-try.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import { type CompanyListItem, searchWords, tagsOf } from '#shared/model/node.ts'
import { counterAccounts, dayOf } from '#shared/money/ledger.ts'
import { tagged, tagKey, toNode, wordKey, wordsOf } from '../../companies/list-schema.ts'
import { keyOf as bucketKey } from '../../exclusions/buckets.ts'
import { type ExclusionList, erasedShelfOf, exclusionLists, shelfOf, shelvesOf } from '../../exclusions/list.ts'
import { sortable, type Table, type TableKey } from '../../lib/table.ts'
import { uniqueKinds } from '../../lib/unique-name.ts'
import { campaignOwner, summed } from '../../reports/day-sums.ts'
import { outboxPk, SHARDS, walletPk } from '../../wallet/items.ts'
import { loginScopeOf, toLoginItem } from '../user.ts'
import { carriedKinds, leftKinds, partitionsOf } from './kinds.ts'
import { kindOf, plainOf, type Raw, textOf } from './raw.ts'
import { rowReader } from './reader.ts'

/** What makes somebody or something unique in an installation; what opens the door once all is there; all else by company. */
export const NAMES = 'names'
export const LAST = 'last'

export type Carried = { kind: string; part: string; item: Raw }
export type Left = { kind: string; left: true }
export type Step = Carried | Left

type Whose = { agencyId: string; rootId: string; domain: string; now: number }

const carried = new Set(carriedKinds)
export const toNodeOf = (item: Raw): CompanyListItem =>
  toNode(Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plainOf(value)])))

/** Facts of an agency that point to people of its platform, or to what the platform's cloud account holds. */
const platformFacts = ['salesRepId', 'accountExecutiveId', 'referralUserId', 'commissionRates', 'customDomain']

function without(item: Raw, names: readonly string[]): Raw {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)))
}

/** A row as it goes along: without what stays with the platform. */
function toCarried(kind: string, item: Raw): Raw {
  if (kind === 'company') return without(item, platformFacts)
  const facts = item.facts?.M
  return kind === 'node' && facts ? { ...item, facts: { M: without(facts, platformFacts) } } : item
}

/** Where the hashes of a list lie: what is read of it and what an import writes. */
export function* bucketsOf(list: ExclusionList): Generator<TableKey> {
  const erased = list.scope === COMPANY_SCOPE ? erasedShelfOf(list) : undefined
  const shelves = [
    ...[list.kinds, list.pending].flatMap((layouts) =>
      shelvesOf(layouts).map(({ kind, ...layout }) => shelfOf(list, kind, layout)),
    ),
    ...(erased ? [erased] : []),
  ]
  const seen = new Set<string>()
  for (const shelf of shelves)
    for (let number = 0; number < 2 ** shelf.bits; number++) {
      const key = bucketKey({ shelf, number })
      if (seen.has(key.pk)) continue
      seen.add(key.pk)
      yield key
    }
}

async function* inChunks<T>(all: Iterable<T>, size: number): AsyncGenerator<T[]> {
  let chunk: T[] = []
  for (const one of all) {
    chunk.push(one)
    if (chunk.length === size) {
      yield chunk
      chunk = []
    }
  }
  if (chunk.length > 0) yield chunk
}

type CampaignRef = { id: string; line: string; number: string }

export async function* walkTenant(table: Table, { agencyId, rootId, domain, now }: Whose): AsyncGenerator<Step> {
  const read = rowReader(table)
  const lists = exclusionLists(table)

  const isOver = (item: Raw) => item.ttl?.N !== undefined && Number(item.ttl.N) * 1000 <= now
  function* take(part: string, item: Raw): Generator<Step> {
    if (isOver(item)) return
    const kind = kindOf(item)
    if (kind in leftKinds) return yield { kind, left: true }
    if (!carried.has(kind))
      throw new Error(`Nobody decided whether rows of the kind "${kind}" go along (${textOf(item, 'pk')}).`)
    yield { kind, part, item: toCarried(kind, item) }
  }
  async function* partition(part: string, pk: string): AsyncGenerator<Step> {
    for await (const item of read.partition(pk)) {
      // Once this row is there, people of the agency may come.
      const isDoor = pk === `C#${agencyId}` && textOf(item, 'sk') === 'COMPANY'
      yield* take(isDoor ? LAST : part, item)
    }
  }
  async function* byKeys(part: string, keys: Iterable<TableKey>, isOurs: (item: Raw) => boolean = () => true) {
    for await (const chunk of inChunks(keys, 100))
      for await (const item of read.byKeys(chunk)) if (isOurs(item)) yield* take(part, item)
  }
  async function idsOf(rows: AsyncIterable<Raw>, idOf: (item: Raw) => string): Promise<string[]> {
    const ids: string[] = []
    for await (const item of rows) ids.push(idOf(item))
    return ids.sort()
  }

  async function campaignsOf(companyId: string): Promise<CampaignRef[]> {
    const all: CampaignRef[] = []
    for await (const item of read.partition(`C#${companyId}#CAMPAIGNS`))
      all.push({ id: textOf(item, 'id'), line: textOf(item, 'line'), number: textOf(item, 'number') })
    return all
  }

  async function* exclusionsOf(companyId: string, scopes: readonly string[]): AsyncGenerator<Step> {
    for (const scope of scopes) {
      const pk = `C#${companyId}#X#${scope}`
      let isThere = false
      for await (const item of read.partition(pk)) {
        isThere = true
        yield* take(companyId, item)
      }
      if (isThere) yield* byKeys(companyId, bucketsOf(await lists.get(companyId, scope)))
    }
  }

  async function* walletOf(companyId: string): AsyncGenerator<Step> {
    const days = new Set<string>()
    for await (const item of read.partition(walletPk(companyId))) {
      if (textOf(item, 'sk').startsWith('T#')) days.add(dayOf(Number(item.at?.N)))
      yield* take(companyId, item)
    }
    const accounts = [...new Set(Object.values(counterAccounts))].sort()
    yield* byKeys(
      companyId,
      [...days].sort().flatMap((day) => accounts.map((sk) => ({ pk: `REV#${companyId}#${day}`, sk }))),
    )
    if (days.size === 0) return
    for (let shard = 0; shard < SHARDS; shard++)
      for await (const item of read.partition(outboxPk(shard)))
        if (textOf(item, 'companyId') === companyId) yield* take(companyId, item)
  }

  async function* triesOf(companyId: string): AsyncGenerator<Step> {
    const hooks = await idsOf(read.partition(`C#${companyId}#WEBHOOKS`), (item) => textOf(item, 'id'))
    for (const destination of [...hooks, ...toolSlugs])
      for (const outcome of tryOutcomes) yield* partition(companyId, `C#${companyId}#TRIES#${destination}#${outcome}`)
  }

  /** By which words and marks the clients of the agency are found. */
  async function* wordsOfClients(): AsyncGenerator<Step> {
    const clients = { parentId: agencyId, kind: 'client' } as const
    const places = new Set([tagged(clients, 'ended')])
    for await (const item of read.partition(`C#${agencyId}#NODES`)) {
      const node = toNodeOf(item)
      for (const word of searchWords(node)) places.add(wordsOf(clients, word))
      for (const tag of tagsOf(node)) places.add(tagged(clients, tag))
    }
    for (const pk of [...places].sort()) yield* partition(agencyId, pk)
  }

  async function* peopleOf(companyId: string): AsyncGenerator<Step> {
    const ids = await idsOf(read.ofIndex('gsi1', `C#${companyId}#USERS`), (item) => textOf(item, 'pk').slice(2))
    for (const id of ids) {
      let login: TableKey | undefined
      for (const pk of partitionsOf('user', id))
        for await (const item of read.partition(pk)) {
          if (kindOf(item) === 'user') {
            const person = { id, email: textOf(item, 'email'), userType: textOf(item, 'userType'), rootId }
            const { scopeId, emailHash } = toLoginItem(person, loginScopeOf(person, agencyId))
            login = { pk: `E#${scopeId}#${emailHash}`, sk: 'LOGIN' }
          }
          yield* take(companyId, item)
        }
      yield* partition(companyId, `U#${id}#SETTINGS`)
      if (login) yield* byKeys(NAMES, [login], (item) => textOf(item, 'userId') === id)
    }
  }

  async function* companyRows(companyId: string): AsyncGenerator<Step> {
    const campaigns = await campaignsOf(companyId)
    for (const pk of partitionsOf('company', companyId)) yield* partition(companyId, pk)
    yield* partition(companyId, `C#${companyId}#SETTINGS`)
    for (const kind of uniqueKinds) yield* partition(companyId, `C#${companyId}#NAMES#${kind}`)
    const subjects = [
      'COST',
      ...productLines.map((line) => `RETAIL#${line}`),
      ...campaigns.map(({ id, line }) => `RETAIL#${line}#${id}`),
    ]
    for (const subject of subjects) yield* partition(companyId, `C#${companyId}#PRICES#${subject}`)
    for (const owner of [companyId, ...campaigns.map(({ id }) => campaignOwner({ companyId, id }))])
      for (const what of summed)
        for (const place of ['DAYS', 'PARTS']) yield* partition(companyId, `C#${owner}#${place}#${what}`)
    yield* exclusionsOf(companyId, [COMPANY_SCOPE, ...campaigns.map(({ id }) => id)])
    yield* triesOf(companyId)
    for (const { id } of campaigns)
      for (const pk of partitionsOf('campaign', companyId, id)) yield* partition(companyId, pk)
    yield* walletOf(companyId)
    yield* peopleOf(companyId)
    yield* byKeys(
      NAMES,
      campaigns.filter(({ number }) => number).map(({ number }) => ({ pk: `CAMPAIGN#${number}`, sk: 'ID' })),
      (item) => textOf(item, 'companyId') === companyId,
    )
    for await (const item of read.byKeys([{ pk: `C#${companyId}`, sk: 'CONNECT' }])) {
      const account = textOf(item, 'accountId')
      if (account)
        yield* byKeys(NAMES, [{ pk: `A#${account}`, sk: 'OWNER' }], (row) => textOf(row, 'company') === companyId)
    }
  }

  /** The plan that the agency is bound to stands with the platform, and so does its line in the platform's list. */
  async function* platformRows(): AsyncGenerator<Step> {
    for await (const item of read.byKeys([{ pk: `C#${agencyId}`, sk: 'COMPANY' }])) {
      const [plan, subdomain] = [textOf(item, 'minimumSpendPlanId'), textOf(item, 'subdomain')]
      if (plan)
        for await (const row of read.byKeys([{ pk: `C#${rootId}#MINSPEND`, sk: plan }])) {
          yield* take(NAMES, row)
          const name = { pk: `C#${rootId}#MINSPENDNAMES`, sk: sortable(textOf(row, 'name')) }
          yield* byKeys(NAMES, [name], (each) => textOf(each, 'planId') === plan)
        }
      if (subdomain)
        yield* byKeys(
          LAST,
          [{ pk: `D#${subdomain}.${domain}`, sk: 'DOMAIN' }],
          (row) => textOf(row, 'companyId') === agencyId,
        )
    }
    for await (const item of read.byKeys([{ pk: `C#${rootId}#NODES`, sk: agencyId }])) {
      yield* take(LAST, item)
      const node = toNodeOf(item)
      const keys = [
        ...searchWords(node).map((word) => wordKey(node, word)),
        ...tagsOf(node)
          .filter((tag) => !tag.startsWith('sales_'))
          .map((tag) => tagKey(node, tag)),
      ]
      yield* byKeys(
        LAST,
        keys.map(({ of, at }) => ({ pk: of, sk: at })),
      )
    }
  }

  const clients = await idsOf(read.ofIndex('gsi1', `P#${agencyId}#COMPANY#client`), (item) =>
    textOf(item, 'pk').slice(2),
  )
  yield* companyRows(agencyId)
  yield* wordsOfClients()
  for (const clientId of clients) yield* companyRows(clientId)
  yield* platformRows()
}

/** The companies of an agency, itself first. */
export async function companiesOfTenant(table: Table, agencyId: string): Promise<string[]> {
  const ids: string[] = []
  for await (const item of rowReader(table).ofIndex('gsi1', `P#${agencyId}#COMPANY#client`))
    ids.push(textOf(item, 'pk').slice(2))
  return [agencyId, ...ids.sort()]
}
