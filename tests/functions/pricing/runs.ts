// Runs of the invoice timetable as they are on AWS: the entry sends messages, and workers take them, each as often as the test
// says. Nothing here is drained behind its back, so that what crashed can be delivered again.
import type { Context, SQSEvent } from 'aws-lambda'
import { running } from '#infra/local/running.ts'
import type { InvoiceRun } from '#shared/jobs.ts'
import type { Harness } from '../../support/harness.ts'

type Name = 'billManually' | 'trueUpMinimums'
let numbers = 0

const eventOf = (body: unknown, tries = 1): SQSEvent =>
  // @NOTE of a record these workers read these fields alone.
  ({
    Records: [
      {
        messageId: `m${++numbers}`,
        body: JSON.stringify(body),
        eventSource: 'aws:sqs',
        attributes: { ApproximateReceiveCount: String(tries) },
      },
    ],
  }) as never

export async function runsOf(h: Harness) {
  // Loaded once the harness has said how quiet the log is to be.
  const schedules = {
    billManually: (await import('#functions/schedules/billManually.ts')).handler,
    trueUpMinimums: (await import('#functions/schedules/trueUpMinimums.ts')).handler,
  }
  const jobs = {
    makeInvoices: (await import('#functions/jobs/makeInvoices.ts')).handler,
    collectOwed: (await import('#functions/jobs/collectOwed.ts')).handler,
    hideCards: (await import('#functions/jobs/hideCards.ts')).handler,
  }

  /** What an entry of the timetable sends. `isDone` false: it failed, and comes again. */
  async function send(name: Name, at: number): Promise<{ messages: InvoiceRun[]; isDone: boolean }> {
    const messages: InvoiceRun[] = []
    const { queues } = h.services
    h.services.queues = {
      ...queues,
      sendMany: async (job, all) => {
        if (job === 'makeInvoices') messages.push(...all.map(({ message }) => message as InvoiceRun))
        else await queues.sendMany(job, all)
      },
    }
    const answer = await running
      .run({ kind: 'schedules', name }, () => schedules[name](eventOf({ schedule: name, at }), {} as Context))
      .finally(() => {
        h.services.queues = queues
      })
    return { messages, isDone: answer.batchItemFailures.length === 0 }
  }

  /** Whether a worker did what a message asks for. */
  async function work(message: object, name: keyof typeof jobs = 'makeInvoices'): Promise<boolean> {
    const answer = await running.run({ kind: 'jobs', name }, () => jobs[name](eventOf(message), {} as Context))
    return answer.batchItemFailures.length === 0
  }

  /** A whole run: the entry, and all that it sends. */
  async function run(name: Name, at: number): Promise<void> {
    const { messages, isDone } = await send(name, at)
    if (!isDone) throw new Error(`${name} failed.`)
    for (const message of messages) if (!(await work(message))) throw new Error(`${JSON.stringify(message)} failed.`)
  }

  return { send, work, run }
}
