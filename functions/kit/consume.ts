// Queue work: messages parsed at the door, failed records reported one by one, the last failure told to the job.
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch'
import type { Context as LambdaContext, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { DAY, MINUTE } from '#shared/dates.ts'
import type { JobName } from '#shared/job-names.ts'
import { aboutOf } from '#shared/job-subject.ts'
import { type JobMessage, jobs } from '#shared/jobs.ts'
import { mendText } from '#shared/text.ts'
import { WriteConflict } from '../data/lib/errors.ts'
import { log } from './log.ts'
import { tenantMetrics, waiting } from './metrics.ts'
import { services as openServices, type Services } from './services.ts'
import { commonOrigin, inTrace, originOf, originTextOf, type Trace } from './trace.ts'

export type JobContext<Name extends JobName> = Services & {
  message: JobMessage<Name>
  /** How long this delivery may still work before it is ended. */
  remainingMs: () => number
}

type Work<Name extends JobName> = {
  run: (context: JobContext<Name>) => Promise<string | undefined>
  /** Called once more after the last delivery failed, to leave a state that people can read. */
  failed?: (context: JobContext<Name>, error: unknown) => Promise<void>
}

/**
 * The service outside that the work is for cannot be asked. Nothing was done, and the message is not at fault: where its tries are used
 * up it begins anew, for as long as a day, so that it is done once the service is back.
 */
export class ServiceAway extends Error {
  override name = 'ServiceAway'
}
const AWAY_MS = DAY

/** So long, at random, waits work that met other writers too often, or whose service is away. */
const BACK_SECONDS = { WriteConflict: { least: 1, most: 5 }, ServiceAway: { least: 1, most: 60 } } as const

/** What the lines of a message say of it, apart from its job. Its own tenant is worth more than who asked for it. */
function traceOf(record: SQSRecord, message?: unknown): Trace {
  return { ...originOf(record), ...aboutOf(message), mid: record.messageId }
}

const triesOf = ({ attributes }: SQSRecord) => Number(attributes.ApproximateReceiveCount)

/** What a message that was put back knows of itself: since when it waits (ms), and whether it was in hand more than once. */
function beforeOf({ attributes, messageAttributes }: Pick<SQSRecord, 'attributes'> & Partial<SQSRecord>): {
  since: number
  wasTried: boolean
} {
  const [, since, again] = /^(\d{1,15})( again)?$/.exec(messageAttributes?.before?.stringValue ?? '') ?? []
  return { since: Number(since ?? attributes.SentTimestamp), wasTried: again !== undefined }
}

/** Puts work back as a new message that only met other writers, or whose service is away. False where it has failed, like any other. */
async function putBack<Name extends JobName>(
  { queues, now }: Services,
  name: Name,
  message: JobMessage<Name>,
  record: SQSRecord,
  error: unknown,
): Promise<boolean> {
  const isAway = error instanceof ServiceAway
  if (!isAway && !(error instanceof WriteConflict)) return false
  const { since, wasTried } = beforeOf(record)
  const waitedMs = now() - since
  // Its other tries are those of any message, and soon over for a short fault.
  if (isAway && (triesOf(record) < jobs[name].tries || waitedMs > AWAY_MS)) return false
  // Others were served meanwhile, so it is no failed try: the tries of the new message begin anew.
  const { least, most } = BACK_SECONDS[isAway ? 'ServiceAway' : 'WriteConflict']
  const delaySeconds = least + Math.floor(Math.random() * (most - least + 1))
  const { MessageGroupId: group } = record.attributes
  const origin = originTextOf(originOf(record))
  const trace = { job: name, ...traceOf(record, message), tries: triesOf(record) }
  const before = `${since}${wasTried || triesOf(record) > 1 ? ' again' : ''}`
  try {
    await queues.send(name, message, { delaySeconds, origin, before, ...(group !== undefined && { group }) })
  } catch (fault) {
    log.error('not put back', trace, fault)
    return false
  }
  // New messages make their queue look young, so what waits for a service is counted by itself.
  if (isAway) log.error('waits', { ...trace, minutes: Math.floor(waitedMs / MINUTE) }, error, waiting(name))
  else log.info('put back', { ...trace, said: error.message })
  return true
}

/** The Lambda of a job. `run` answers one sentence for the log. */
export function consume<Name extends JobName>(name: Name, work: Work<Name>) {
  const job = jobs[name]

  const one = (record: SQSRecord, lambda?: LambdaContext): Promise<void> => {
    const trace: Trace = { job: name, ...traceOf(record) }
    return inTrace(trace, () => workOn(record, trace, lambda))
  }

  /** What is no message of this job says so in a line, before it gives up among the dead letters. */
  function readMessage(record: SQSRecord): JobMessage<Name> {
    try {
      // @NOTE the job's own schema parses the body, so the result is this job's message.
      return job.message.parse(JSON.parse(record.body, mendText)) as JobMessage<Name>
    } catch (error) {
      log.error('failed', { tries: triesOf(record) }, error)
      throw error
    }
  }

  async function workOn(record: SQSRecord, trace: Trace, lambda?: LambdaContext): Promise<void> {
    const services = await openServices()
    const started = performance.now()
    const remainingMs = () => lambda?.getRemainingTimeInMillis() ?? job.timeoutSeconds * 1000
    const tries = triesOf(record)
    const message = readMessage(record)
    Object.assign(trace, aboutOf(message))
    const msNow = () => Math.round(performance.now() - started)
    const metrics = (ms: number, isFault: boolean) =>
      tenantMetrics('Work', trace.tenant, services.env.METRIC_TENANTS, { ms, isFault })
    try {
      const said = await work.run({ ...services, message, remainingMs })
      const ms = msNow()
      log.info('done', { tries, ms, said }, metrics(ms, false))
    } catch (error) {
      if (await putBack(services, name, message, record, error)) return
      const ms = msNow()
      log.error('failed', { tries, ms }, error, metrics(ms, true))
      if (tries >= job.tries) await work.failed?.({ ...services, message, remainingMs }, error)
      throw error
    }
  }

  return (event: SQSEvent, context: LambdaContext) =>
    // A processor keeps the batch at hand in itself, so each batch has its own: on one machine two are worked on at once.
    processPartialResponse(event, one, new BatchProcessor(EventType.SQS), { context, throwOnFullBatchFailure: false })
}

/** What became of one message of a batch: a sentence for the log, or why it is to come again. */
export type BatchResult = { said: string } | { error: unknown }

/** `tries`: how often the message was handed out, this time included; of one that was put back after a try or more, those count as one. */
export type Delivery<Name extends JobName> = { message: JobMessage<Name>; tries: number }

type BatchWork<Name extends JobName> = (
  services: Services & { remainingMs: () => number },
  deliveries: readonly Delivery<Name>[],
) => Promise<readonly BatchResult[]>

/**
 * The Lambda of a job that works on the messages of a delivery together. `run` answers for each message, in their order; what it
 * throws holds for all of them.
 */
export function consumeBatch<Name extends JobName>(name: Name, run: BatchWork<Name>) {
  const job = jobs[name]

  return async (event: SQSEvent, lambda: LambdaContext): Promise<SQSBatchResponse> => {
    const services = await openServices()
    const started = performance.now()
    const remainingMs = () => lambda.getRemainingTimeInMillis()
    const failed: SQSRecord[] = []
    const read = event.Records.flatMap((record) => {
      try {
        // @NOTE the job's own schema parses the body, so the result is this job's message.
        return [{ record, message: job.message.parse(JSON.parse(record.body, mendText)) as JobMessage<Name> }]
      } catch (error) {
        log.error('failed', { job: name, ...traceOf(record), tries: triesOf(record) }, error)
        failed.push(record)
        return []
      }
    })
    const deliveries = read.map(({ record, message }) => {
      const { wasTried } = beforeOf(record)
      return { message, tries: triesOf(record) + (wasTried ? 1 : 0) }
    })
    const trace: Trace = { job: name, ...commonOrigin(read.map(({ record }) => originOf(record))) }
    const results = await inTrace(trace, () => run({ ...services, remainingMs }, deliveries)).catch((error: unknown) =>
      deliveries.map((): BatchResult => ({ error })),
    )
    const ms = Math.round(performance.now() - started)
    for (const [index, { record, message }] of read.entries()) {
      const result = results[index] ?? { error: new Error('The batch gave no answer for a message.') }
      const facts = { job: name, ...traceOf(record, message), tries: triesOf(record) }
      const isFault = !('said' in result)
      const metrics = tenantMetrics('Work', facts.tenant, services.env.METRIC_TENANTS, { ms, isFault })
      if ('said' in result) log.info('done', { ...facts, ms, said: result.said }, metrics)
      else if (await putBack(services, name, message, record, result.error)) continue
      else {
        log.error('failed', { ...facts, ms }, result.error, metrics)
        failed.push(record)
      }
    }
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) }
  }
}
