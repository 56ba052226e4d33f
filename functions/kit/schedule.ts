// Timetable work: a run arrives as a message that names its planned time, so it can be late, twice, or asked for by hand.
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch'
import type { Context as LambdaContext, SQSEvent, SQSRecord } from 'aws-lambda'
import * as z from 'zod'
import { type ScheduleName, scheduleNames, schedules } from '#shared/schedules.ts'
import { log } from './log.ts'
import { heartbeat } from './metrics.ts'
import { services as openServices, type Services } from './services.ts'
import { inTrace } from './trace.ts'

// EventBridge writes `at` as an ISO time; a run by hand may give milliseconds.
export const Run = z.object({
  schedule: z.enum(scheduleNames as [ScheduleName, ...ScheduleName[]]),
  at: z.union([z.number(), z.string().transform((text) => Date.parse(text))]).pipe(z.number()),
})

export type ScheduleContext = Services & {
  at: number
  /** How long this run may still work before it is ended. */
  remainingMs: () => number
}

/** What a run is called in the lines of its own work and of all that it sends to others. */
const runId = (name: ScheduleName, at: number) => `${name}@${new Date(at).toISOString().slice(0, 16)}Z`

/** The Lambda of a schedule. `run` answers one sentence for the log, and must be safe to run twice, late, or for a past day. */
export function onSchedule(name: ScheduleName, run: (context: ScheduleContext) => Promise<string>) {
  async function one(record: SQSRecord, lambda?: LambdaContext): Promise<void> {
    const services = await openServices()
    const started = performance.now()
    const remainingMs = () => lambda?.getRemainingTimeInMillis() ?? schedules[name].timeoutSeconds * 1000
    const { at } = Run.parse(JSON.parse(record.body))
    return inTrace({ rid: runId(name, at), schedule: name, mid: record.messageId }, async () => {
      const pause = await services.db.pause.find()
      // No sign of life: an alarm tells of a pause that was forgotten.
      if (pause) return log.info('paused', { at, since: pause.since })
      try {
        const said = await run({ ...services, at, remainingMs })
        log.info('done', { at, ms: Math.round(performance.now() - started), said }, heartbeat(name))
      } catch (error) {
        log.error('failed', { at }, error)
        throw error
      }
    })
  }
  return (event: SQSEvent, context: LambdaContext) =>
    processPartialResponse(event, one, new BatchProcessor(EventType.SQS), { context, throwOnFullBatchFailure: false })
}
