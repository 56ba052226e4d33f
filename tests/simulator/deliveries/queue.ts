// The queues as the real gateways ask them: each message comes at least once, some twice, some late, in any order; one whose worker
// ended comes again, and after some times it lies with the dead letters, which the timetable takes up.
import {
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { lambdaContext } from '#infra/local/api.ts'
import { MINUTE, SECOND } from '#shared/dates.ts'
import { deadVariable, type JobName, jobNames, queueVariable, rescuedJobs } from '#shared/job-names.ts'
import { jobs, visibilitySecondsOf } from '#shared/jobs.ts'
import type { Dice } from '../dice.ts'
import { toRecord } from '../record.ts'
import { noFaults, type Turns } from '../turns.ts'

type Waiting = { id: string; job: JobName; body: string; at: number; tries: number }
type Dead = { body: string; receipt: string; hiddenUntil: number }
export type JobHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse | undefined>

/** Far more than any worker of these takes. */
const RUN_MS = 600_000
const LATEST_MS = 90 * MINUTE

export function openQueue({
  turns,
  dice,
  now,
  handlers,
}: {
  turns: Turns
  dice: Dice
  now: () => number
  handlers: Partial<Record<JobName, JobHandler>>
}) {
  const waiting: Waiting[] = []
  const dead = new Map<string, Dead[]>()
  /** Dead letters that no timetable takes up. */
  const laid: Waiting[] = []
  const jobByUrl = new Map(jobNames.map((name) => [process.env[queueVariable(name)], name]))
  const deadUrls = new Map<JobName, string>(rescuedJobs.map((name) => [name, process.env[deadVariable(name)] ?? '']))
  const counted = { worked: 0, twice: 0, given: 0, mails: [] as string[] }
  /** Jobs whose workers cannot even start. */
  const sick = new Set<JobName>()
  let made = 0

  function put(url: string | undefined, body: string, delaySeconds = 0): void {
    const job = jobByUrl.get(url)
    if (!job) throw new Error('Nobody knows this queue.')
    if (job === 'sendMail') counted.mails.push(body)
    if (handlers[job]) waiting.push({ id: `m${++made}`, job, body, at: now() + delaySeconds * SECOND, tries: 0 })
  }
  /** What the gateways ask of a queue. */
  function answer(command: object): object {
    if (command instanceof SendMessageCommand) {
      const { QueueUrl, MessageBody = '', DelaySeconds } = command.input
      put(QueueUrl, MessageBody, DelaySeconds)
      return {}
    }
    if (command instanceof SendMessageBatchCommand) {
      const { QueueUrl, Entries = [] } = command.input
      for (const { MessageBody = '', DelaySeconds } of Entries) put(QueueUrl, MessageBody, DelaySeconds)
      return {}
    }
    if (command instanceof ReceiveMessageCommand) {
      const { QueueUrl = '', MaxNumberOfMessages = 1, VisibilityTimeout = 0 } = command.input
      const found = (dead.get(QueueUrl) ?? []).filter(({ hiddenUntil }) => hiddenUntil <= now())
      const taken = found.slice(0, MaxNumberOfMessages)
      for (const each of taken) each.hiddenUntil = now() + VisibilityTimeout * SECOND
      return { Messages: taken.map(({ body: Body, receipt: ReceiptHandle }) => ({ Body, ReceiptHandle })) }
    }
    if (command instanceof DeleteMessageBatchCommand) {
      const { QueueUrl = '', Entries = [] } = command.input
      const gone = new Set(Entries.map(({ ReceiptHandle }) => ReceiptHandle))
      dead.set(
        QueueUrl,
        (dead.get(QueueUrl) ?? []).filter(({ receipt }) => !gone.has(receipt)),
      )
      return {}
    }
    throw new Error(`The queue does not know ${command.constructor.name}.`)
  }
  const before: unknown = SQSClient.prototype.send
  Reflect.set(SQSClient.prototype, 'send', (command: object) => turns.take('write', async () => answer(command)))

  const ready = () => waiting.filter(({ at }) => at <= now())

  /** Takes what is due; of writers of sheets those that lie together. */
  function takeSome(job?: JobName): Waiting[] {
    const due = ready().filter((each) => job === undefined || each.job === job)
    if (due.length === 0) return []
    const first = dice.pick(due)
    const batch = first.job === 'writeSheet' ? due.filter(({ job }) => job === 'writeSheet') : [first]
    const taken = [first, ...batch.filter((each) => each !== first)].slice(0, dice.between(1, 8))
    for (const each of taken) waiting.splice(waiting.indexOf(each), 1)
    return taken
  }

  /** Hands messages to a worker, and does with what it says as the real queue does. */
  async function work(job?: JobName): Promise<void> {
    const taken = takeSome(job)
    const [first] = taken
    const handler = first && handlers[first.job]
    if (!first || !handler) return
    for (const each of taken) each.tries++
    counted.worked += taken.length
    const Records = taken.map(
      ({ id, body, tries }): SQSRecord => ({ ...toRecord(JSON.parse(body), tries), messageId: id }),
    )
    const said = sick.has(first.job)
      ? undefined
      : await handler({ Records }, lambdaContext(first.job, RUN_MS)).then(
          (answered) => new Set((answered?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier)),
          () => undefined,
        )
    const { tries: most, timeoutSeconds } = jobs[first.job]
    for (const each of taken) {
      const hasFailed = said === undefined || said.has(each.id)
      const deadUrl = deadUrls.get(each.job)
      if (hasFailed && each.tries < most)
        waiting.push({ ...each, at: now() + visibilitySecondsOf(timeoutSeconds) * SECOND })
      else if (hasFailed && deadUrl) {
        counted.given++
        dead.set(deadUrl, [...(dead.get(deadUrl) ?? []), { body: each.body, receipt: each.id, hiddenUntil: 0 }])
      } else if (hasFailed) laid.push({ ...each, tries: 0 })
      else if (turns.state.faults !== noFaults && dice.chance(0.06)) {
        counted.twice++
        waiting.push({ ...each, id: `m${++made}`, tries: 0, at: now() + dice.below(LATEST_MS) })
      }
    }
  }

  return {
    counted,
    sick,
    work: () => work(),
    workOn: (job: JobName) => work(job),
    /** Somebody has mended what was wrong, and sends dead letters back to where they came from. */
    redrive: () => void waiting.push(...laid.splice(0).map((each) => ({ ...each, at: now() }))),
    /** What another service than ours puts into the queue of a job. */
    arrive: (job: JobName, message: object) => put(process.env[queueVariable(job)], JSON.stringify(message)),
    ready: () => ready().length,
    isReady: (job: JobName) => ready().some((each) => each.job === job),
    waiting: () => waiting.length,
    /** Given up, but for rows of sheets that are about no lead: they stay for a person. */
    dead: () =>
      [...dead].flatMap(([url, letters]) =>
        letters.filter(({ body }) => url === deadUrls.get('releaseDeliveries') || body.includes('"leadId"')),
      ).length,
    /** When the next message is due (ms). */
    next: () => Math.min(...waiting.map(({ at }) => at)),
    /** A message is gone, nobody knows how. */
    lose(isMeant: (message: Record<string, unknown>) => boolean): void {
      const lost = waiting.filter(({ job, body }) => job === 'deliverLead' && isMeant(JSON.parse(body)))
      if (lost.length > 0) waiting.splice(waiting.indexOf(dice.pick(lost)), 1)
    },
    forget(): void {
      waiting.length = 0
      laid.length = 0
      dead.clear()
      counted.mails.length = 0
    },
    end: () => void Reflect.set(SQSClient.prototype, 'send', before),
  }
}
export type Queue = ReturnType<typeof openQueue>
