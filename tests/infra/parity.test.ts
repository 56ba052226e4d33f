// What the local environment creates and what the templates create, compared both ways: neither has a table, queue,
// bucket or schedule that the other lacks.
import { describe, expect, it } from 'vitest'
import { tableInput } from '#infra/local/dynamo.ts'
import { bucketNames } from '#infra/local/engines.ts'
import { planQueues } from '#infra/local/queues.ts'
import { scheduleNames } from '#shared/schedules.ts'
import { table } from '#shared/stores.ts'
import { type Found, synth } from './synth.ts'

const { of } = synth('prod')
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
/** A construct's own name, without the suffix that makes its id unique. */
const named = ({ id }: Found) => lower(id.replace(/[0-9A-F]{8}$/, ''))
const byText = (a: string, b: string) => a.localeCompare(b)

describe('local environment and templates', () => {
  it('have the same table: keys, indexes, projections and expiry', () => {
    const tables = of('AWS::DynamoDB::GlobalTable')
    expect(tables).toHaveLength(1)
    const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, BillingMode, TimeToLiveSpecification } =
      tables[0]?.Properties ?? {}
    const local = tableInput(table.name)
    expect(KeySchema).toEqual(local.KeySchema)
    expect(BillingMode).toEqual(local.BillingMode)
    expect(TimeToLiveSpecification).toEqual({ AttributeName: table.ttl, Enabled: true })
    const sorted = <T>(list: readonly T[] | undefined) =>
      [...(list ?? [])].sort((a, b) => byText(JSON.stringify(a), JSON.stringify(b)))
    expect(sorted(AttributeDefinitions)).toEqual(sorted(local.AttributeDefinitions))
    expect(sorted(GlobalSecondaryIndexes)).toEqual(sorted(local.GlobalSecondaryIndexes))
  })

  it('have the same queues, tries and times', () => {
    const queues = of('AWS::SQS::Queue')
    const dead = new Set(queues.filter(({ id }) => /Dead[0-9A-F]{8}$/.test(id)).map(({ id }) => id))
    const built = queues
      .filter(({ id }) => !dead.has(id))
      .map((queue) => {
        const redrive = queue.Properties.RedrivePolicy as unknown as {
          maxReceiveCount: number
          deadLetterTargetArn: unknown
        }
        return {
          name: named(queue).replace(/Queue$/, ''),
          visibilitySeconds: Number(queue.Properties.VisibilityTimeout),
          tries: redrive.maxReceiveCount,
          hasDead: [...dead].some((id) => JSON.stringify(redrive.deadLetterTargetArn).includes(id)),
        }
      })
    const planned = planQueues().map(({ name, visibilitySeconds, tries, deadName }) => ({
      name,
      visibilitySeconds,
      tries,
      hasDead: deadName !== '',
    }))
    const sorted = (list: typeof built) => list.toSorted((a, b) => byText(a.name, b.name))
    expect(sorted(built)).toEqual(sorted(planned))
    expect(dead.size).toBe(planned.length)
  })

  it('have the same buckets, beside those for access logs', () => {
    const built = of('AWS::S3::Bucket')
      .map(named)
      .filter((name) => name !== 'accessLogs')
    expect(built.sort(byText)).toEqual(Object.keys(bucketNames).sort(byText))
  })

  it('have the same schedules', () => {
    const built = of('AWS::Scheduler::Schedule').map(({ Properties }) => String(Properties.Name).replace(/^prod-/, ''))
    expect(built.sort(byText)).toEqual([...scheduleNames].sort(byText))
  })
})
