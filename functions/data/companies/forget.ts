// What becomes of each row of a removed company once its time is over. Each kind of row has a decision here; a test compares them with
// all kinds that there are.
import { DeleteItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import { searchWords, tagsOf } from '#shared/model/node.ts'
import { campaignEntity } from '../campaigns/rows.ts'
import { exclusionLists } from '../exclusions/list.ts'
import { leadErasure } from '../leads/erase.ts'
import { unlessRefused } from '../lib/errors.ts'
import type { Table } from '../lib/table.ts'
import { uniqueKinds } from '../lib/unique-name.ts'
import { leftKinds, partitionsOf } from '../tenancy/carry/kinds.ts'
import { kindOf, type Raw, textOf } from '../tenancy/carry/raw.ts'
import { rowReader, sendPlain } from '../tenancy/carry/reader.ts'
import { bucketsOf, toNodeOf } from '../tenancy/carry/walk.ts'
import { companyEntity } from '../tenancy/company.ts'
import { blankEmail, loginScopeOf, toLoginItem, userEntity } from '../tenancy/user.ts'
import { keysWithoutPerson, tagKey, wordKey } from './list-schema.ts'

/** Rows that stay, because books, contracts and proofs need them, without a person in them. */
export const blankedKinds: readonly string[] = ['company', 'user', 'campaign', 'lead']

export const keptKinds: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...[
        'payment',
        'failedPayment',
        'owedRefund',
        'campaignBill',
        'billState',
        'leadLot',
        'leadRefund',
        'leadHold',
        'leadTaking',
        'lotLine',
      ],
      ...[
        'purchase',
        'clientCap',
        'manualBill',
        'manualBillPart',
        'priceVersion',
        'latestPrice',
        'billing',
        'connectedAccount',
        'accountOwner',
      ],
      ...['minimumSpendPlan', 'minimumSpendName', 'minimumSpendAgreement', 'minimumSpendTrueUp'],
      ...[
        'wallet BAL',
        'wallet T',
        'wallet LOT',
        'wallet H',
        'wallet K',
        'wallet SWEEP',
        'counter-account',
        'open top-up',
      ],
      ...['commission', 'earnedDay', 'couponUse'],
    ].map((kind) => [kind, 'books']),
  ),
  ...Object.fromEntries(
    [
      'meter',
      'leadCount',
      'agencyCount',
      'cd',
      'lm',
      'daySums',
      'daySumsPart',
      'daySumsMark',
      'campaignCount',
      'ce',
      'nodeCount',
      'bannersMade',
      'apiKeysMade',
    ].map((kind) => [kind, 'numbers without a person, which bills and reports of those above follow from']),
  ),
  campaignNumber: 'no number is given twice',
  agreement: 'what was agreed to, as long as somebody may ask',
  protectedFile: 'the agreement itself',
  personRequest: 'that somebody was erased has to be shown; it holds a hash',
  auditLog: 'ends by itself after two years',
  userLogHead: 'the end of the audit log',
  domain: 'free with the removal itself',
  removedCompany: 'says when it was done',
  carryMark: 'says that an agency was brought here',
}

/** Rows that go, because they are somebody, lead to somebody, or open something. */
export const droppedKinds: readonly string[] = [
  ...[
    'node',
    'nw',
    'nt',
    'login',
    'roles',
    'questionnaire',
    'setting',
    'twoFactor',
    'reportMail',
    'apiKey',
    'uniqueName',
    'clientImport',
  ],
  ...['companyGroup', 'notice', 'noticeRecent', 'noticeReader', 'campaignPart', 'audience', 'banner', 'pixel', 'pull'],
  ...['dayFile', 'lookup', 'lookupRun', 'knownCount', 'enrichment', 'leadPerson', 'clientPerson', 'leadNotice'],
  ...['leadTally', 'leadTallyMark', 'exclusionList', 'exclusion bucket', 'exclusionBatch', 'upload', 'webhook', 'tool'],
  ...[
    'toolChoice',
    'toolMenu',
    'sheet',
    'sheetWriter',
    'delivery',
    'deliveryTry',
    'deliveryGroup',
    'replay',
    'happening',
  ],
]
const dropped = new Set(droppedKinds)
/** What never leaves an installation with an agency (sign-ins, links, codes) goes too, where it is a row of theirs. */
const isDropped = (kind: string) => dropped.has(kind) || (kind in leftKinds && !(kind in keptKinds))

/** What is known of a removed company's people once they are nobody. */
const nobody = {
  name: '',
  phone: '',
  phoneCountry: '',
  phoneCallingCode: '',
  passwordHash: '',
  pendingEmail: '',
  status: 'disabled',
} as const

type Whose = { companyId: string; parentId: string | null }

export function forgetting(table: Table) {
  const read = rowReader(table)
  const [companies, users, campaigns] = [companyEntity(table), userEntity(table), campaignEntity(table)]
  const lists = exclusionLists(table)
  const { erase } = leadErasure(table)

  async function idsOf(rows: AsyncIterable<Raw>, idOf: (item: Raw) => string): Promise<string[]> {
    const ids: string[] = []
    for await (const item of rows) ids.push(idOf(item))
    return ids
  }

  /** By which words and marks its clients are found: read out of their entries, which go after them. */
  async function* foundBy(companyId: string): AsyncGenerator<Raw> {
    for await (const item of read.partition(`C#${companyId}#NODES`)) {
      if (kindOf(item) !== 'node') continue
      const node = toNodeOf(item)
      const places = [
        ...searchWords(node).map((word) => wordKey(node, word)),
        ...tagsOf(node).map((tag) => tagKey(node, tag)),
      ]
      yield* read.byKeys(places.map(({ of, at }) => ({ pk: of, sk: at })))
      yield item
    }
  }

  /** All rows of the company that may hold somebody; what is read once more after an interruption is found blank, or gone. */
  async function* rowsOf({ companyId, parentId }: Whose): AsyncGenerator<Raw> {
    const campaignIds = await idsOf(read.partition(`C#${companyId}#CAMPAIGNS`), (item) => textOf(item, 'id'))
    const people = await idsOf(read.ofIndex('gsi1', `C#${companyId}#USERS`), (item) => textOf(item, 'pk').slice(2))
    for (const id of people) {
      for await (const item of read.partition(`U#${id}`)) {
        if (kindOf(item) === 'user') {
          const person = {
            id,
            email: textOf(item, 'email'),
            userType: textOf(item, 'userType'),
            rootId: textOf(item, 'rootId'),
          }
          const { scopeId, emailHash } = toLoginItem(person, loginScopeOf(person, parentId ?? companyId))
          for await (const row of read.byKeys([{ pk: `E#${scopeId}#${emailHash}`, sk: 'LOGIN' }]))
            if (textOf(row, 'userId') === id) yield row
        }
        yield item
      }
      for (const pk of partitionsOf('user', id)) if (pk !== `U#${id}`) yield* read.partition(pk)
      yield* read.partition(`U#${id}#SETTINGS`)
    }
    for (const scope of [COMPANY_SCOPE, ...campaignIds]) {
      const own = await idsOf(read.partition(`C#${companyId}#X#${scope}`), (item) => textOf(item, 'sk'))
      if (own.length === 0) continue
      // The list says where its buckets are, so it goes after them.
      yield* read.byKeys(bucketsOf(await lists.get(companyId, scope)))
      yield* read.partition(`C#${companyId}#X#${scope}`)
    }
    for (const id of campaignIds) for (const pk of partitionsOf('campaign', companyId, id)) yield* read.partition(pk)
    const own = partitionsOf('company', companyId).filter((pk) => !/^LOG#|#NODES$/.test(pk))
    for (const pk of [...own, `C#${companyId}#SETTINGS`]) yield* read.partition(pk)
    for (const kind of uniqueKinds) yield* read.partition(`C#${companyId}#NAMES#${kind}`)
    yield* foundBy(companyId)
  }

  const drop = ({ pk, sk }: Raw): Promise<unknown> =>
    sendPlain(
      table,
      new DeleteItemCommand({ TableName: table.name, Key: { pk: pk ?? { S: '' }, sk: sk ?? { S: '' } } }),
    )

  /** Its agency finds it for what it cost, by its name alone from now on. */
  async function blankMark({ companyId, parentId }: Whose): Promise<void> {
    if (!parentId) return
    const { of, at } = tagKey({ parentId, kind: 'client', companyId }, 'ended')
    for await (const { pk, sk, k } of read.byKeys([{ pk: of, sk: at }]))
      await sendPlain(
        table,
        new UpdateItemCommand({
          TableName: table.name,
          Key: { pk: pk ?? { S: '' }, sk: sk ?? { S: '' } },
          UpdateExpression: 'SET k = :k',
          ExpressionAttributeValues: { ':k': { S: keysWithoutPerson(k?.S ?? '') } },
        }),
      )
  }

  const blanks: Readonly<Record<string, (item: Raw, at: number) => Promise<unknown>>> = {
    lead: (item, at) =>
      item.erasedAt
        ? Promise.resolve()
        : erase(
            {
              companyId: textOf(item, 'companyId'),
              campaignId: textOf(item, 'campaignId'),
              createdAt: Number(item.createdAt?.N),
              id: textOf(item, 'id'),
            },
            at,
          ),
    campaign: (item) =>
      campaigns
        .patch({ companyId: textOf(item, 'companyId'), id: textOf(item, 'id') })
        .remove(['reportTo', 'noticeTo'])
        .go(),
    user: (item) =>
      users
        .patch({ id: textOf(item, 'id') })
        .set({ ...nobody, email: blankEmail(textOf(item, 'id')) })
        .remove(['picture'])
        .go(),
    company: (item, at) =>
      companies
        .patch({ id: textOf(item, 'id') })
        // A client whose agency was removed ends with it.
        .set({ email: '', phone: '', contacts: {}, ...(!item.deletedAt && { deletedAt: at }) })
        .remove(['cancelReason'])
        .go(),
  }

  return {
    /** Erases until it is done, or there is no time left: then false, and the same again goes on. */
    async forget(whose: Whose, now: number, hasTime: () => boolean): Promise<boolean> {
      for await (const item of rowsOf(whose)) {
        if (!hasTime()) return false
        const kind = kindOf(item)
        if (blanks[kind]) await blanks[kind](item, now).catch(unlessRefused)
        else if (isDropped(kind)) await drop(item)
        else if (!(kind in keptKinds))
          throw new Error(`Nobody decided what becomes of rows of the kind "${kind}" (${textOf(item, 'pk')}).`)
      }
      await blankMark(whose)
      return true
    },
  }
}
