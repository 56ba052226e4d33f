// One company sends far more than its share: what it sent stands before nobody else's, and it is told when it is too much.
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type JobName, jobNames } from '#shared/job-names.ts'
import { aboutOf } from '#shared/job-subject.ts'
import { type JobMessage, jobs } from '#shared/jobs.ts'
import { harness } from '#tests/support/harness.ts'

const h = await harness()
const { queues } = h.services
const client = new SQSClient({})

const owners = ['tenantId', 'companyId', 'agencyId', 'accountId'] as const

/** Kinds of messages that name no company, with who says whose they are. */
const unnamed: Partial<Record<JobName, string>> = {
  mailReport: 'the timetable says the agency of who gets a report',
}

/** The fields of each kind of message of a job, but for what S3 sends by itself. */
function kindsOf(name: JobName): string[][] {
  const schema = z.toJSONSchema(jobs[name].message, { unrepresentable: 'any' })
  const kinds = 'anyOf' in schema ? schema.anyOf : 'oneOf' in schema ? schema.oneOf : [schema]
  return (kinds ?? [])
    .map((kind) => Object.keys(kind.properties ?? {}))
    .filter((fields) => !fields.includes('Records') && !fields.includes('Event'))
}

/** How many messages of a company that sent fifty are handed out before the one that another company sent after them. */
async function before<Name extends JobName>(name: Name): Promise<number> {
  const field = owners.find((owner) => kindsOf(name).some((fields) => fields.includes(owner)))
  // @NOTE a queue looks at no message; whose it is stands where the job's own messages have it.
  const of = (owner: string) =>
    ({ [String(field)]: owner, destination: { companyId: owner } }) as unknown as JobMessage<Name>
  await queues.sendMany(
    name,
    Array.from({ length: 50 }, () => ({ message: of('com_many') })),
  )
  await queues.send(name, of('com_one'))
  const QueueUrl = h.engines.queueUrl(name)
  for (let seen = 0; ; ) {
    const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))
    const at = Messages.findIndex(({ Body = '{}' }) => Object.values(JSON.parse(Body)).includes('com_one'))
    if (at >= 0 || Messages.length === 0) return seen + Math.max(at, 0)
    seen += Messages.length
  }
}

describe('A38 fifty messages of one company and one of another', () => {
  it.each(jobNames.filter((name) => !(name in unnamed)))(
    'in the queue of %s: the one is among the first',
    async (name) => {
      expect(await before(name)).toBeLessThanOrEqual(1)
    },
  )

  it('holds for every kind of message: each names a company, or its sender says whose it is', () => {
    const without = jobNames.filter((name) =>
      kindsOf(name).some((fields) => !fields.some((field) => owners.some((owner) => owner === field))),
    )
    expect(without).toEqual(Object.keys(unnamed))
    expect(aboutOf({ tenantId: 'a', companyId: 'b' })).toMatchObject({ tenant: 'a', company: 'b' })
  })
})
