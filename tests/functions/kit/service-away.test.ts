// A service outside is away for longer than a message has tries: its work waits, drains once when it is back, and gives up after a day.
import type { SQSEvent } from 'aws-lambda'
import { afterEach, expect, it, vi } from 'vitest'
import { openMail } from '#functions/gateways/mail.ts'
import { log } from '#functions/kit/log.ts'
import { lambdaContext } from '#infra/local/api.ts'
import { HOUR, MINUTE } from '#shared/dates.ts'
import { type JobMessage, jobs } from '#shared/jobs.ts'
import { deliver } from '#tests/functions/leads/faults.ts'
import { browser, startStage } from '#tests/functions/leads/stage.ts'

const stage = await startStage()
const { services, provider } = stage
// Loaded after the environment is set, as a container does.
const workers = {
  resolveVisits: (await import('#functions/jobs/resolveVisits.ts')).handler,
  sendMail: (await import('#functions/jobs/sendMail.ts')).handler,
}
type Worked = keyof typeof workers
type Sent = { message: unknown; options: { delaySeconds?: number; before?: string; group?: string } }

let clock = services.now()
const wait = (ms: number) => {
  clock += ms
  stage.setClock(clock)
}
afterEach(() => {
  vi.restoreAllMocks()
  provider.clearFailures()
})

function record(
  message: unknown,
  { tries, sentAt = clock, before }: { tries: number; sentAt?: number; before?: string | undefined },
) {
  // @NOTE the worker parses what it is given.
  const made = deliver(message as JobMessage<'resolveVisits'>, tries)
  return {
    ...made,
    messageId: crypto.randomUUID(),
    attributes: { ...made.attributes, SentTimestamp: String(sentAt), MessageGroupId: 'com_group' },
    messageAttributes: before ? { before: { stringValue: before, dataType: 'String' as const } } : {},
  }
}

/** Works on messages; answers how many failed, and what was put back instead. */
async function work(job: Worked, Records: SQSEvent['Records']): Promise<{ failed: number; back: Sent[] }> {
  const back: Sent[] = []
  const send = vi.spyOn(services.queues, 'send').mockImplementation(async (name, message, options = {}) => {
    if (name === job) back.push({ message, options })
  })
  const { batchItemFailures } = await workers[job]({ Records }, lambdaContext(job))
  send.mockRestore()
  return { failed: batchItemFailures.length, back }
}

let visits = 0
async function newVisits(count: number) {
  const campaign = await stage.newCampaign()
  const { id: campaignId, companyId } = campaign
  const messages = Array.from({ length: count }, () => ({
    visitId: services.newId('visit'),
    campaignId,
    companyId,
    visitorId: `visitor-of-an-outage-${++visits}`,
    ip: '203.0.113.7',
    userAgent: browser,
    pageUrl: 'https://brightsmiles.example/',
    visitedAt: clock,
  }))
  return { campaign, messages }
}

it('A39 visits wait for the provider beyond their tries, and each is one lead once it is back', async () => {
  const faults = vi.spyOn(log, 'error')
  const { campaign, messages } = await newVisits(25)
  provider.fail(500, 1000)
  const { tries } = jobs.resolveVisits
  // A short fault is what tries are for.
  expect(
    await work(
      'resolveVisits',
      messages.map((message) => record(message, { tries: 1 })),
    ),
  ).toEqual({ failed: 25, back: [] })
  const sentAt = clock
  wait(9 * MINUTE)
  const first = await work(
    'resolveVisits',
    messages.map((message) => record(message, { tries, sentAt })),
  )
  expect([first.failed, first.back.length]).toEqual([0, 25])
  for (const { options } of first.back) {
    expect(options).toMatchObject({ group: 'com_group', before: `${sentAt} again` })
    expect(options.delaySeconds).toBeLessThanOrEqual(60)
  }
  // What the alarm listens for.
  expect(faults.mock.calls.filter(([said]) => said === 'waits')).toHaveLength(25)
  expect(faults.mock.calls.find(([said]) => said === 'waits')?.[3]).toMatchObject({ job: 'resolveVisits', Waits: 1 })
  // The same once more: since when it waits is not forgotten.
  wait(9 * MINUTE)
  const again = first.back.map(({ message, options }) => record(message, { tries, before: options.before }))
  const second = await work('resolveVisits', again)
  expect(second.back.map(({ options }) => options.before)).toEqual(first.back.map(({ options }) => options.before))
  provider.clearFailures()
  wait(MINUTE)
  const back = second.back.map(({ message, options }) => record(message, { tries: 1, before: options.before }))
  // The queue may hand out each twice.
  for (let turn = 0; turn < 2; turn++) expect(await work('resolveVisits', back)).toEqual({ failed: 0, back: [] })
  expect((await stage.leadsOf('cleo', campaign)).total).toBe(25)
  expect(await stage.db.lead.findMeter(campaign, true)).toMatchObject({ leads: 25 })
})

it('A39 a lead that was stored before its worker crashed is handed on, also after its message was put back', async () => {
  const { campaign, messages } = await newVisits(1)
  const [message] = messages
  // Stored, and its worker ended before the message was done; then the campaign was stopped.
  await work('resolveVisits', [record(message, { tries: 1 })])
  const read = await stage.db.campaign.find(campaign.companyId, campaign.id)
  expect(read && (await stage.db.campaignChange.setStatus(read, 'paused', 'user'))).toBe(true)
  const back = record(message, { tries: 1, before: `${clock} again` })
  const said = vi.spyOn(log, 'info')
  await work('resolveVisits', [back])
  expect(said.mock.calls.find(([text]) => text === 'done')?.[1]).toMatchObject({
    said: expect.stringMatching(/^stored/),
  })
})

it('A39 what waited for a day gives up', async () => {
  const { messages } = await newVisits(1)
  provider.fail(500, 1000)
  const late = record(messages[0], { tries: jobs.resolveVisits.tries, sentAt: clock - 25 * HOUR })
  expect(await work('resolveVisits', [late])).toEqual({ failed: 1, back: [] })
})

it('A13 a visit that the provider alone cannot answer gives up after its tries', async () => {
  const { messages } = await newVisits(1)
  provider.fail('other shape')
  expect(await work('resolveVisits', [record(messages[0], { tries: jobs.resolveVisits.tries })])).toEqual({
    failed: 1,
    back: [],
  })
})

it('A39 after five failures nobody is asked for half a minute, and one answer ends that', async () => {
  wait(MINUTE)
  const { messages } = await newVisits(100)
  const asked = () => provider.requests().length
  const before = asked()
  provider.fail(500, 1000)
  const all = (tries: number) => messages.map((message) => record(message, { tries }))
  for (let at = 0; at < 100; at += 25) await work('resolveVisits', all(1).slice(at, at + 25))
  // Five are asked at once.
  expect(asked() - before).toBeLessThan(10)
  provider.clearFailures()
  expect((await work('resolveVisits', all(2).slice(0, 25))).failed).toBe(25)
  wait(31_000)
  for (let at = 0; at < 100; at += 25) expect((await work('resolveVisits', all(3).slice(at, at + 25))).failed).toBe(0)
})

it('A39 mails wait for their service beyond their tries, and each leaves once', async () => {
  const { cleo } = stage.cast.users
  const { mail } = services
  const before = (await stage.mailsTo(cleo.email)).length
  const facts = { userId: cleo.id, at: clock }
  const message = { mailId: 'mal_away', tenantId: stage.cast.northlight.id, mail: 'passwordChanged', facts }
  // Nobody listens there.
  const away = openMail({ from: 'no-reply@leads.example', smtpUrl: 'smtp://127.0.0.1:1' })
  services.mail = away
  expect(await work('sendMail', [record(message, { tries: 1 })])).toEqual({ failed: 1, back: [] })
  const { failed, back } = await work('sendMail', [record(message, { tries: jobs.sendMail.tries })])
  expect([failed, back.length]).toEqual([0, 1])
  services.mail = mail
  const again = back.map((each) => record(each.message, { tries: 1, before: each.options.before }))
  for (let turn = 0; turn < 2; turn++) expect(await work('sendMail', again)).toEqual({ failed: 0, back: [] })
  expect(await stage.mailsTo(cleo.email)).toHaveLength(before + 1)
})
