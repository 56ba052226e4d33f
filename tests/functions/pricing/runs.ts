// Runs of the invoice timetable as they are on AWS: the entry sends messages, and workers take them, each as often as the test
// says. Nothing here is drained behind its back, so that what crashed can be delivered again.
import type { Context, SQSEvent } from 'aws-lambda'
import { running } from '#infra/local/running.ts'
import type { BillRun, InvoiceRun } from '#shared/jobs.ts'
import type { Harness } from '../../support/harness.ts'

type Messages = { billCampaigns: BillRun; trueUpMinimums: InvoiceRun }
type Name = keyof Messages
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
    billCampaigns: (await import('#functions/schedules/billCampaigns.ts')).handler,
    trueUpMinimums: (await import('#functions/schedules/trueUpMinimums.ts')).handler,
  }
  const jobs = {
    billCampaign: (await import('#functions/jobs/billCampaign.ts')).handler,
    makeInvoices: (await import('#functions/jobs/makeInvoices.ts')).handler,
    collectOwed: (await import('#functions/jobs/collectOwed.ts')).handler,
    hideCards: (await import('#functions/jobs/hideCards.ts')).handler,
  }

  const jobOf = { billCampaigns: 'billCampaign', trueUpMinimums: 'makeInvoices' } as const

  /** What an entry of the timetable sends. `isDone` false: it failed, and comes again. */
  async function send<N extends Name>(name: N, at: number): Promise<{ messages: Messages[N][]; isDone: boolean }> {
    const messages: Messages[N][] = []
    const { queues } = h.services
    h.services.queues = {
      ...queues,
      sendMany: async (job, all) => {
        if (String(job) === jobOf[name]) messages.push(...all.map(({ message }) => message as Messages[N]))
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
    for (const message of messages)
      if (!(await work(message, jobOf[name]))) throw new Error(`${JSON.stringify(message)} failed.`)
  }

  return { send, work, run }
}
