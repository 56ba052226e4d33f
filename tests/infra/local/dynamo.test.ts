import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Dynamo, ensureTable, startDynamo, tableInput } from '#infra/local/dynamo.ts'
import { table } from '#shared/stores.ts'

const ends: (() => unknown)[] = []
let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'dynamo-'))
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  rmSync(dir, { recursive: true, force: true })
})

async function start(options: Parameters<typeof startDynamo>[0]): Promise<Dynamo> {
  const dynamo = await startDynamo(options)
  ends.push(dynamo.stop)
  return dynamo
}
function connect({ endpoint }: { endpoint: string }): DynamoDBClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 })
  ends.push(() => client.destroy())
  return client
}
const item = (pk: string) => ({ TableName: table.name, Item: { pk: { S: pk }, sk: { S: '1' } } })
async function has(client: DynamoDBClient, pk: string): Promise<boolean> {
  const found = await client.send(new GetItemCommand({ TableName: table.name, Key: item(pk).Item }))
  return found.Item !== undefined
}
const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

const hasJava = spawnSync('java', ['-version']).status === 0
const engines = [
  { only: 'dynoxide' as const, name: 'dynoxide' },
  ...(hasJava ? [{ only: 'java' as const, name: 'DynamoDB Local' }] : []),
]

describe('the engine that npm installs', () => {
  it('is locked for each kind of machine, in one version', () => {
    const { optionalDependencies: wanted } = JSON.parse(readFileSync('package.json', 'utf8'))
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    const machines = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64']
    expect(Object.keys(wanted)).toEqual(machines.map((machine) => `@dynoxide/${machine}`))
    expect(new Set(Object.values(wanted)).size).toBe(1)
    for (const [name, version] of Object.entries(wanted)) {
      const [os, cpu] = name.replace('@dynoxide/', '').split('-')
      const locked = packages[`node_modules/${name}`]
      expect(locked).toMatchObject({ version, os: [os], cpu: [cpu], optional: true })
    }
  })
})

describe.each(engines)('startDynamo ($name)', ({ only }) => {
  it('keeps what was written over a restart', async () => {
    const first = await start({ dataDir: dir, only })
    expect(first.kind).toBe(only)
    await ensureTable(connect(first))
    await connect(first).send(new PutItemCommand(item('kept')))
    await first.stop()
    expect(await has(connect(await start({ dataDir: dir, only })), 'kept')).toBe(true)
  })

  it('creates table, indexes and expiry once, and again changes nothing', async () => {
    const client = connect(await start({ dataDir: null, only }))
    await ensureTable(client)
    await client.send(new PutItemCommand(item('kept')))
    await ensureTable(client)
    const { Table } = await client.send(new DescribeTableCommand({ TableName: table.name }))
    const names = Table?.GlobalSecondaryIndexes?.map((index) => index.IndexName).sort()
    expect(names).toEqual(table.indexes.map(({ name }) => name))
    expect(Table?.GlobalSecondaryIndexes?.every((index) => index.Projection?.ProjectionType === 'ALL')).toBe(true)
    expect(Table?.StreamSpecification?.StreamEnabled ?? false).toBe(false)
    const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: table.name }))
    expect(TimeToLiveDescription).toMatchObject({ AttributeName: 'ttl', TimeToLiveStatus: 'ENABLED' })
    expect(await has(client, 'kept')).toBe(true)
  })

  it('adds an index that an older table lacks, and fills it', async () => {
    const client = connect(await start({ dataDir: null, only }))
    const { GlobalSecondaryIndexes, AttributeDefinitions, ...input } = tableInput()
    const isOld = (name: string | undefined) => !/^gsi[45]/.test(name ?? '')
    await client.send(
      new CreateTableCommand({
        ...input,
        GlobalSecondaryIndexes: GlobalSecondaryIndexes.filter(({ IndexName }) => isOld(IndexName)),
        AttributeDefinitions: AttributeDefinitions.filter(({ AttributeName }) => isOld(AttributeName)),
      }),
    )
    const older = { ...item('older').Item, gsi5pk: { S: 'a' }, gsi5sk: { S: 'b' } }
    await client.send(new PutItemCommand({ TableName: table.name, Item: older }))
    await ensureTable(client)
    const found = await client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: 'gsi5',
        KeyConditionExpression: 'gsi5pk = :pk',
        ExpressionAttributeValues: { ':pk': { S: 'a' } },
      }),
    )
    expect(found.Items).toEqual([older])
  })
})

describe('startDynamo', () => {
  /** A parent that starts the database on `dir`, says so, and stays. */
  async function startParent() {
    const code = `import { startDynamo } from '#infra/local/dynamo.ts'
      const { endpoint } = await startDynamo({ dataDir: ${JSON.stringify(dir)} })
      console.log(endpoint)
      setInterval(() => {}, 1000)`
    const parent = spawn(
      process.execPath,
      ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', code],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    ends.push(() => parent.kill('SIGKILL'))
    const [line]: unknown[] = await once(parent.stdout, 'data')
    const { pid }: { pid: number } = JSON.parse(readFileSync(join(dir, 'dynamo.pid'), 'utf8'))
    ends.push(() => isRunning(pid) && process.kill(pid, 'SIGKILL'))
    return { parent, endpoint: String(line).trim(), pid }
  }

  it('ends with a parent that is killed, and the next start finds its data', async () => {
    const { parent, endpoint, pid } = await startParent()
    await ensureTable(connect({ endpoint }))
    await connect({ endpoint }).send(new PutItemCommand(item('before')))
    parent.kill('SIGKILL')
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 60_000, interval: 50 })
    expect(await has(connect(await start({ dataDir: dir })), 'before')).toBe(true)
  })

  it('ends an engine whose parent is gone and whom nothing else ended', async () => {
    // What works on the data names it in its command line.
    const orphan = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', join(dir, 'dynoxide.db')])
    ends.push(() => orphan.kill('SIGKILL'))
    writeFileSync(join(dir, 'dynamo.pid'), JSON.stringify({ pid: orphan.pid, parent: 1 }))
    const ended = once(orphan, 'exit')
    await start({ dataDir: dir })
    await ended
  })

  it('leaves the database of a running owner alone', async () => {
    const { pid } = await startParent()
    await expect(startDynamo({ dataDir: dir })).rejects.toThrow(/already running on .*Stop it first/)
    expect(isRunning(pid)).toBe(true)
  })

  it('never ends a process that merely got the old number', async () => {
    const stranger = spawn('sleep', ['60'])
    ends.push(() => stranger.kill('SIGKILL'))
    writeFileSync(join(dir, 'dynamo.pid'), JSON.stringify({ pid: stranger.pid, parent: 1 }))
    await start({ dataDir: dir })
    expect(isRunning(stranger.pid ?? 0)).toBe(true)
  })

  it('starts over a torn note', async () => {
    writeFileSync(join(dir, 'dynamo.pid'), '{"pid":')
    expect((await start({ dataDir: dir })).kind).toBe('dynoxide')
  })

  it('says in one sentence that the database file is broken', async () => {
    writeFileSync(join(dir, 'dynoxide.db'), 'this is no database, '.repeat(500))
    const started = startDynamo({ dataDir: dir })
    await expect(started).rejects.toThrow(
      /^The data in .*dynoxide\.db cannot be read\. Begin anew with: npm start -- --fresh$/,
    )
    expect(existsSync(join(dir, 'dynamo.pid'))).toBe(false)
  })

  it('says that a given port is taken', async () => {
    const { endpoint } = await start({ dataDir: null })
    await expect(startDynamo({ dataDir: dir, port: Number(new URL(endpoint).port) })).rejects.toThrow(
      /did not start: the port is taken/,
    )
  })
})
