// `npm run aws:crosscheck`: the integration tests of table, uploads and queues once more, over other implementations of
// the same services: Amazon's own DynamoDB Local (Java) for the table, and moto's server (Python) for all three where
// it is at hand. Proves that only the addresses differ. `-- tests/functions/exclusions` runs what begins with that.
import { spawn, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateBucketCommand, PutBucketNotificationConfigurationCommand, S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { startDynamo } from '#infra/local/dynamo.ts'
import { bucketNames } from '#infra/local/engines.ts'
import { ensureQueues } from '#infra/local/queues.ts'
import { type Job, jobs } from '#shared/jobs.ts'
import { runNode } from './children.ts'

type Endpoints = Record<string, string>
/** `leaves` names files that ask more than the implementation is made for. */
type Implementation = {
  name: string
  leaves?: RegExp
  start(): Promise<{ endpoints: Endpoints; stop(): Promise<void> }>
}
type Outcome = { file: string; passed: number; failed: string[] }

const Report = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).optional() }),
      ),
      message: z.string().optional(),
    }),
  ),
})

const javaTable: Implementation = {
  name: 'DynamoDB Local (Java), table',
  // The simulator starts an engine of its own.
  leaves: /simulator\.test\.ts$/,
  async start() {
    const table = await startDynamo({ dataDir: null, only: 'java' })
    return { endpoints: { AWS_ENDPOINT_URL_DYNAMODB: table.endpoint }, stop: table.stop }
  },
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Queues, buckets and the events between them, as the data stack would have made them. */
async function provision(endpoint: string): Promise<void> {
  const at = { endpoint, region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }
  const sqs = new SQSClient(at)
  const s3 = new S3Client({ ...at, forcePathStyle: true })
  await ensureQueues(sqs)
  for (const Bucket of Object.values(bucketNames)) await s3.send(new CreateBucketCommand({ Bucket }))
  const wanted = Object.entries<Job>(jobs).flatMap(([name, { onUpload }]) => (onUpload ? [{ name, ...onUpload }] : []))
  await s3.send(
    new PutBucketNotificationConfigurationCommand({
      Bucket: bucketNames.files,
      NotificationConfiguration: {
        QueueConfigurations: wanted.map(({ name, prefix, suffix }) => ({
          QueueArn: `arn:aws:sqs:us-east-1:123456789012:${name}`,
          Events: ['s3:ObjectCreated:*'],
          Filter: {
            Key: {
              FilterRules: [
                { Name: 'prefix', Value: prefix },
                { Name: 'suffix', Value: suffix },
              ],
            },
          },
        })),
      },
    }),
  )
  sqs.destroy()
  s3.destroy()
}

/**
 * Answers one request at a time: with threads, which its own command uses, its conditional writes are not atomic. A body is
 * taken in before the turn, because the code that streams one may be reading rows of the table for it meanwhile.
 */
const serveMoto = `
import io, sys, threading
from werkzeug.serving import run_simple
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
moto, lock = DomainDispatcherApplication(create_backend_app), threading.Lock()
def one_by_one(environ, start_response):
    body, length = environ['wsgi.input'], environ.get('CONTENT_LENGTH')
    whole = body.read(int(length)) if length else body.read() if environ.get('wsgi.input_terminated') else b''
    environ['wsgi.input'] = io.BytesIO(whole)
    with lock:
        return list(moto(environ, start_response))
run_simple('127.0.0.1', int(sys.argv[1]), one_by_one, threaded=True)
`

const moto = (python: string): Implementation => ({
  name: 'moto server (Python), table, files and queues',
  // It counts no capacity units as AWS does, and lists of ten thousand rows take it many minutes.
  leaves: /(cost|kill|corpus|node-list|simulator)\.test\.ts$/,
  async start() {
    const port = await freePort()
    const child = spawn(python, ['-c', serveMoto, String(port)], { stdio: 'ignore' })
    const endpoint = `http://127.0.0.1:${port}`
    for (let tries = 0; tries < 100; tries += 1) {
      if (
        await fetch(`${endpoint}/moto-api/data.json`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        break
      await sleep(100)
    }
    await provision(endpoint)
    const endpoints = {
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      AWS_ENDPOINT_URL_SQS: endpoint,
      AWS_ENDPOINT_URL_S3: endpoint,
    }
    return {
      endpoints,
      stop: () =>
        new Promise((resolve) => {
          child.once('exit', () => resolve())
          child.kill()
        }),
    }
  },
})

/** A Python that has moto: the one named by MOTO_PYTHON, or the machine's own. */
function findMoto(): string | undefined {
  return [process.env.MOTO_PYTHON, 'python3'].find(
    (python) => python && spawnSync(python, ['-c', 'import moto.server'], { stdio: 'ignore' }).status === 0,
  )
}

/** One file on engines of its own: suites make their own tenants, but files would find each other's. */
async function runFile(file: string, { start }: Implementation): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'crosscheck-'))
  const report = join(folder, 'report.json')
  const { endpoints, stop } = await start()
  try {
    process.env.CROSSCHECK_ENDPOINTS = JSON.stringify(endpoints)
    const vitest = join('node_modules', 'vitest', 'vitest.mjs')
    const { output } = await runNode(
      [
        vitest,
        'run',
        '--project',
        'functions',
        file,
        '--reporter=json',
        `--outputFile=${report}`,
        '--testTimeout=60000',
        '--hookTimeout=60000',
      ],
      { cwd: '.', keep: true },
    )
    const { testResults } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
    // A suite whose start failed reports its tests as skipped: nothing was proven then.
    const broken = tests.some(({ status }) => status === 'passed' || status === 'failed')
      ? []
      : [testResults[0]?.message || output.slice(-600)]
    const failed = tests
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages = [] }) => `${fullName}: ${failureMessages[0]?.split('\n')[0] ?? ''}`)
    return { file, passed: tests.filter(({ status }) => status === 'passed').length, failed: [...broken, ...failed] }
  } finally {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function main(): Promise<void> {
  const asked = process.argv[2] ?? 'tests/functions'
  const files = globSync('tests/functions/**/*.test.ts')
    .sort()
    .filter((file) => file.startsWith(asked))
  if (files.length === 0) {
    console.error(`No test file begins with "${asked}". Name a folder or a file below tests/functions.`)
    process.exitCode = 1
    return
  }
  const python = findMoto()
  if (!python)
    console.log(
      'moto is not at hand (`pip install "moto[server]"`, or name a Python that has it: MOTO_PYTHON). It is left out.\n',
    )
  for (const implementation of [javaTable, ...(python ? [moto(python)] : [])]) {
    console.log(implementation.name)
    for (const file of files.filter((name) => !implementation.leaves?.test(name))) {
      const { passed, failed } = await runFile(file, implementation)
      console.log(
        `  ${failed.length === 0 ? 'ok ' : 'NOT'} ${file}: ${passed} passed${failed.length > 0 ? `, ${failed.length} failed` : ''}`,
      )
      for (const name of failed) console.log(`        ${name}`)
      if (failed.length > 0) process.exitCode = 1
    }
  }
}

if (import.meta.main) await main()
