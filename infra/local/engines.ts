// Decides per service where it runs: at the address that the environment names, or embedded in this process.
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import { deadVariable, jobNames, queueVariable, rescuedJobs } from '#shared/job-names.ts'
import { type BucketName, table } from '#shared/stores.ts'
import { endOrphanOf, ensureTable, startDynamo } from './dynamo.ts'
import { sendObjectEvent } from './files/events.ts'
import type { Credentials } from './files/signature.ts'
import { type StoredObject, startFiles } from './files/store.ts'
import { deadNameOf, ensureQueues, startQueues } from './queues.ts'

type Service = 'DYNAMODB' | 'SQS' | 'S3'
type Variables = Record<string, string | undefined>

export type Engines = {
  endpoints: { dynamodb: string; sqs: string; s3: string }
  /** Services that run in this process; the others are the person's own. */
  embedded: Service[]
  credentials: Credentials
  bucketNames: Record<BucketName, string>
  queueUrl(name: string): string
  /** Whether a message waits in a queue; where the queues run elsewhere, one has to ask them. */
  hasDue(queue: string): boolean
  /** For the functions: laid over the process's own environment. */
  environment: Record<string, string>
  stop(): Promise<void>
}

const bucketName = (name: BucketName) => `${table.name}-${name}`
export const bucketNames: Engines['bucketNames'] = { files: bucketName('files'), site: bucketName('site') }

/** Real credentials are used only with an address that was set on purpose; embedded engines never see them. */
function chooseIdentity(env: Variables, isAllEmbedded: boolean) {
  const own = !isAllEmbedded && env.AWS_ACCESS_KEY_ID && env.AWS_SECRET_ACCESS_KEY
  return {
    AWS_REGION: (!isAllEmbedded && env.AWS_REGION) || 'us-east-1',
    AWS_ACCESS_KEY_ID: (own && env.AWS_ACCESS_KEY_ID) || 'local',
    AWS_SECRET_ACCESS_KEY: (own && env.AWS_SECRET_ACCESS_KEY) || 'local-secret',
    AWS_SESSION_TOKEN: (own && env.AWS_SESSION_TOKEN) || '',
    // The SDK prefers a profile to the two values above.
    AWS_PROFILE: '',
  }
}

async function ensureBuckets(client: S3Client): Promise<void> {
  for (const Bucket of Object.values(bucketNames)) {
    const isThere = await client.send(new HeadBucketCommand({ Bucket })).then(
      () => true,
      () => false,
    )
    if (!isThere) await client.send(new CreateBucketCommand({ Bucket }))
  }
}

/** Ends what a killed platform left on this data. */
export const endOrphans = (dataDir: string): Promise<void> => endOrphanOf(join(dataDir, 'table'))

/** Starts what is not provided, creates table, queues and buckets, and says how the functions find them. */
export async function startEngines(options: { dataDir: string | null; env: Variables }): Promise<Engines> {
  const { dataDir, env } = options
  const given = (service: Service) => env[`AWS_ENDPOINT_URL_${service}`] || env.AWS_ENDPOINT_URL || undefined
  const services: Service[] = ['DYNAMODB', 'SQS', 'S3']
  const embedded = services.filter((service) => !given(service))
  const identity = chooseIdentity(env, embedded.length === services.length)
  const credentials = {
    accessKeyId: identity.AWS_ACCESS_KEY_ID,
    secretAccessKey: identity.AWS_SECRET_ACCESS_KEY,
    ...(identity.AWS_SESSION_TOKEN && { sessionToken: identity.AWS_SESSION_TOKEN }),
  }
  // A copy each: a client writes its own notes into what it is given.
  const sdk = (endpoint: string) => ({ endpoint, region: identity.AWS_REGION, credentials: { ...credentials } })
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    // Last started, first stopped: the store reports its objects to the queues.
    for (const end of stops.splice(0).reverse()) await end()
  }
  const run = <Engine extends { stop(): Promise<void> }>(engine: Engine) => {
    stops.push(engine.stop)
    return engine
  }

  try {
    const dynamodb =
      given('DYNAMODB') ?? run(await startDynamo({ dataDir: dataDir && join(dataDir, 'table') })).endpoint
    const database = new DynamoDBClient(sdk(dynamodb))
    // A table of another name, where several platforms share one engine.
    const tableName = env.TABLE_NAME || table.name
    await ensureTable(database, tableName).finally(() => database.destroy())

    const ownQueues = given('SQS')
    const queues = ownQueues ? undefined : run(await startQueues({ dataDir: dataDir && join(dataDir, 'queues') }))
    const sqs = ownQueues ?? queues?.endpoint ?? ''
    const sqsClient = new SQSClient(sdk(sqs))
    run({ stop: async () => sqsClient.destroy() })
    const urls = queues ? undefined : await ensureQueues(sqsClient)
    const queueUrl = (name: string) => {
      const url = queues ? queues.queueUrl(name) : urls?.get(name)
      if (!url) throw new Error(`There is no queue ${name}.`)
      return url
    }

    const tellJobs = { client: sqsClient, filesBucket: bucketNames.files, queueUrl, now: Date.now }
    const filesDir = dataDir && join(dataDir, 'files')
    const ownFiles = given('S3')
    const buckets = Object.values(bucketNames)
    const onObjectCreated = (object: StoredObject) => sendObjectEvent(object, tellJobs)
    const s3 = ownFiles ?? run(await startFiles({ dataDir: filesDir, buckets, onObjectCreated })).endpoint
    if (ownFiles || filesDir) {
      const s3Client = new S3Client({ ...sdk(s3), forcePathStyle: true })
      await ensureBuckets(s3Client).finally(() => s3Client.destroy())
    }

    return {
      endpoints: { dynamodb, sqs, s3 },
      embedded,
      credentials,
      bucketNames,
      queueUrl,
      hasDue: (queue) => queues?.hasDue(queue) ?? true,
      environment: {
        ...identity,
        AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
        AWS_ENDPOINT_URL_SQS: sqs,
        AWS_ENDPOINT_URL_S3: s3,
        TABLE_NAME: tableName,
        FILES_BUCKET: bucketNames.files,
        SITE_BUCKET: bucketNames.site,
        ...Object.fromEntries(jobNames.map((name) => [queueVariable(name), queueUrl(name)])),
        ...Object.fromEntries(rescuedJobs.map((name) => [deadVariable(name), queueUrl(deadNameOf(name))])),
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
