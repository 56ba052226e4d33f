import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startDynamo } from '#infra/local/dynamo.ts'
import { type Engines, startEngines } from '#infra/local/engines.ts'
import { startQueues } from '#infra/local/queues.ts'
import { deadVariable, jobNames, queueVariable, rescuedJobs } from '#shared/job-names.ts'
import { jobs, ObjectCreated } from '#shared/jobs.ts'

const ends: (() => unknown)[] = []
let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'engines-'))
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  rmSync(dir, { recursive: true, force: true })
})

async function start(env: Record<string, string>, dataDir: string | null = null): Promise<Engines> {
  const engines = await startEngines({ dataDir, env })
  ends.push(engines.stop)
  return engines
}
const sdk = (engines: Engines, endpoint: string) => ({
  endpoint,
  region: 'us-east-1',
  credentials: { ...engines.credentials },
})
async function receive(engines: Engines) {
  const sqs = new SQSClient(sdk(engines, engines.endpoints.sqs))
  ends.push(() => sqs.destroy())
  const QueueUrl = engines.queueUrl('importExclusions')
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))
  return Messages.map(({ Body }) => jobs.importExclusions.message.parse(JSON.parse(Body ?? '')))
}
async function put(engines: Engines, Bucket: string, Key: string): Promise<void> {
  const s3 = new S3Client({ ...sdk(engines, engines.endpoints.s3), forcePathStyle: true })
  ends.push(() => s3.destroy())
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'a@example.com\n' }))
}

describe('startEngines', () => {
  it('starts everything and tells the functions where it is', async () => {
    const engines = await start({
      AWS_ACCESS_KEY_ID: 'real',
      AWS_SECRET_ACCESS_KEY: 'real',
      AWS_SESSION_TOKEN: 'real',
      AWS_PROFILE: 'real',
    })
    expect(engines.embedded).toEqual(['DYNAMODB', 'SQS', 'S3'])
    expect(engines.environment).toEqual({
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local-secret',
      AWS_SESSION_TOKEN: '',
      AWS_PROFILE: '',
      AWS_ENDPOINT_URL_DYNAMODB: engines.endpoints.dynamodb,
      AWS_ENDPOINT_URL_SQS: engines.endpoints.sqs,
      AWS_ENDPOINT_URL_S3: engines.endpoints.s3,
      TABLE_NAME: 'leadloom',
      FILES_BUCKET: 'leadloom-files',
      SITE_BUCKET: 'leadloom-site',
      ...Object.fromEntries(
        jobNames.map((name) => [queueVariable(name), `${engines.endpoints.sqs}/000000000000/${name}`]),
      ),
      ...Object.fromEntries(
        rescuedJobs.map((name) => [deadVariable(name), `${engines.endpoints.sqs}/000000000000/${name}-dlq`]),
      ),
    })
  })

  it('turns an uploaded list into exactly one message of its job, and no other object', async () => {
    const engines = await start({})
    const key = 'exclusions/incoming/com_1/upl 1.csv'
    await put(engines, engines.bucketNames.files, key)
    await put(engines, engines.bucketNames.files, 'exclusions/rejected/com_1/upl_1.csv')
    await put(engines, engines.bucketNames.site, key)
    const messages = await receive(engines)
    expect(messages).toHaveLength(1)
    const [record] = ObjectCreated.parse(messages[0]).Records
    expect(record?.s3).toMatchObject({
      bucket: { name: engines.bucketNames.files },
      object: { key: 'exclusions/incoming/com_1/upl+1.csv', size: 14 },
    })
  })

  it('keeps table, messages and objects in its folder over a restart', async () => {
    const first = await start({}, dir)
    await put(first, first.bucketNames.files, 'exclusions/incoming/com_1/upl_1.csv')
    await first.stop()
    expect(readdirSync(dir).sort()).toEqual(['files', 'queues', 'table'])
    const second = await start({}, dir)
    expect(await receive(second)).toHaveLength(1)
  })

  it('starts no database of its own when the environment names one, and makes the table there', async () => {
    const own = await startDynamo({ dataDir: null })
    ends.push(own.stop)
    const engines = await start({ AWS_ENDPOINT_URL_DYNAMODB: own.endpoint }, dir)
    expect(engines.endpoints.dynamodb).toBe(own.endpoint)
    expect(engines.embedded).toEqual(['SQS', 'S3'])
    expect(existsSync(join(dir, 'table'))).toBe(false)
    const client = new DynamoDBClient(sdk(engines, own.endpoint))
    ends.push(() => client.destroy())
    expect((await client.send(new ListTablesCommand())).TableNames).toEqual(['leadloom'])
    await engines.stop()
    expect((await client.send(new ListTablesCommand())).TableNames).toEqual(['leadloom'])
  })

  it('takes queues, credentials and region of the person who names an endpoint', async () => {
    const own = await startQueues({ dataDir: null })
    ends.push(own.stop)
    const engines = await start({
      AWS_ENDPOINT_URL_SQS: own.endpoint,
      AWS_ACCESS_KEY_ID: 'mine',
      AWS_SECRET_ACCESS_KEY: 'my-secret',
      AWS_REGION: 'us-east-1',
    })
    expect(engines.embedded).toEqual(['DYNAMODB', 'S3'])
    expect(engines.environment).toMatchObject({ AWS_ACCESS_KEY_ID: 'mine', AWS_SECRET_ACCESS_KEY: 'my-secret' })
    await put(engines, engines.bucketNames.files, 'exclusions/incoming/com_1/upl_1.csv')
    expect(await receive(engines)).toHaveLength(1)
  })

  it('takes one address for all services', async () => {
    const own = await start({})
    // The embedded engines speak one protocol each, so the shared address serves where no own one is set.
    const engines = await start({
      AWS_ENDPOINT_URL: own.endpoints.dynamodb,
      AWS_ENDPOINT_URL_SQS: own.endpoints.sqs,
      AWS_ENDPOINT_URL_S3: own.endpoints.s3,
    })
    expect(engines.embedded).toEqual([])
    expect(engines.endpoints).toEqual(own.endpoints)
  })

  it('leaves nothing running when a later engine cannot start', async () => {
    const env = { AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:9' }
    await expect(startEngines({ dataDir: dir, env })).rejects.toThrow()
    expect(existsSync(join(dir, 'table', 'dynamo.pid'))).toBe(false)
    expect((await start({}, dir)).embedded).toHaveLength(3)
  })
})
