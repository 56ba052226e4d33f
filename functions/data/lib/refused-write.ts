// Whether a write of one row that was refused is why it was: the row is as the write leaves it. See `own-writes.ts`, which loads this when
// it is asked for the first time.
import { isDeepStrictEqual } from 'node:util'
import type { AttributeValue } from '@aws-sdk/client-dynamodb'

type Row = Record<string, AttributeValue>
/** A write of one row, as it stands on the wire. */
export type OneWrite = {
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

/** One row as it stands now: as the wire says it, and as our own code reads it. */
export type Reading = { plain(key: Row): Promise<Row | undefined>; row(key: object): Promise<object | undefined> }

/** What the table said to a refused write that was done before, as far as it can be known; undefined where it was refused by others. */
export async function answerOfOwn(write: OneWrite, read: Reading) {
  const { ConditionExpression, ReturnValues = '' } = write
  const { pk, sk } = write.Key ?? write.Item ?? {}
  if (!ConditionExpression || !pk || !sk) return undefined
  // What the row was before it nobody knows any more; of a row that was removed its caller may do without.
  if (ReturnValues.endsWith('_OLD') && (write.Item || write.UpdateExpression)) return undefined
  if (!isOwnWrite(write, await read.plain({ pk, sk }))) return undefined
  return { $metadata: {}, ...(ReturnValues === 'ALL_NEW' && { Attributes: await read.row({ pk: pk.S, sk: sk.S }) }) }
}
