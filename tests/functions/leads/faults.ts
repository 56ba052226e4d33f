// Faults at the table's door: the worker crashes before its k-th request, or after it was done but before its answer came.
import type { SQSEvent } from 'aws-lambda'
import type { Services } from '#functions/kit/services.ts'
import type { JobMessage } from '#shared/jobs.ts'
import { isRead } from '#tests/support/reads.ts'

export class Crash extends Error {}

/** A refusal is an answer too: a worker that crashes in that moment hears neither. */
export async function loseAnswer(run: () => Promise<unknown>): Promise<never> {
  await run().catch(() => undefined)
  throw new Crash('after the request')
}

/** Counts requests to the table, and lets the worker die at one of them until it is taken away. */
export function watchTable({ table }: Services, crash?: { at: number; when: 'before' | 'after' }) {
  const commands: string[] = []
  const name = `watch-${Math.random()}`
  table.client.middlewareStack.add(
    (next, context) => async (args) => {
      commands.push(context.commandName ?? '')
      if (commands.length !== crash?.at) return next(args)
      if (crash.when === 'before') throw new Crash('before the request')
      return loseAnswer(() => next(args))
    },
    { step: 'initialize', name },
  )
  return { commands, remove: () => void table.client.middlewareStack.remove(name) }
}

/**
 * Where a worker that asked for these is to crash: before and after each request that may change something. Who crashes at one that only
 * reads leaves what those before and after it leave.
 */
export const crashesAt = (commands: readonly string[]) =>
  commands.flatMap((command, index) =>
    isRead(command) ? [] : (['before', 'after'] as const).map((when) => ({ at: index + 1, when })),
  )

export function deliver(message: JobMessage<'resolveVisits'>, tries = 1): SQSEvent['Records'][number] {
  return {
    messageId: `message-${message.visitId}`,
    receiptHandle: 'receipt',
    body: JSON.stringify(message),
    attributes: {
      ApproximateReceiveCount: String(tries),
      SentTimestamp: '0',
      SenderId: 'test',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:resolveVisits',
    awsRegion: 'us-east-1',
  }
}
