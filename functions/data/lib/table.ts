import { setTimeout as sleep } from 'node:timers/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { sdkLimits, TABLE_SECONDS } from '#shared/sdk-limits.ts'
import { cutKey } from '#shared/text.ts'
import { knowOwnWrites } from './own-writes.ts'

/** The one table: its name and the client that reaches it. Tests hang counters and faults into the client's middleware. */
export type Table = { client: DynamoDBDocumentClient; name: string }

export type TableKey = { pk: string; sk: string }
export type Item = Record<string, unknown>

const MOST_MEETINGS = 8
const MEETING_MS = 10

/**
 * A plain write that meets a transaction at its row is refused, and the library tries it again no more than any fault of ours.
 * Nothing was written, and the other one is through in some milliseconds. The local engine knows no such refusal.
 */
function waitForTransactions({ middlewareStack }: DynamoDBDocumentClient): void {
  middlewareStack.add(
    (next) => async (args) => {
      for (let meeting = 1; ; meeting++)
        try {
          return await next(args)
        } catch (error) {
          const isMet = error instanceof Error && error.name === 'TransactionConflictException'
          if (!isMet || meeting === MOST_MEETINGS) throw error
          await sleep(Math.random() * MEETING_MS * 2 ** meeting)
        }
    },
    { step: 'initialize', priority: 'high', name: 'wait-for-transactions' },
  )
}

export function openTable(name: string): Table {
  const plain = new DynamoDBClient({ maxAttempts: 5, ...sdkLimits(TABLE_SECONDS) })
  // It copies every request and answer for a log that nobody keeps.
  plain.middlewareStack.remove('loggerMiddleware')
  const client = DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } })
  knowOwnWrites(name, client, plain)
  waitForTransactions(client)
  return { client, name }
}

/** What every entity is built with. */
export const electro = (table: Table) => ({ client: table.client, table: table.name })

const service = 'leadloom'
/** Head of an entity. The version stands in every item, so that a later shape can tell an older one. */
export const model = <const Name extends string>(entity: Name) => ({ entity, service, version: '1' }) as const

/** ElectroDB casts keys to lower case unless told not to; ids here are case-sensitive. */
export const key = <const Field extends string, const Facets extends readonly string[]>(
  field: Field,
  composite: Facets,
  template: string,
) => ({ field, composite, template, casing: 'none' }) as const

type Primary = { primary: { pk: { template: string }; sk: { template: string } } }

/** Makes keys by the templates of an entity as ElectroDB does, at a tenth of its time: each call reads half a dozen rows by theirs. */
export const keyMaker =
  ({ primary: { pk, sk } }: Primary) =>
  (facets: Record<string, string>): TableKey => {
    const fill = ({ template }: { template: string }) =>
      template.replace(/\$\{(\w+)\}/g, (_, name: string) => {
        const value = facets[name]
        if (value === undefined) throw new Error(`A key needs ${name}.`)
        return value
      })
    return { pk: fill(pk), sk: fill(sk) }
  }

/**
 * Reads an item that was asked for by its key, for entities whose fields lie in it as they are: under their own names, and no
 * sets among them. What the schema does not name (keys, marks) is left out.
 */
export function itemReader({ model: { entity }, attributes }: { model: { entity: string }; attributes: object }) {
  const fields = Object.keys(attributes)
  return (item: Item): Item | undefined => {
    if (item.__edb_e__ !== entity) return undefined
    const row: Item = {}
    for (const field of fields) if (item[field] !== undefined) row[field] = item[field]
    return row
  }
}

/** An instant (ms) as text that sorts by time. */
export const at15 = (at: number): string => String(at).padStart(15, '0')

/** Text as lists sort it: without accents, in lower case, short enough for a key. */
export const sortable = (text: string) => cutKey(text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase(), 80)

/** Attributes that may be absent in an item are absent, not null, so that sparse indexes stay sparse. */
export function withoutNulls<T extends Record<string, unknown>>(
  item: T,
): { [K in keyof T]: Exclude<T[K], null | undefined> } {
  // @NOTE only entries that are null are left out, which is what the type says of optional attributes.
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], null | undefined>
  }
}
