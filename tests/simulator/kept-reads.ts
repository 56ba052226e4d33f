// Answers of the table that cannot have changed are not asked for again. Every write goes through the same client, so what is known
// of a row holds until it is written, of a partition until one of its rows is, and of an index until anything is. Some of it is
// asked for again all the same.
import { isDeepStrictEqual } from 'node:util'
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Item, TableKey } from '#functions/data/lib/table.ts'

/** A request to the table, as the SDK names it. */
export type Command = { constructor: { name: string }; input: object }

type Touch = { Put?: { Item?: Item }; Update?: { Key?: Item }; Delete?: { Key?: Item } }
type Input = {
  TableName?: string
  Key?: Item
  Item?: Item
  TransactItems?: Touch[]
  IndexName?: string
  ProjectionExpression?: string
  KeyConditionExpression?: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Item
}
export type Send = (command: Command) => Promise<object>

/** Stands for all indexes: which of them a write touches is the engine's to know. */
const INDEXES = ''
/** One of so many kept answers is compared with what the engine says now. */
const LOOK_AGAIN = 50

/** At most so many rows are read at once. */
const BATCH = 100
const nothing = { Items: [], Count: 0, ScannedCount: 0 }

const reads = ['GetCommand', 'QueryCommand', 'BatchGetCommand', 'TransactGetCommand', 'BatchGetItemCommand']
/** A key as it stands, or as a plain command writes it. */
const textOf = (value: unknown) => String(Object(value).S ?? value)

/** Which partition a query asks for; undefined when it does not say so plainly. */
function partitionOf(query: Input): string | undefined {
  if (query.IndexName) return INDEXES
  for (const [, field = '', value = ''] of (query.KeyConditionExpression ?? '').matchAll(/(#?\w+) *= *(:\w+)/g))
    if ((query.ExpressionAttributeNames?.[field] ?? field) === 'pk')
      return String(query.ExpressionAttributeValues?.[value])
  return undefined
}

/** The rows that a command writes, as far as it names them one by one; undefined when it does not. */
export function written({ constructor: { name }, input }: Command): TableKey[] | undefined {
  if (reads.includes(name)) return []
  if (name === 'BatchWriteCommand') return undefined
  const { TransactItems = [], Item, Key }: Input = input
  return [...TransactItems.map(({ Put, Update, Delete }) => Put?.Item ?? Update?.Key ?? Delete?.Key), Item, Key]
    .filter((key) => key !== undefined)
    .map(({ pk, sk }) => ({ pk: textOf(pk), sk: textOf(sk) }))
}

const isRefusal = (error: unknown) =>
  error instanceof TransactionCanceledException || error instanceof ConditionalCheckFailedException

/** A kept answer is given to many: the person who changes it would change it for all of them. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const name in value) freeze(Reflect.get(value, name))
  Object.freeze(value)
}

type Partition = { answers: Map<string, object>; rows: Map<string, object>; isEmpty?: boolean | undefined }

export function keepReads(ask: Send, strange: (text: string) => void) {
  const kept = new Map<string, Partition>()
  let writes = 0
  let hits = 0

  function partition(pk: string): Partition {
    const known = kept.get(pk) ?? { answers: new Map(), rows: new Map() }
    kept.set(pk, known)
    return known
  }

  /** Forgets what a write may change. The function that it answers puts it back, for a write that was refused. */
  function forgetFor(command: Command): () => void {
    const rows = written(command)
    if (!rows) {
      kept.clear()
      return () => undefined
    }
    const undo: (() => void)[] = []
    for (const pk of new Set([INDEXES, ...rows.map((row) => row.pk)])) {
      const known = partition(pk)
      const { answers, isEmpty } = known
      Object.assign(known, { answers: new Map(), isEmpty: undefined })
      undo.push(() => Object.assign(known, { answers, isEmpty }))
    }
    for (const { pk, sk } of rows) {
      const known = partition(pk)
      const row = known.rows.get(sk)
      if (row && known.rows.delete(sk)) undo.push(() => known.rows.set(sk, row))
    }
    return () => {
      for (const each of undo) each()
    }
  }

  async function write(command: Command): Promise<object> {
    const mine = ++writes
    const putBack = forgetFor(command)
    try {
      return await ask(command)
    } catch (error) {
      if (isRefusal(error) && mine === writes) putBack()
      throw error
    }
  }

  async function lookAgain(command: Command, answer: object): Promise<object> {
    if (++hits % LOOK_AGAIN > 0) return answer
    const before = writes
    const now = await ask(command)
    if (!isDeepStrictEqual(now, answer) && before === writes)
      strange(`${JSON.stringify(command.input)} is not as it was`)
    return now
  }

  /** What the engine says, kept in `place` unless something was written meanwhile. */
  async function askOnce(command: Command, place: Map<string, object>, text: string): Promise<object> {
    const known = place.get(text)
    if (known) return lookAgain(command, known)
    const before = writes
    const answer = await ask(command)
    freeze(answer)
    if (before === writes) place.set(text, answer)
    return answer
  }

  async function query(command: Command, input: Input, pk: string): Promise<object> {
    const known = partition(pk)
    // Many partitions are empty most of the time, and are asked about a time that goes on.
    if (pk !== INDEXES && known.isEmpty === undefined) {
      const { TableName } = input
      const [KeyConditionExpression, ExpressionAttributeValues] = ['pk = :pk', { ':pk': pk }]
      const whole = { TableName, ConsistentRead: true, Limit: 1, KeyConditionExpression, ExpressionAttributeValues }
      const before = writes
      const answer: { Count?: number } = await ask(new QueryCommand(whole))
      if (before === writes) known.isEmpty = answer.Count === 0
    }
    if (known.isEmpty) return lookAgain(command, nothing)
    return askOnce(command, known.answers, JSON.stringify(input))
  }

  return {
    async send(command: Command): Promise<object> {
      const { name } = command.constructor
      if (!reads.includes(name)) return write(command)
      const input: Input = command.input
      if (input.ProjectionExpression) return ask(command)
      if (name === 'GetCommand') return askOnce(command, partition(String(input.Key?.pk)).rows, String(input.Key?.sk))
      const pk = name === 'QueryCommand' ? partitionOf(input) : undefined
      return pk === undefined ? ask(command) : query(command, input, pk)
    },
    /** Rows as the engine has them now, no matter what is known of them. */
    async read(table: string, keys: readonly TableKey[]): Promise<Item[]> {
      const found: Item[] = []
      const before = writes
      for (let at = 0; at < keys.length; at += BATCH) {
        const RequestItems = { [table]: { Keys: keys.slice(at, at + BATCH), ConsistentRead: true } }
        const { Responses }: { Responses?: Record<string, Item[]> } = await ask(new BatchGetCommand({ RequestItems }))
        found.push(...(Responses?.[table] ?? []))
      }
      freeze(found)
      if (before === writes) for (const Item of found) partition(String(Item.pk)).rows.set(String(Item.sk), { Item })
      return found
    },
    forget: () => kept.clear(),
  }
}
