// The table did what it was asked, its answer was lost, and the library asks again. Where a write has a condition the second request is
// refused, because of what the first one wrote: it looks as if somebody else had been there. Such a refusal is looked at, and is none
// where the row is as this very write leaves it. Transactions need none of it: the table knows one that is sent again by its token.
import { isDeepStrictEqual } from 'node:util'
import { type AttributeValue, type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'

type Row = Record<string, AttributeValue>
/** A write of one row, as it stands on the wire. */
export type OneWrite = {
  TableName?: string
  Key?: Row
  Item?: Row
  UpdateExpression?: string
  ConditionExpression?: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Row
  ReturnValues?: string
}

/** What an update does to the row: `SET #a = :a, #b = :b REMOVE #c ADD #d :d` by its words. */
function partsOf(expression: string): Record<string, string[]> {
  const [, ...words] = expression.split(/(?:^|\s)(SET|REMOVE|ADD|DELETE)\s/)
  const parts: Record<string, string[]> = {}
  for (let at = 0; at < words.length; at += 2)
    // Arguments of functions stay together.
    parts[words[at] ?? ''] = (words[at + 1] ?? '').split(/,\s*(?![^()]*\))/).map((each) => each.trim())
  return parts
}

/**
 * Whether an update that was refused is why it was: all that it sets and removes is so, and something of it is what its condition asks
 * about. Of what it adds, only a sum whose first value the condition names can be known.
 */
function isUpdated(write: OneWrite, row: Row | undefined): boolean {
  if (!row) return false
  const { UpdateExpression = '', ConditionExpression = '' } = write
  const nameOf = (token = '') => write.ExpressionAttributeNames?.[token] ?? token
  const given = (token = '') => write.ExpressionAttributeValues?.[token]
  const asked = new Set((ConditionExpression.match(/#[\w.]+/g) ?? []).map(nameOf))
  const { SET = [], REMOVE = [], ADD = [], DELETE = [] } = partsOf(UpdateExpression)
  let isOwn = false
  const holds = (name: string, is: boolean) => {
    if (is && asked.has(name)) isOwn = true
    return is
  }
  const sets = SET.every((each) => {
    const [, name, value] = /^(#\w+) = (:\w+)$/.exec(each) ?? []
    // What is counted from other values says nothing.
    return name === undefined || holds(nameOf(name), isDeepStrictEqual(row[nameOf(name)], given(value)))
  })
  const removes = REMOVE.every((each) => holds(nameOf(each), row[nameOf(each)] === undefined))
  const adds = ADD.every((each) => {
    const [token = '', by] = each.split(/\s+/)
    const name = nameOf(token)
    if (!asked.has(name)) return true
    const before = given(new RegExp(`${token} = (:\\w+)`).exec(ConditionExpression)?.[1])?.N
    return before !== undefined && holds(name, Number(row[name]?.N) === Number(before) + Number(given(by)?.N))
  })
  return sets && removes && adds && isOwn && !DELETE.some((each) => asked.has(nameOf(each.split(/\s+/)[0])))
}

/** Whether a refused write is why it was refused. */
export function isOwnWrite(write: OneWrite, row: Row | undefined): boolean {
  if (write.Item) return isDeepStrictEqual(row, write.Item)
  return write.UpdateExpression === undefined ? row === undefined : isUpdated(write, row)
}

/** A request was read to its end and refused. Anything else may have been done. */
const isAnswered = (error: unknown): boolean => {
  const { httpStatusCode = 0 } = (Object(error) as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {}
  return httpStatusCode >= 400 && httpStatusCode < 500
}

/** Has a client know its own writes again; `plain` is the one below it, which speaks as the wire does. */
export function knowOwnWrites(client: DynamoDBDocumentClient, plain: DynamoDBClient): void {
  async function own(write: OneWrite) {
    const { TableName, ConditionExpression, ReturnValues = '' } = write
    const { pk, sk } = write.Key ?? write.Item ?? {}
    if (!TableName || !ConditionExpression || !pk || !sk) return undefined
    // What the row was before it nobody knows any more; of a row that was removed its caller may do without.
    if (ReturnValues.endsWith('_OLD') && (write.Item || write.UpdateExpression)) return undefined
    const place = { TableName, ConsistentRead: true }
    const { Item } = await plain.send(new GetItemCommand({ ...place, Key: { pk, sk } }))
    if (!isOwnWrite(write, Item)) return undefined
    if (ReturnValues !== 'ALL_NEW') return { $metadata: {} }
    const { Item: Attributes } = await client.send(new GetCommand({ ...place, Key: { pk: pk.S, sk: sk.S } }))
    return { $metadata: {}, Attributes }
  }
  client.middlewareStack.add(
    (next) => {
      // Of this one request, through all of its tries.
      let isUnsure = false
      return async (args) => {
        try {
          return await next(args)
        } catch (error) {
          const isRefused = error instanceof Error && error.name === 'ConditionalCheckFailedException'
          // @NOTE a write of one row is all that is refused so.
          const output = isUnsure && isRefused && (await own(args.input as OneWrite))
          if (output) return { response: undefined, output }
          if (!isAnswered(error)) isUnsure = true
          throw error
        }
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'know-own-writes' },
  )
}
