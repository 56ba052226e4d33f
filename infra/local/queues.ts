import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { jobs, visibilitySecondsOf } from '#shared/jobs.ts'
import { schedules } from '#shared/schedules.ts'
import { installFairLines, keepGroups } from './fair-lines.ts'
import { type Fauxqs, type NewQueue, openFauxqs } from './fauxqs.ts'
import { installMoveTasks } from './move-tasks.ts'

/** A schedule's run that failed is tried again twice; then a person looks at it. */
const scheduleTries = 3
const keepDeadSeconds = 14 * 24 * 3600

export type QueuePlan = { name: string; deadName: string; visibilitySeconds: number; tries: number }

export const deadNameOf = (name: string) => `${name}-dlq`

/** One queue with its dead-letter queue per job and per schedule. */
export function planQueues(): QueuePlan[] {
  const plan = (name: string, timeoutSeconds: number, tries: number): QueuePlan => ({
    name,
    deadName: deadNameOf(name),
    visibilitySeconds: visibilitySecondsOf(timeoutSeconds),
    tries,
  })
  return [
    ...Object.entries(jobs).map(([name, job]) => plan(name, job.timeoutSeconds, job.tries)),
    ...Object.entries(schedules).map(([name, schedule]) => plan(name, schedule.timeoutSeconds, scheduleTries)),
  ]
}

const attributesOf = ({ visibilitySeconds, tries }: QueuePlan, deadArn: string) => ({
  VisibilityTimeout: String(visibilitySeconds),
  RedrivePolicy: JSON.stringify({ deadLetterTargetArn: deadArn, maxReceiveCount: tries }),
})
const deadAttributes = { MessageRetentionPeriod: String(keepDeadSeconds) }

/** Creates what is missing and brings settings up to date; answers with the address that the engine gives each queue. */
export async function ensureQueues(client: SQSClient): Promise<Map<string, string>> {
  const urls = new Map<string, string>()
  const ensure = async (name: string, attributes: Record<string, string>) => {
    // Settings in the creation would make a later change of them an error.
    const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName: name }))
    if (!QueueUrl) throw new Error(`The queue ${name} was created without an address.`)
    await client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: attributes }))
    urls.set(name, QueueUrl)
    return QueueUrl
  }
  for (const plan of planQueues()) {
    const deadUrl = await ensure(plan.deadName, deadAttributes)
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: deadUrl, AttributeNames: ['QueueArn'] }),
    )
    await ensure(plan.name, attributesOf(plan, Attributes?.QueueArn ?? ''))
  }
  return urls
}

const Visibility = z.looseObject({ VisibilityTimeout: z.number() })
const VisibilityBatch = z.looseObject({ Entries: z.array(Visibility) })

/** The engine loses a message whose visibility is set to 0 (a NULL its own table refuses), so the shortest is 1 second. */
function keepVisible(app: FastifyInstance): void {
  app.addHook('preHandler', async (request) => {
    const longer = (entry: z.output<typeof Visibility>) => ({
      ...entry,
      VisibilityTimeout: Math.max(1, entry.VisibilityTimeout),
    })
    const target = String(request.headers['x-amz-target'])
    if (target === 'AmazonSQS.ChangeMessageVisibility') request.body = longer(Visibility.parse(request.body))
    if (target === 'AmazonSQS.ChangeMessageVisibilityBatch') {
      const batch = VisibilityBatch.parse(request.body)
      request.body = { ...batch, Entries: batch.Entries.map(longer) }
    }
  })
}

export type Queues = Fauxqs & { queueUrl(name: string): string }

/** What workers had in hand when the platform ended is nobody's now: the next start finds it in its queue again, at once. */
function releaseInHand(dataDir: string): void {
  const file = join(resolve(dataDir), 'fauxqs.db')
  if (!existsSync(file)) return
  const db = new DatabaseSync(file)
  try {
    // A start that ended early may have left a file without tables.
    if (db.prepare("SELECT name FROM sqlite_master WHERE name = 'sqs_messages'").get())
      db.exec(
        'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE receipt_handle IS NOT NULL',
      )
  } catch {
    // What is no database is told by the engine, which opens it next.
  } finally {
    db.close()
  }
}

const identity = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }

const newQueues = (plan: QueuePlan): NewQueue[] => [
  { name: plan.deadName, attributes: deadAttributes },
  { name: plan.name, attributes: attributesOf(plan, `arn:aws:sqs:${identity.region}:000000000000:${plan.deadName}`) },
]

async function bringUpToDate(engine: Fauxqs): Promise<void> {
  const client = new SQSClient({ endpoint: engine.endpoint, ...identity })
  try {
    await ensureQueues(client)
  } catch (error) {
    await engine.stop()
    throw error
  } finally {
    client.destroy()
  }
}

/** Starts the queues; with a folder, messages that wait or were in hand are there again after a restart. */
export async function startQueues(options: { dataDir: string | null; port?: number }): Promise<Queues> {
  const plans = planQueues()
  const known = new Set(plans.flatMap(({ name, deadName }) => [name, deadName]))
  if (options.dataDir) releaseInHand(options.dataDir)
  // Those of a folder may be there already, with the settings of an older version.
  const queues = options.dataDir ? [] : plans.flatMap(newQueues)
  installFairLines()
  const prepare = (app: FastifyInstance) => {
    keepVisible(app)
    keepGroups(app)
    installMoveTasks(app, identity)
  }
  const engine = await openFauxqs({ what: 'queues', ...options, queues, prepare })
  if (options.dataDir) await bringUpToDate(engine)
  return {
    ...engine,
    // The engine's own addresses carry the port of an earlier start; it looks only at the name.
    queueUrl(name) {
      if (!known.has(name)) throw new Error(`There is no queue ${name}.`)
      return `${engine.endpoint}/000000000000/${name}`
    },
  }
}
