// `npm run localstack`: the stacks in LocalStack, and the browser journeys against them. Needs Docker, a LocalStack
// token and network access to fetch `cdklocal`; written for those who have them, and not part of our own tests.
// LocalStack knows no distribution tenants, so the edge is the small gateway below, and the workers of the queues run
// in this process; table, files, queues, keys, secrets, API and functions are LocalStack's.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import * as z from 'zod'
import { openSecrets } from '#functions/gateways/secrets.ts'
import { nextRing } from '#functions/rotations/keys.ts'
import { environment } from '#infra/environments.ts'
import { serveStatic } from '#infra/local/static.ts'
import { buildWeb } from '#infra/local/web-build.ts'
import { names } from '#infra/names.ts'
import { readQueueOutputs } from '#infra/queue-outputs.ts'
import { deadVariable, jobNames, queueVariable, rescuedJobs } from '#shared/job-names.ts'
import { headers } from '#shared/wire.ts'
import { refuseArguments } from './arguments.ts'
import { buildFunctions } from './build.ts'
import { runNode } from './children.ts'
import { planSite, publishSite } from './publish.ts'

const ENDPOINT = 'http://127.0.0.1:4566'
const root = fileURLToPath(new URL('..', import.meta.url))
const outputsFile = join(root, 'dist', 'localstack.json')

const Outputs = z.record(z.string(), z.record(z.string(), z.string()))
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: root, stdio: 'inherit', env: process.env })

function deploy(): z.output<typeof Outputs> {
  const cdk = (...args: string[]) => run('npx', '--yes', 'aws-cdk-local@3', ...args, '-c', 'env=dev')
  cdk('bootstrap')
  cdk(
    'deploy',
    'Alerts',
    'Queues',
    'Data',
    'Mail',
    'Api',
    'Routes',
    '--exclusively',
    '--require-approval',
    'never',
    '--outputs-file',
    outputsFile,
  )
  return Outputs.parse(JSON.parse(readFileSync(outputsFile, 'utf8')))
}

/** What the rotations do on their first day. */
async function fillSecrets(keysArn: string): Promise<string> {
  await openSecrets().putPending(keysArn, crypto.randomUUID(), nextRing(undefined))
  const versions = await openSecrets().versions(keysArn)
  const byStage = (stage: string) => Object.keys(versions).find((id) => versions[id]?.includes(stage))
  await openSecrets().promote(keysArn, byStage('AWSPENDING') ?? '', byStage('AWSCURRENT'))
  const { SecretString } = await new SecretsManagerClient({}).send(
    new GetSecretValueCommand({ SecretId: names.originVerifySecret(environment('dev')) }),
  )
  return SecretString ?? ''
}

/** Stands for the edge: files from the build, everything else to the API with the headers that only the edge sets. */
async function startEdge(api: string, webDir: string, secret: string): Promise<number> {
  async function forward(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname } = new URL(req.url ?? '/', ENDPOINT)
    if (!pathname.startsWith('/api/') && serveStatic(webDir, pathname, req, res)) return
    const parts: Buffer[] = []
    for await (const part of req) parts.push(Buffer.from(part))
    const own = {
      [headers.forwardedHost]: req.headers.host ?? '',
      [headers.viewerIp]: '127.0.0.1',
      [headers.originVerify]: secret,
    }
    const sent = Object.entries(req.headers).flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'host' ? [[name, value]] : [],
    )
    const answer = await fetch(new URL(req.url ?? '/', api), {
      method: req.method ?? 'GET',
      headers: { ...Object.fromEntries(sent), ...own },
      ...(parts.length > 0 && { body: Buffer.concat(parts) }),
    })
    res.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
  }
  const server = createServer((req, res) => {
    forward(req, res).catch((error: Error) => res.writeHead(502).end(error.message))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function main(): Promise<void> {
  const dev = environment('dev')
  // LocalStack takes a key id of twelve digits as the account.
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: ENDPOINT,
    AWS_REGION: dev.region,
    AWS_ACCESS_KEY_ID: dev.account,
    AWS_SECRET_ACCESS_KEY: 'local',
  })
  run('docker', 'compose', 'up', '--detach', '--wait')
  await buildFunctions()
  const outputs = deploy()
  const data = outputs[`leadloom-${dev.stage}-data`] ?? {}
  const queues = readQueueOutputs(outputs[`leadloom-${dev.stage}-queues`] ?? {})
  const webDir = await buildWeb(root)
  const site = names.siteBucket(dev)
  const s3 = new S3Client({ forcePathStyle: true })
  await s3.send(new CreateBucketCommand({ Bucket: site })).catch(() => undefined)
  await publishSite(s3, site, planSite(webDir))
  const secret = await fillSecrets(data.KeysSecretArn ?? '')
  const port = await startEdge(outputs[`leadloom-${dev.stage}-api`]?.ApiEndpoint ?? '', webDir, secret)
  Object.assign(process.env, {
    TABLE_NAME: data.TableName,
    FILES_BUCKET: data.FilesBucket,
    SITE_BUCKET: site,
    PLATFORM_DOMAIN: `localhost:${port}`,
    PLATFORM_SCHEME: 'http',
    KEYS_SECRET_ARN: data.KeysSecretArn,
    SEALING_SECRET_ARN: data.SealingSecretArn,
    JOURNEYS_PORT: String(port),
    ...Object.fromEntries(jobNames.map((name) => [queueVariable(name), queues.get(name)?.url])),
    ...Object.fromEntries(rescuedJobs.map((name) => [deadVariable(name), queues.get(name)?.dead])),
  })
  const { services } = await import('#functions/kit/services.ts')
  const { seed } = await import('./seed.ts')
  const { openRunner } = await import('#infra/local/runner.ts')
  await seed(await services(), 'localhost')
  const runner = openRunner({
    endpoint: ENDPOINT,
    queueUrl: (name) => queues.get(name)?.url ?? '',
  }).start()
  const { code } = await runNode([join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'journeys'], {
    cwd: root,
  })
  await runner.stop()
  console.log('LocalStack goes on running; `docker compose down --volumes` ends it.')
  process.exit(code)
}

if (import.meta.main) {
  refuseArguments('localstack')
  await main()
}
