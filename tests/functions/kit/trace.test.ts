// Every line of a worker says whose work it is, what it is about, and which request it came from: through queues and out of
// everything that the work awaits. Lines are written by a process of its own, because the tests' own is silent.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { commonOrigin, inTrace, originText, readOrigin, traceNow } from '#functions/kit/trace.ts'
import { jobNames } from '#shared/job-names.ts'
import { aboutOf, subjectFields } from '#shared/job-subject.ts'
import { jobs } from '#shared/jobs.ts'
import { harness } from '#tests/support/harness.ts'

const root = join(import.meta.dirname, '../../..')
const suite = await harness()

/** Lines of the log that some code writes. */
async function written(code: string): Promise<Record<string, unknown>[]> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'INFO', POWERTOOLS_LOG_LEVEL: 'INFO' },
  })
  return `${stdout}${stderr}`.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
}

const record = (mid: string, body: object, origin?: string) => ({
  messageId: mid,
  body: JSON.stringify(body),
  attributes: { ApproximateReceiveCount: '1' },
  messageAttributes: origin ? { origin: { stringValue: origin, dataType: 'String' } } : {},
})

/** How CloudWatch is told which fields of a line are numbers to keep. */
const embedded = (dimension: string, ...metrics: [string, string][]) => ({
  _aws: {
    Timestamp: expect.any(Number),
    CloudWatchMetrics: [
      { Namespace: 'Leadloom', Dimensions: [[dimension]], Metrics: metrics.map(([Name, Unit]) => ({ Name, Unit })) },
    ],
  },
})

describe('where work comes from', () => {
  it('is carried through what it awaits, and apart from other work', async () => {
    expect(originText()).toBe('')
    const texts = await Promise.all(
      ['req_1', 'req_2'].map((rid) =>
        inTrace({ rid, tenant: 'com_1' }, async () => {
          await new Promise((resolve) => setImmediate(resolve))
          return originText()
        }),
      ),
    )
    expect(texts).toEqual(['req_1 com_1', 'req_2 com_1'])
    expect(traceNow()).toEqual({})
  })

  it('is read back from a message, and nothing that is no word of ours', () => {
    expect(readOrigin('req_1 com_1')).toEqual({ rid: 'req_1', tenant: 'com_1' })
    expect(readOrigin(inTrace({ rid: 'billCampaigns@2026-11-23T18:00Z' }, originText))).toEqual({
      rid: 'billCampaigns@2026-11-23T18:00Z',
    })
    for (const nothing of [undefined, '', '- -', '{"a":1} x<y'])
      expect(readOrigin(nothing), String(nothing)).toEqual({})
  })

  it('holds for a batch as far as its messages agree', () => {
    expect(
      commonOrigin([
        { rid: 'a', tenant: 't' },
        { rid: 'b', tenant: 't' },
      ]),
    ).toEqual({ rid: undefined, tenant: 't' })
    expect(commonOrigin([])).toEqual({})
  })
})

describe('what a message is about', () => {
  it.each(jobNames)('is named by every kind of message of %s', (name) => {
    const schema = z.toJSONSchema(jobs[name].message, { unrepresentable: 'any' })
    const kinds = 'anyOf' in schema ? schema.anyOf : 'oneOf' in schema ? schema.oneOf : [schema]
    for (const kind of kinds ?? []) {
      const fields = Object.keys(kind.properties ?? {})
      // A file's arrival names its company and id in its key; a try of the queue is about nothing.
      if (fields.includes('Records') || fields.includes('Event')) continue
      expect(fields.filter((field) => (subjectFields as readonly string[]).includes(field))).not.toEqual([])
    }
  })

  it('is the thing itself before what it lies in, also where a file tells of its arrival', () => {
    expect(aboutOf({ companyId: 'com_1', campaignId: 'cmp_1', leadId: 'led_1' })).toEqual({
      company: 'com_1',
      subject: 'led_1',
    })
    expect(aboutOf({ mailId: 'mal_1', tenantId: 'com_2' })).toEqual({
      tenant: 'com_2',
      company: 'com_2',
      subject: 'mal_1',
    })
    const key = 'exclusions/incoming/com_3/upl_4.csv'
    expect(aboutOf({ Records: [{ s3: { bucket: { name: 'files' }, object: { key } } }] })).toEqual({
      company: 'com_3',
      subject: 'upl_4',
    })
    for (const nothing of [{ Event: 's3:TestEvent' }, null, 'text', { Records: [] }])
      expect(aboutOf(nothing)).toEqual({})
  })
})

describe('lines of a worker', () => {
  it('name the job, the tenant, the company, the subject and the request, also those written inside', async () => {
    const lines = await written(`
      import { consume, consumeBatch } from './functions/kit/consume.ts'
      import { log } from './functions/kit/log.ts'
      const context = { getRemainingTimeInMillis: () => 1000 }
      const run = async ({ message }) => {
        log.info('inside')
        if (message.key === 'two') throw new TypeError('why')
        return 'said'
      }
      const event = (Records) => ({ Records })
      await consume('payCommissions', { run })(event([
        ${JSON.stringify(record('m1', { companyId: 'com_a', key: 'one' }, 'req_1 com_t'))},
        ${JSON.stringify(record('m2', { companyId: 'com_b', key: 'two' }))},
        ${JSON.stringify(record('m4', {}, 'req_4 com_t'))},
      ]), context)
      await consumeBatch('sendMail', async (_, all) => { log.info('inside'); return all.map(() => ({ said: 'sent' })) })(event([
        ${JSON.stringify(
          record('m3', { mailId: 'mal_1', tenantId: 'com_c', mail: 'unknown', facts: {} }, 'req_3 com_c'),
        )},
      ]), context)
    `)
    const of = (mid: string) => lines.filter((line) => line.mid === mid)
    const whose = { job: 'payCommissions', rid: 'req_1', tenant: 'com_t', company: 'com_a', subject: 'one' }
    expect(of('m1')).toMatchObject([
      { message: 'inside', ...whose },
      { message: 'done', ...whose, said: 'said' },
    ])
    expect(of('m2')).toMatchObject([
      { message: 'inside', company: 'com_b', subject: 'two' },
      { message: 'failed', company: 'com_b', subject: 'two', error: 'TypeError' },
    ])
    expect(of('m2')[0]).not.toHaveProperty('rid')
    // What cannot be read still says where it came from.
    expect(of('m3')).toMatchObject([{ message: 'failed', job: 'sendMail', rid: 'req_3', tenant: 'com_c' }])
    expect(of('m4')).toMatchObject([{ message: 'failed', job: 'payCommissions', rid: 'req_4', tenant: 'com_t' }])
    // No line is long: what is kept of logs usually costs more than what writes them.
    for (const line of lines.filter(({ stack }) => !stack)) expect(JSON.stringify(line).length).toBeLessThan(400)
  })

  it('of a schedule name its run, as does what it sends', async () => {
    const lines = await written(`
      import { log } from './functions/kit/log.ts'
      import { onSchedule } from './functions/kit/schedule.ts'
      import { originText } from './functions/kit/trace.ts'
      await onSchedule('billCampaigns', async () => originText())({ Records: [
        ${JSON.stringify(record('m1', { schedule: 'billCampaigns', at: '2026-11-23T18:00:00Z' }))},
      ] }, {})
    `)
    const rid = 'billCampaigns@2026-11-23T18:00Z'
    expect(lines).toMatchObject([{ message: 'done', schedule: 'billCampaigns', mid: 'm1', rid, said: `${rid} -` }])
    // What the alarm on a silent schedule listens for.
    expect(lines[0]).toMatchObject({ Done: 1, ...embedded('schedule', ['Done', 'Count']) })
  })

  it('of a schedule that failed hold no sign of life', async () => {
    const lines = await written(`
      import { onSchedule } from './functions/kit/schedule.ts'
      await onSchedule('billCampaigns', async () => { throw new Error('down') })({ Records: [
        ${JSON.stringify(record('m1', { schedule: 'billCampaigns', at: '2026-11-23T18:00:00Z' }))},
      ] }, {})
    `)
    expect(lines).toMatchObject([{ message: 'failed', schedule: 'billCampaigns' }])
    expect(JSON.stringify(lines)).not.toContain('_aws')
  })

  it('count what a company that is watched has done, and nobody else', async () => {
    const lines = await written(`
      process.env.METRIC_TENANTS = 'com_t'
      const { consume } = await import('./functions/kit/consume.ts')
      const run = async ({ message }) => {
        if (message.key === 'two') throw new TypeError('why')
        return 'said'
      }
      await consume('payCommissions', { run })({ Records: [
        ${JSON.stringify(record('m1', { companyId: 'com_a', key: 'one' }, 'req_1 com_t'))},
        ${JSON.stringify(record('m2', { companyId: 'com_a', key: 'two' }, 'req_1 com_t'))},
        ${JSON.stringify(record('m3', { companyId: 'com_b', key: 'one' }, 'req_1 com_u'))},
      ] }, { getRemainingTimeInMillis: () => 1000 })
    `)
    const of = (mid: string) => lines.find((line) => line.mid === mid)
    const numbers = embedded('tenant', ['Work', 'Count'], ['WorkFailed', 'Count'], ['WorkTook', 'Milliseconds'])
    expect(of('m1')).toMatchObject({ tenant: 'com_t', Work: 1, WorkFailed: 0, ...numbers })
    expect(of('m2')).toMatchObject({ tenant: 'com_t', Work: 1, WorkFailed: 1, ...numbers })
    expect(of('m3')).not.toHaveProperty('_aws')
  })
})

describe('a request', () => {
  it('stands in the messages that it sends, with its tenant', async () => {
    const { northlight, users, hosts } = suite.cast
    const { status, headers } = await suite.call(
      null,
      'session.forgot',
      { username: users.ada.email },
      { host: hosts.northlight },
    )
    expect(status).toBe(200)
    const client = new SQSClient({})
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: suite.engines.queueUrl('sendMail'),
        WaitTimeSeconds: 1,
        MessageAttributeNames: ['All'],
      }),
    )
    client.destroy()
    expect(readOrigin(Messages[0]?.MessageAttributes?.origin?.StringValue)).toEqual({
      rid: headers['x-request-id'],
      tenant: northlight.id,
    })
  })
})
