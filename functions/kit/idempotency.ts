// Same key and body: the first answer again, also from the next version. Other body: 422. A twin that still runs: 409. Kept for 24
// hours, sealed: an answer may hold what is for nobody but the person who asked, such as the secret that confirms a payment.
import { randomUUID } from 'node:crypto'
import {
  IdempotencyAlreadyInProgressError,
  IdempotencyConfig,
  IdempotencyInconsistentStateError,
  IdempotencyValidationError,
  makeIdempotent,
} from '@aws-lambda-powertools/idempotency'
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb'
import type { Context as LambdaContext } from 'aws-lambda'
import { AppError } from '#shared/errors.ts'
import { table as tableShape } from '#shared/stores.ts'
import type { Services } from './services.ts'

const KEEP_SECONDS = 24 * 60 * 60

export type Once = { call: string; tenantId: string; userId: string; key: string; body: unknown }

type Client = Services['table']['client']
type Claim = { input: { Item?: Record<string, unknown> } }

/**
 * The table's client, whose claims name the request that makes them. Where an answer was lost and the client asks again it finds its own
 * claim, which would look like a twin that still runs, for as long as a call may take.
 */
function claimingAs(by: string, client: Client): Client {
  const send = async (command: Parameters<Client['send']>[0]) => {
    // @NOTE the layer sends items alone, in the form of the wire.
    const { input } = command as unknown as Claim
    if (input.Item) input.Item.by = { S: by }
    try {
      return await client.send(command)
    } catch (error) {
      const { name, Item } = Object(error) as { name?: string; Item?: { by?: { S?: string } } }
      if (name === 'ConditionalCheckFailedException' && Item?.by?.S === by) return {}
      throw error
    }
  }
  // @NOTE the layer uses nothing else of it.
  return { config: client.config, middlewareStack: client.middlewareStack, send } as unknown as Client
}

/** Fields in one order: a program that sends the same again may write them in another. */
const inOrder = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

export async function runOnce<T extends object>(
  services: Services,
  lambda: LambdaContext,
  once: Once,
  run: () => Promise<T>,
): Promise<T> {
  const persistenceStore = new DynamoDBPersistenceLayer({
    tableName: services.table.name,
    keyAttr: tableShape.partitionKey,
    sortKeyAttr: tableShape.sortKey,
    staticPkValue: `I#${once.tenantId}#${once.userId}`,
    expiryAttr: tableShape.ttl,
    awsSdkV3Client: claimingAs(randomUUID(), services.table.client),
  })
  const config = new IdempotencyConfig({
    eventKeyJmesPath: 'key',
    payloadValidationJmesPath: 'body',
    throwOnNoIdempotencyKey: true,
    expiresAfterSeconds: KEEP_SECONDS,
  })
  config.registerLambdaContext(lambda)
  const owner = `answer#${once.tenantId}#${once.userId}`
  let fresh: T | undefined
  const guarded = makeIdempotent(
    async (_once: { key: string; body: string }) => {
      fresh = await run()
      return services.sealer.seal(JSON.stringify(fresh), owner)
    },
    { persistenceStore, config, keyPrefix: once.call },
  )
  try {
    const box = await guarded({ key: once.key, body: JSON.stringify(once.body, inOrder) })
    // @NOTE what was sealed under the key of this call is an answer of this call.
    return fresh ?? (JSON.parse(await services.sealer.unseal(box, owner)) as T)
  } catch (error) {
    if (error instanceof IdempotencyAlreadyInProgressError || error instanceof IdempotencyInconsistentStateError) {
      throw new AppError('in_progress', 'The same request is still being worked on. Wait a moment and look again.')
    }
    if (error instanceof IdempotencyValidationError) {
      throw new AppError('key_reused', 'This idempotency key was used for another request.')
    }
    // The work is done and only its answer could not be kept: saying that it failed would have it done once more.
    if (fresh) {
      services.report(`an answer could not be kept (${once.call})`, error)
      return fresh
    }
    throw error
  }
}
