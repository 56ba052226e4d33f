// The table did what it was asked, its answer was lost, and the library asks again. Where a write has a condition the second request is
// refused, because of what the first one wrote: it looks as if somebody else had been there. Such a refusal is looked at, and is none
// where the row is as this very write leaves it. Transactions need none of it: the table knows one that is sent again by its token.
import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import type { OneWrite, Reading } from './refused-write.ts'

/** A request was read to its end and refused. Anything else may have been done. */
const isAnswered = (error: unknown): boolean => {
  const { httpStatusCode = 0 } = (Object(error) as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {}
  return httpStatusCode >= 400 && httpStatusCode < 500
}

/** Has a client know its own writes again; `plain` is the one below it, which speaks as the wire does. */
export function knowOwnWrites(TableName: string, client: DynamoDBDocumentClient, plain: DynamoDBClient): void {
  const from = { TableName, ConsistentRead: true }
  const read: Reading = {
    plain: async (Key) => (await plain.send(new GetItemCommand({ ...from, Key }))).Item,
    row: async (Key) => (await client.send(new GetCommand({ ...from, Key: { ...Key } }))).Item,
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
          if (isUnsure && isRefused) {
            // It is rare, and every function would begin with it.
            const { answerOfOwn } = await import('./refused-write.ts')
            // @NOTE a write of one row is all that is refused so.
            const output = await answerOfOwn(args.input as OneWrite, read)
            if (output) return { response: undefined, output }
          }
          if (!isAnswered(error)) isUnsure = true
          throw error
        }
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'know-own-writes' },
  )
}
