// One message in a hundred can never be worked on: all others are, each of these ends among the dead letters after its tries with a
// line that says why, and is done once it is sent back after a repair.
import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  SendMessageBatchCommand,
  SetQueueAttributesCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs'
import { expect, it, vi } from 'vitest'
import { log } from '#functions/kit/log.ts'
import { traceNow } from '#functions/kit/trace.ts'
import { deadNameOf } from '#infra/local/queues.ts'
import type { JobName } from '#shared/job-names.ts'
import { jobs } from '#shared/jobs.ts'
import { browser, startStage } from '#tests/functions/leads/stage.ts'
import { lookUntil } from '#tests/support/later.ts'

const stage = await startStage()
const { services, engines } = stage
const client = new SQSClient({})
const urlOf = (name: string) => engines.queueUrl(name)

/** Bodies that no job can read. */
const unreadable = [
  '{',
  'not JSON at all',
  '',
  'null',
  '7',
  '[]',
  '{}',
  '{"companyId":7,"campaignId":{},"mailId":[]}',
  '{"__proto__":{"companyId":"com_1"}}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  JSON.stringify({ visitId: 'x'.repeat(100_000) }),
  '{"mailId":"mal_1","tenantId":"com_1","mail":"noSuchMail","facts":{},"visitId":"vis_1"}',
].map((body) => body || ' ')

async function sendAll(job: JobName, bodies: readonly string[]): Promise<void> {
  for (let at = 0; at < bodies.length; at += 10)
    await client.send(
      new SendMessageBatchCommand({
        QueueUrl: urlOf(job),
        Entries: bodies.slice(at, at + 10).map((MessageBody, index) => ({ Id: String(index), MessageBody })),
      }),
    )
}

async function countOf(name: string): Promise<number> {
  const names = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: urlOf(name), AttributeNames: [...names] }),
  )
  return names.reduce((sum, each) => sum + Number(Attributes[each]), 0)
}

/** Works until nothing of a job is left but dead letters. A message that failed comes again after a second. */
async function workOff(job: JobName): Promise<void> {
  await client.send(new SetQueueAttributesCommand({ QueueUrl: urlOf(job), Attributes: { VisibilityTimeout: '1' } }))
  await lookUntil(async () => {
    await stage.drain()
    return (await countOf(job)) === 0
  })
}

/** The lines that say why a message failed: how many there are of each message. */
function reasonsIn(calls: readonly unknown[][], job: JobName): number[] {
  const byMessage = new Map<unknown, number>()
  for (const [said, fields, error] of calls) {
    const { job: of, mid } = Object(fields) as { job?: unknown; mid?: unknown }
    const name = of ?? traceNow().job
    if (said === 'failed' && error instanceof Error && (name === undefined || name === job))
      byMessage.set(mid, (byMessage.get(mid) ?? 0) + 1)
  }
  return [...byMessage.values()]
}

async function sendBack(job: JobName): Promise<void> {
  const arnOf = async (name: string) => {
    const { Attributes = {} } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: urlOf(name), AttributeNames: ['QueueArn'] }),
    )
    return Attributes.QueueArn ?? ''
  }
  const SourceArn = await arnOf(deadNameOf(job))
  await client.send(new StartMessageMoveTaskCommand({ SourceArn, DestinationArn: await arnOf(job) }))
  await lookUntil(async () => {
    const { Results = [] } = await client.send(new ListMessageMoveTasksCommand({ SourceArn }))
    return Results[0]?.Status === 'COMPLETED'
  })
}

const GOOD = 300
/** Of a campaign that cannot be read until somebody repairs something. */
const BROKEN = 3

it('A13 poison among visits: all good ones are leads, the rest gives up with its reason and is done after a repair', async () => {
  const [good, broken] = [await stage.newCampaign(), await stage.newCampaign()]
  const visitOf = ({ id: campaignId, companyId }: typeof good, index: number) =>
    JSON.stringify({
      visitId: services.newId('visit'),
      campaignId,
      companyId,
      visitorId: `visitor-among-poison-${campaignId}-${index}`,
      ip: '203.0.113.7',
      userAgent: browser,
      pageUrl: 'https://brightsmiles.example/',
      visitedAt: services.now(),
    })
  const visits = [
    ...Array.from({ length: GOOD }, (_, index) => visitOf(good, index)),
    ...Array.from({ length: BROKEN }, (_, index) => visitOf(broken, index)),
  ]
  const { middlewareStack } = services.table.client
  const fault = { step: 'initialize', name: 'broken-row' } as const
  middlewareStack.add(
    (next) => async (args) => {
      if (JSON.stringify(args.input).includes(broken.id)) throw new Error('A row that cannot be read.')
      return next(args)
    },
    fault,
  )
  const lines = vi.spyOn(log, 'error')
  // One poison after each so many good ones.
  const each = Math.floor(visits.length / unreadable.length)
  await sendAll(
    'resolveVisits',
    visits.flatMap((visit, at) => [visit, ...(at % each === 0 ? unreadable.slice(at / each, at / each + 1) : [])]),
  )
  await workOff('resolveVisits')
  expect((await stage.leadsOf('cleo', good)).total).toBe(GOOD)
  expect(await countOf(deadNameOf('resolveVisits'))).toBe(unreadable.length + BROKEN)
  // A batch has no lines of its own for a message that nobody could work on, but for why.
  const reasons = reasonsIn(lines.mock.calls, 'resolveVisits')
  expect(reasons).toEqual(Array.from({ length: unreadable.length + BROKEN }, () => jobs.resolveVisits.tries))
  middlewareStack.remove(fault.name)
  lines.mockRestore()
  await sendBack('resolveVisits')
  await workOff('resolveVisits')
  expect((await stage.leadsOf('cleo', broken)).total).toBe(BROKEN)
  expect((await stage.leadsOf('cleo', good)).total).toBe(GOOD)
  expect(await countOf(deadNameOf('resolveVisits'))).toBe(unreadable.length)
})

it('A13 poison among mails: all good ones leave once, and the rest gives up', async () => {
  const { cleo } = stage.cast.users
  const before = (await stage.mailsTo(cleo.email)).length
  const mailOf = (index: number) =>
    JSON.stringify({
      mailId: `mal_poison_${index}`,
      tenantId: stage.cast.northlight.id,
      mail: 'passwordChanged',
      facts: { userId: cleo.id, at: services.now() },
    })
  await sendAll('sendMail', [...unreadable, ...Array.from({ length: 30 }, (_, index) => mailOf(index)), mailOf(0)])
  await workOff('sendMail')
  expect(await stage.mailsTo(cleo.email)).toHaveLength(before + 30)
  expect(await countOf(deadNameOf('sendMail'))).toBe(unreadable.length)
})
