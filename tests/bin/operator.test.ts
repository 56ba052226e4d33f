import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { Stack } from 'aws-cdk-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runNode } from '#bin/children.ts'
import { domains } from '#bin/operator/domains.ts'
import { readOutputs } from '#bin/operator/outputs.ts'
import { redrive, replay } from '#bin/operator/queues.ts'
import { root } from '#bin/operator/root.ts'
import { requestDomain } from '#functions/domain/domains/custom.ts'
import { environment } from '#infra/environments.ts'
import { makePlatform } from '#infra/platform.ts'
import { toQueueOutputs } from '#infra/queue-outputs.ts'
import { jobNames } from '#shared/job-names.ts'
import { scheduleNames } from '#shared/schedules.ts'
import { type Harness, harness } from '#tests/support/harness.ts'

let suite: Harness
let client: SQSClient
beforeAll(async () => {
  suite = await harness()
  client = new SQSClient({})
})
afterAll(() => client.destroy())

const messages = async (QueueUrl: string) =>
  (await client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 }))).Messages ??
  []

describe('operator root', () => {
  const asked = (subdomain: string) => [
    'Loom North',
    '--person',
    'Nora North',
    '--email',
    'Nora@Example.com',
    '--subdomain',
    subdomain,
  ]

  it('COB-13 plants a root in the zone of the system, whose first person sets a password by the printed link and signs in', async () => {
    const said = await root.run(suite.services, asked('north'))
    const url = new URL(said.split('\n').at(-1) ?? '')
    expect(url.hostname).toBe('north.localhost')
    const token = url.pathname.split('/').at(-1) ?? ''
    const found = await suite.db.domain.findCompanyId('north.localhost')
    const company = await suite.db.company.get(found ?? '')
    expect(company).toMatchObject({
      kind: 'root',
      parentId: null,
      rootId: company.id,
      ancestors: [],
      name: 'Loom North',
      timeZone: 'America/Chicago',
    })
    expect((await suite.db.company.listRoots()).map(({ id }) => id)).toContain(company.id)
    const host = 'north.localhost'
    const newpassword = 'a long and quiet river 7'
    const set = await suite.call(
      null,
      'session.setPassword',
      { token, email: 'nora@example.com', newpassword },
      { host },
    )
    expect(set.status).toBe(200)
    const signedIn = await suite.call(
      null,
      'session.login',
      { username: 'nora@example.com', password: newpassword },
      { host },
    )
    expect(signedIn.status).toBe(200)
  })

  it('refuses a taken host, and says what is missing', async () => {
    await expect(root.run(suite.services, asked('north'))).rejects.toThrow('taken')
    await expect(root.run(suite.services, ['Name only'])).rejects.toThrow(
      /Usage: .*root[\s\S]*person, email, subdomain/,
    )
  })
})

describe('operator help', () => {
  const ask = async (...args: string[]) => {
    const { code, output } = await runNode(['bin/operator.ts', ...args], { cwd: '.', keep: true })
    return { code, said: output.trim() }
  }

  it('lists all commands, and tells of one, where no platform is known', async () => {
    const [all, one, wrong] = await Promise.all([ask('help'), ask('redrive', '--help'), ask('redrvie')])
    expect(all.code).toBe(0)
    expect(all.said.match(/^ {2}[a-z-]+ {2,}[A-Z].+/gm)).toHaveLength(17)
    expect(one).toMatchObject({ code: 0, said: expect.stringMatching(/^Usage: .*redrive <job[\s\S]*--apply sends/) })
    expect(wrong).toEqual({ code: 1, said: all.said })
  })
})

describe('operator redrive', () => {
  it('sends back what gave up, whole, and leaves the other queue empty', async () => {
    const to = suite.engines.queueUrl('resolveVisits')
    const from = suite.engines.queueUrl('resolveVisits-dlq')
    for (const text of ['one', 'two', 'three'])
      await client.send(new SendMessageCommand({ QueueUrl: from, MessageBody: text }))
    expect(await redrive.run(suite.services, ['resolveVisits'])).toBe(
      '3 messages of resolveVisits gave up. Nothing was changed; --apply sends back what waits there.',
    )
    expect(await messages(to)).toEqual([])
    // Two operators at once: the second waits for the task of the first.
    const both = await Promise.all([1, 2].map(() => redrive.run(suite.services, ['resolveVisits', '--apply'])))
    expect(both).toContain('3 messages went back to the queue of resolveVisits.')
    const back = [...(await messages(to)), ...(await messages(to))]
    expect(new Set(back.map(({ Body }) => Body))).toEqual(new Set(['one', 'two', 'three']))
    expect(await messages(from)).toEqual([])
  })

  it('names the queues when asked for one that is not there', async () => {
    await expect(redrive.run(suite.services, ['nothing'])).rejects.toThrow(/importExclusions/)
  })
})

describe('operator replay', () => {
  it('runs a schedule for a past time, and not for one to come', async () => {
    expect(await replay.run(suite.services, ['checkDomains', '2026-01-02'])).toBe(
      'checkDomains would run for 2026-01-02T00:00:00.000Z. Nothing was changed; --apply runs it.',
    )
    expect(await messages(suite.engines.queueUrl('checkDomains'))).toEqual([])
    expect(await replay.run(suite.services, ['checkDomains', '2026-01-02', '--apply'])).toBe(
      'checkDomains runs for 2026-01-02T00:00:00.000Z.',
    )
    const [message] = await messages(suite.engines.queueUrl('checkDomains'))
    expect(JSON.parse(message?.Body ?? '{}')).toEqual({ schedule: 'checkDomains', at: '2026-01-02T00:00:00.000Z' })
    await expect(replay.run(suite.services, ['checkDomains', '2999-01-01'])).rejects.toThrow('not come yet')
    // Days that no calendar has, which `Date` reads as a later one, and a time without its zone.
    for (const when of ['soon', '2026-02-30', '2026-04-31T03:00Z', '2026-13-01', '2026-01-02T03:00'])
      await expect(replay.run(suite.services, ['checkDomains', when])).rejects.toThrow('Usage')
  })
})

describe('operator domains', () => {
  it('says how far each domain is', async () => {
    const { northlight } = suite.cast
    await expect(domains.run(suite.services, ['com_nobody'])).rejects.toThrow('There is no company com_nobody.')
    expect(await domains.run(suite.services, [northlight.id])).toBe('This company has no domain of its own.')
    await requestDomain(suite.services, northlight, 'leads.acme.test', 'leadloom.test')
    expect(await domains.run(suite.services, [northlight.id])).toBe('leads.acme.test: waiting_dns')
  })
})

describe('readOutputs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outputs-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'outputs.json')

  it('finds in the outputs of the stacks all that the tools need', () => {
    const { stacks } = makePlatform(environment('staging'), {
      code: 'stubs',
      checks: false,
      app: { builtinCloudFormationValidation: false },
    })
    const namesIn = (stack: Stack) => stack.node.children.map(({ node }) => node.id)
    const told = ['TableName', 'FilesBucket', 'KeysSecretArn', 'SealingSecretArn']
    expect(namesIn(stacks.data)).toEqual(expect.arrayContaining(told))
    expect(namesIn(stacks.queues)).toContain('QueueUrls1')
    writeFileSync(
      file,
      JSON.stringify({
        'leadloom-staging-data': {
          ...Object.fromEntries(told.map((name) => [name, `${name}/one`])),
        },
        'leadloom-staging-queues': Object.fromEntries(
          toQueueOutputs(
            [...jobNames, ...scheduleNames].map((name) => ({ name, url: `${name}/one`, dead: `${name}/two` })),
          ),
        ),
      }),
    )
    expect(readOutputs(file)).toMatchObject({
      TABLE_NAME: 'TableName/one',
      PLATFORM_DOMAIN: 'staging.leadloom.example',
      SITE_BUCKET: 'leadloom-staging-site-222222222222',
      QUEUE_URL_SEND_MAIL: 'sendMail/one',
      DEAD_URL_SEND_MAIL: 'sendMail/two',
      QUEUE_URL_CHECK_DOMAINS: 'checkDomains/one',
    })
  })

  it('says what is missing', () => {
    writeFileSync(file, JSON.stringify({ 'leadloom-staging-data': { FilesBucket: 'x' } }))
    expect(() => readOutputs(file)).toThrow(/lacks the queue/)
    writeFileSync(file, '{}')
    expect(() => readOutputs(file)).toThrow(/no data stack/)
  })
})
