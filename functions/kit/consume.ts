// Queue work: messages parsed at the door, failed records reported one by one, the last failure told to the job.
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch'
import type { Context as LambdaContext, SQSEvent, SQSRecord } from 'aws-lambda'
import { type JobMessage, type JobName, jobs } from '#shared/jobs.ts'
import { mendText } from '#shared/text.ts'
import { WriteConflict } from '../data/lib/errors.ts'
import { log } from './log.ts'
import { services as openServices, type Services } from './services.ts'

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

/** So long, at random, waits work that met other writers too often. */
const BACK_SECONDS = { least: 1, most: 5 }

/** The Lambda of a job. `run` answers one sentence for the log. */
export function consume<Name extends JobName>(name: Name, work: Work<Name>) {
  const job = jobs[name]

  async function one(record: SQSRecord, lambda?: LambdaContext): Promise<void> {
    const services = await openServices()
    const started = performance.now()
    const remainingMs = () => lambda?.getRemainingTimeInMillis() ?? job.timeoutSeconds * 1000
    // @NOTE the job's own schema parses the body, so the result is this job's message.
    const message = job.message.parse(JSON.parse(record.body, mendText)) as JobMessage<Name>
    const tries = Number(record.attributes.ApproximateReceiveCount)
    try {
      const said = await work.run({ ...services, message, remainingMs })
      log.info('done', { job: name, mid: record.messageId, tries, ms: Math.round(performance.now() - started), said })
    } catch (error) {
      if (error instanceof WriteConflict) {
        // Others were served meanwhile, so it is no failed try: the message goes back as a new one, whose tries begin anew.
        const { least, most } = BACK_SECONDS
        const delaySeconds = least + Math.floor(Math.random() * (most - least + 1))
        await services.queues.send(name, message, { delaySeconds })
        log.info('put back', { job: name, mid: record.messageId, tries, said: error.message })
        return
      }
      log.error(
        'failed',
        { job: name, mid: record.messageId, tries, ms: Math.round(performance.now() - started) },
        error,
      )
      if (tries >= job.tries) await work.failed?.({ ...services, message, remainingMs }, error)
      throw error
    }
  }

  return (event: SQSEvent, context: LambdaContext) =>
    // A processor keeps the batch at hand in itself, so each batch has its own: on one machine two are worked on at once.
    processPartialResponse(event, one, new BatchProcessor(EventType.SQS), { context, throwOnFullBatchFailure: false })
}
