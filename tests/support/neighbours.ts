// How a company that sends very much stands to one that sends little, by what their queues hand out.
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import type { AllQueues } from '#functions/gateways/queue.ts'
import type { JobName } from '#shared/job-names.ts'
import { type JobMessage, jobs } from '#shared/jobs.ts'

const owners = ['tenantId', 'companyId', 'agencyId', 'accountId'] as const

/** The fields of each kind of message of a job, but for what S3 sends by itself. */
function kindsOf(name: JobName): string[][] {
  const schema = z.toJSONSchema(jobs[name].message, { unrepresentable: 'any' })
  const kinds = 'anyOf' in schema ? schema.anyOf : 'oneOf' in schema ? schema.oneOf : [schema]
  return (kinds ?? [])
    .map((kind) => Object.keys(kind.properties ?? {}))
    .filter((fields) => !fields.includes('Records') && !fields.includes('Event'))
}

/** Whether each kind of message of a job says whose it is. */
export const namesOwner = (name: JobName): boolean =>
  kindsOf(name).every((fields) => fields.some((field) => owners.some((owner) => owner === field)))

/** How many messages of a company that sent `many` are handed out before the one that another company sent after them. */
export async function handedOutBefore<Name extends JobName>(
  queues: AllQueues,
  { name, url: QueueUrl, many }: { name: Name; url: string; many: number },
): Promise<number> {
  const field = owners.find((owner) => kindsOf(name).some((fields) => fields.includes(owner)))
  // @NOTE a queue looks at no message; whose it is stands where the job's own messages have it.
  const of = (owner: string) =>
    ({ [String(field)]: owner, destination: { companyId: owner } }) as unknown as JobMessage<Name>
  await queues.sendMany(
    name,
    Array.from({ length: many }, () => ({ message: of('com_many') })),
  )
  await queues.send(name, of('com_one'))
  const client = new SQSClient({})
  try {
    for (let seen = 0; ; ) {
      const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))
      const at = Messages.findIndex(({ Body = '{}' }) => Object.values(JSON.parse(Body)).includes('com_one'))
      if (at >= 0 || Messages.length === 0) return seen + Math.max(at, 0)
      seen += Messages.length
    }
  } finally {
    client.destroy()
  }
}
