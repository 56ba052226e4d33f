// Deliveries whose workers all ended before there was a row: the queue gives their message up, and the timetable takes it up.
import { GetQueueAttributesCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { beforeEach, describe, expect, it } from 'vitest'
import { takeUpDead } from '#functions/domain/deliveries/dead-letters.ts'
import { LEASE_MS } from '#functions/domain/integrations/deliver.ts'
import { openDeadLetters } from '#functions/gateways/dead-letters.ts'
import type { Services } from '#functions/kit/services.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#shared/dates.ts'
import { deadVariable, type RescuedJob } from '#shared/job-names.ts'
import { type JobMessage, jobs } from '#shared/jobs.ts'
import { MOST_TRIES } from '#shared/leads/retries.ts'
import { messages } from '#shared/messages.ts'
import { endWithFile } from '#tests/support/file-end.ts'
import { mortals } from '../billing/mortals.ts'
import { startDeliveries } from './stage.ts'

const h = await startDeliveries()
const { receiver, services, db } = h
const client = new SQSClient({})
endWithFile(() => client.destroy())
const WORDS = 'Our own workers ended before they could try it.'
let clock = Math.ceil(services.now() / SECOND) * SECOND
const at = (ms: number) => {
  clock = ms
  h.setClock(ms)
}

type One = Awaited<ReturnType<typeof h.oneOnItsWay>>
const deadUrl = (job: RescuedJob) => h.engines.queueUrl(`${job}-dlq`)
/** As the queue lays a message there after its last try. */
const giveUp = (message: unknown, job: RescuedJob = 'deliverLead') =>
  client.send(new SendMessageCommand({ QueueUrl: deadUrl(job), MessageBody: JSON.stringify(message) }))
/** How many lie there, those that somebody has in hand too. */
async function lying(job: RescuedJob = 'deliverLead'): Promise<number> {
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: deadUrl(job), AttributeNames: ['All'] }),
  )
  return Number(Attributes.ApproximateNumberOfMessages) + Number(Attributes.ApproximateNumberOfMessagesNotVisible)
}
async function runTimetable() {
  await h.runner.trigger('retryDeliveries', clock)
  await h.drain()
}
const heard = (one: One) => receiver.received().filter(({ body }) => body.id === one.lead.id)
const rowOf = ({ message, lead, destination }: One) => db.delivery.find(message, lead.id, destination.id)
async function historyOf({ campaign, destination }: One) {
  const asked = { company_id: campaign.companyId, integration_id: 'zapier', webhook_id: destination.id } as const
  return (await h.call('cleo', 'integrations.deliveryHistory', asked)).body.data
}

/** Letters that are there again at once where nobody removed them, and one round of them. */
const dead = openDeadLetters(0)
endWithFile(() => dead.close())
const letters = dead.of(deadUrl('deliverLead'))
const rounds = (most: number) => () => most-- > 0
async function takeUp(
  deps: Pick<Services, 'db' | 'queues' | 'now' | 'report'> = services,
  door: typeof letters = letters,
) {
  const said: string[] = []
  const note = (_: unknown, words: string) => void said.push(words)
  const count = await takeUpDead({ ...deps, note }, 'deliverLead', door, { hasTime: rounds(2), chance: () => 0 })
  return { count, said }
}

beforeEach(async () => {
  at(clock + 30 * HOUR)
  // What an earlier test left to the timetable is worked off.
  await runTimetable()
  receiver.clear()
})

describe('a delivery that the queue gave up', () => {
  it('CMP-59+ without a row is in the history a minute later, and arrives once', async () => {
    const one = await h.oneOnItsWay()
    const QueueUrl = h.engines.queueUrl('deliverLead')
    await services.queues.send('deliverLead', one.message)
    // Each worker takes it and ends; then the queue itself lays it aside.
    for (let each = 0; each <= jobs.deliverLead.tries; each++)
      await client.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 0 }))
    expect((await letters.take()).map(({ body }) => JSON.parse(body))).toEqual([one.message])
    expect(await rowOf(one)).toBeUndefined()

    await runTimetable()
    expect(await lying()).toBe(0)
    const row = await one.find()
    expect(row).toMatchObject({ state: 'waiting', tries: 1, attempts: [{ at: clock, status: 0, words: WORDS }] })
    expect(row.nextAt).toBeGreaterThan(clock)
    expect(row.nextAt).toBeLessThanOrEqual(clock + 5 * SECOND)
    expect(await historyOf(one)).toMatchObject([{ outcome: 'waiting', reason: WORDS, status: 0 }])
    expect(heard(one)).toEqual([])

    at(clock + MINUTE)
    await runTimetable()
    await runTimetable()
    expect(await one.find()).toMatchObject({ state: 'delivered', attempts: [{ status: 0 }, { status: 200 }] })
    expect(heard(one)).toHaveLength(1)
    expect((await historyOf(one)).map(({ outcome }) => outcome)).toEqual(['delivered', 'waiting'])
  })

  it('CMP-59+ has nine more tries, and fails 71 h 35 min after it was taken up', async () => {
    const one = await h.oneOnItsWay()
    await giveUp(one.message)
    expect((await takeUp()).count).toBe(1)
    const begun = clock
    receiver.fail(500, { times: MOST_TRIES })
    const queues = { ...services.queues, send: async () => undefined }
    while ((await one.find()).state === 'waiting') {
      at((await one.find()).nextAt)
      await h.deliver({ ...services, queues }, one.message, 0)
    }
    const { state, tries, attempts } = await one.find()
    expect([state, tries, clock - begun]).toEqual(['failed', MOST_TRIES, 71 * HOUR + 35 * MINUTE + 5 * SECOND])
    expect(attempts.map(({ status }) => status)).toEqual([0, ...Array(MOST_TRIES - 1).fill(500)])
    receiver.clear()
  })

  it('is left as it is where its row knows what becomes of it', async () => {
    const over = await h.oneOnItsWay()
    expect(await h.deliver(services, over.message, 0)).toBe('delivered (200)')
    const waits = await h.oneOnItsWay()
    receiver.fail(500, { times: 1 })
    await h.deliver({ ...services, queues: { ...services.queues, send: async () => undefined } }, waits.message, 0)
    const before = [await over.find(), await waits.find()]
    await giveUp(over.message)
    await giveUp(waits.message)
    expect(await takeUp()).toEqual({ count: 2, said: expect.arrayContaining(['it is delivered', 'it is waiting']) })
    expect([await over.find(), await waits.find()]).toEqual(before)
    // What is over is not looked at by the timetable.
    const listed = (await db.delivery.listDue(clock + DAY, 100)).map(({ leadId }) => leadId)
    expect([listed.includes(over.lead.id), listed.includes(waits.lead.id)]).toEqual([false, true])
    expect([(await historyOf(over)).length, (await historyOf(waits)).length]).toEqual([1, 1])
    expect(await lying()).toBe(0)
    await runTimetable()
    expect(heard(over)).toHaveLength(1)
  })

  it('and that its last worker had taken is sent by the timetable, and by nobody while that worker goes on', async () => {
    const taken = await h.oneOnItsWay()
    expect((await db.delivery.take(taken.message, clock, LEASE_MS)).end).toBe('taken')
    const working = await h.oneOnItsWay()
    const took = await db.delivery.take(working.message, clock, LEASE_MS)
    await giveUp(taken.message)
    await giveUp(working.message)
    expect((await takeUp()).count).toBe(2)
    // It goes on, and comes to its end.
    if (took.end !== 'taken') throw new Error('It was not taken.')
    const attempt = { at: clock, status: 200, ms: 1, words: '' }
    expect(await db.delivery.end(took.delivery, 'delivered', attempt)).toBe(true)
    at(clock + LEASE_MS)
    await runTimetable()
    expect((await taken.find()).attempts).toEqual([])
    at(clock + 10 * MINUTE)
    await runTimetable()
    at(clock + MINUTE)
    await runTimetable()
    expect(await taken.find()).toMatchObject({ state: 'delivered', attempts: [{ status: 0 }, { status: 200 }] })
    expect([heard(taken).length, heard(working).length]).toEqual([1, 0])
  })

  it('makes one row where its message comes often, and two runs take it up at once', async () => {
    const one = await h.oneOnItsWay()
    for (let each = 0; each < 6; each++) await giveUp(one.message)
    const runs = await Promise.all([takeUp(), takeUp(), takeUp()])
    await takeUp()
    expect(runs.flatMap(({ said }) => said).filter((said) => said === 'it is tried again')).toHaveLength(1)
    expect(await one.find()).toMatchObject({ tries: 1, attempts: [{ words: WORDS }] })
    expect(await historyOf(one)).toHaveLength(1)
    expect(await lying()).toBe(0)
    at(clock + MINUTE)
    await runTimetable()
    expect(heard(one)).toHaveLength(1)
  })

  it('that is told beside leads is made a row of as well', async () => {
    const one = await h.oneOnItsWay()
    const happening = { type: 'campaign.status_changed', status: 'active', previous: 'paused', reason: '' } as const
    const told = { ...one.message, leadId: 'evt_given_up', happening }
    await giveUp(told)
    expect(await takeUp()).toEqual({ count: 1, said: ['it is tried again'] })
    at(clock + MINUTE)
    await runTimetable()
    expect(receiver.received().map(({ body }) => body.event)).toEqual(['campaign.status_changed'])
    expect(await db.delivery.find(told, told.leadId, one.destination.id)).toMatchObject({ state: 'delivered' })
  })

  it('into a sheet waits for its turn there, and its sheet without a lead stays for a person', async () => {
    const { campaign, lead } = await h.oneOnItsWay()
    const { companyId, agencyId, id: campaignId } = campaign
    const sheet = { companyId, campaignId, agencyId, ownerId: agencyId }
    await giveUp({ ...sheet, leadId: lead.id, leadAt: lead.createdAt }, 'writeSheet')
    await giveUp(sheet, 'writeSheet')
    await runTimetable()
    const find = () => db.delivery.find({ companyId, campaignId }, lead.id, 'google_sheets')
    expect(await find()).toMatchObject({
      state: 'waiting',
      destination: { kind: 'google_sheets', companyId: agencyId, scope: campaignId },
    })
    at(clock + MINUTE)
    await runTimetable()
    // Nobody chose a sheet for this campaign, as its writer found.
    expect(await find()).toMatchObject({
      state: 'skipped',
      attempts: [{ words: WORDS }, { words: messages.toolNotChosen }],
    })
    expect(await lying('writeSheet')).toBe(1)
  })
})

describe('a look at what a tool took, which the queue gave up', () => {
  const { sendgrid } = h.tools
  type Look = JobMessage<'lookAtDelivery'>
  type Sent = { job: string; message: Look; delaySeconds: number | undefined }

  /** What work sends meanwhile goes nowhere. */
  async function sentBy(work: () => Promise<unknown>): Promise<Sent[]> {
    const { send } = services.queues
    const sent: Sent[] = []
    services.queues.send = async (job, message, options) =>
      void sent.push({ job, message: message as unknown as Look, delaySeconds: options?.delaySeconds })
    await work()
    services.queues.send = send
    return sent
  }

  /** A lead that SendGrid took, and how it is to be asked what came of it. */
  async function oneThatIsTaken({ isRefused = false } = {}) {
    const campaign = await h.newCampaign()
    const { companyId, agencyId, id: campaignId, number } = campaign
    const settings = { api_key: sendgrid.demonstration.api_key ?? '' }
    const tool = { integration_slug: 'sendgrid' } as const
    expect(
      (await h.call('cleo', 'integrations.connectTool', { company_id: companyId, ...tool, settings })).status,
    ).toBe(200)
    const chosen = { leadspeekID: number, ...tool, enabled: 'T' } as const
    expect((await h.call('cleo', 'integrations.chooseTool', chosen)).status).toBe(200)
    const { id: leadId, createdAt: leadAt } = await h.newLead(campaign)
    const destination = { kind: 'sendgrid', id: 'sendgrid', companyId, scope: campaignId, name: 'SendGrid' } as const
    const message = { companyId, campaignId, agencyId, leadId, leadAt, destination }
    if (isRefused) sendgrid.fail('job fails')
    const sent = await sentBy(() => h.deliver(services, message, 0))
    const [look] = sent.flatMap(({ job, message: told }) => (job === 'lookAtDelivery' ? [told] : []))
    if (!look) throw new Error('Nobody is to look at it.')
    return { look, state: async () => (await db.delivery.find({ companyId, campaignId }, leadId, 'sendgrid'))?.state }
  }
  const lookLetters = dead.of(deadUrl('lookAtDelivery'))
  const takeUpLook = (door: typeof lookLetters = lookLetters) =>
    takeUpDead({ ...services, note: () => undefined }, 'lookAtDelivery', door, { hasTime: rounds(2), chance: () => 0 })

  it('INT-28+ goes on as a delivery that waits, so that what the tool refused afterwards has failed', async () => {
    const { look, state } = await oneThatIsTaken({ isRefused: true })
    const QueueUrl = h.engines.queueUrl('lookAtDelivery')
    await services.queues.send('lookAtDelivery', look)
    // Each worker takes it and ends; then the queue itself lays it aside.
    for (let each = 0; each <= jobs.lookAtDelivery.tries; each++)
      await client.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 0 }))
    expect([await lying('lookAtDelivery'), await state()]).toEqual([1, 'delivered'])

    await runTimetable()
    // The double says at the first question that it is still at it.
    expect([await lying('lookAtDelivery'), await state()]).toEqual([0, 'waiting'])
    at(clock + 2 * MINUTE)
    await runTimetable()
    expect(await state()).toBe('failed')
  })

  it('goes on once where its letter could not be removed, and what is no look stays for a person', async () => {
    const { look, state } = await oneThatIsTaken()
    await giveUp(look, 'lookAtDelivery')
    await giveUp({ leadId: look.leadId }, 'lookAtDelivery')
    const lame = { ...lookLetters, remove: () => Promise.reject(new Error('The queue is away.')) }
    const sent = [
      ...(await sentBy(() => expect(takeUpLook(lame)).rejects.toThrow('away'))),
      ...(await sentBy(takeUpLook)),
    ]
    expect(sent.map(({ job }) => job)).toEqual(['deliverLead'])
    expect(await lying('lookAtDelivery')).toBe(1)
    await lookLetters.remove(await lookLetters.take())
    for (let each = 0; each < 2; each++) {
      at(clock + 2 * MINUTE)
      await runTimetable()
    }
    expect(await state()).toBe('delivered')
  })
})

describe('who is not there any more', () => {
  it('a lead that was erased, or whose campaign is gone, gets no row', async () => {
    const erased = await h.oneOnItsWay()
    await db.lead.erase(
      {
        companyId: erased.campaign.companyId,
        campaignId: erased.campaign.id,
        createdAt: erased.lead.createdAt,
        id: erased.lead.id,
      },
      clock,
    )
    await giveUp(erased.message)
    await giveUp({ ...erased.message, campaignId: 'cmp_gone' })
    await giveUp({ ...erased.message, leadId: 'led_gone' })
    expect(await takeUp()).toEqual({ count: 3, said: Array(3).fill('the lead is not there any more') })
    expect([await rowOf(erased), await historyOf(erased), await lying()]).toEqual([undefined, [], 0])
    at(clock + MINUTE)
    await runTimetable()
    expect(receiver.received()).toEqual([])
  })

  it('a webhook, a client or an agency that was removed is told nothing', async () => {
    const [hook, client, agency] = [await h.oneOnItsWay(), await h.oneOnItsWay(), await h.oneOnItsWay()]
    for (const one of [hook, client, agency]) await giveUp(one.message)
    await runTimetable()
    at(clock + MINUTE)
    expect(
      (
        await h.call('ada', 'integrations.removeWebhook', {
          company_id: hook.campaign.companyId,
          campaign_id: hook.campaign.number,
          webhook_id: hook.destination.id,
        })
      ).status,
    ).toBe(200)
    expect(await h.deliver(services, hook.message, 0)).toMatch(/^skipped/)
    for (const [id, one] of [
      [client.campaign.companyId, client],
      [agency.campaign.agencyId, agency],
    ] as const) {
      await db.company.update(id, { deletedAt: clock })
      at(clock + 20 * MINUTE)
      expect(await h.deliver(services, one.message, 0)).toMatch(/^skipped/)
      await db.company.update(id, { deletedAt: null })
    }
    expect(receiver.received()).toEqual([])
  })
})

describe('the end of a wait that the queue gave up', () => {
  const companyId = h.cast.northlight.id
  const kind = 'sendgrid' as const

  /** A lead that waits for a tool, which is connected again; the message that has it leave was given up. */
  async function oneThatWaits() {
    const one = await h.oneOnItsWay()
    const destination = { ...one.destination, kind, id: kind, companyId }
    const message = { ...one.message, destination }
    const took = await db.delivery.take(message, clock, LEASE_MS)
    if (took.end !== 'taken') throw new Error('It is in other hands.')
    const hold = { isForConnection: true, isRest: false }
    expect(await db.delivery.hold(took.delivery, clock + DAY, hold, clock)).toBe(true)
    await giveUp({ companyId, kind }, 'releaseDeliveries')
    const find = () => db.delivery.find(message, one.lead.id, kind)
    return { ...one, find }
  }
  const connect = () =>
    db.tool.connect({ companyId, slug: kind, settings: {}, masks: {}, sealed: 'x' }, clock).then(() => undefined)

  it('INT-10+ comes a minute later where the tool is connected again, and not where it is not', async () => {
    const lonely = await oneThatWaits()
    await runTimetable()
    expect(await lonely.find()).toMatchObject({ state: 'waiting', nextAt: clock + DAY })
    expect(await lying('releaseDeliveries')).toBe(0)
    await connect()
    const one = await oneThatWaits()
    await runTimetable()
    expect(await lying('releaseDeliveries')).toBe(0)
    // They were tried: their campaign does not send its leads there.
    for (const each of [lonely, one]) expect(await each.find()).toMatchObject({ state: 'skipped', endedAt: clock })
  })

  it('goes on in the next run where time ended, and stays where it cannot be read', async () => {
    await connect()
    await oneThatWaits()
    await client.send(
      new SendMessageCommand({ QueueUrl: deadUrl('releaseDeliveries'), MessageBody: '{"kind":"none"}' }),
    )
    const door = dead.of(deadUrl('releaseDeliveries'))
    const said: string[] = []
    const note = (about: object, words: string) => void said.push(`${JSON.stringify(about)} ${words}`)
    const once = { hasTime: rounds(1), chance: () => 0 }
    expect(await takeUpDead({ ...services, note }, 'releaseDeliveries', door, once)).toBe(1)
    expect(said).toEqual([`${JSON.stringify({ companyId, kind })} 1 deliveries begin anew`])
    const left = await door.take()
    expect(left.map(({ body }) => body)).toEqual(['{"kind":"none"}'])
    await door.remove(left)
  })
})

describe('taking up', () => {
  it('leaves what is no message of the job, and goes on with the others', async () => {
    const one = await h.oneOnItsWay()
    await client.send(new SendMessageCommand({ QueueUrl: deadUrl('deliverLead'), MessageBody: 'no JSON' }))
    await giveUp({ leadId: 'led_1' })
    await giveUp(one.message)
    const { count, said } = await takeUp()
    expect([count, said]).toEqual([1, ['it is tried again']])
    const left = await letters.take()
    expect(left.map(({ body }) => body).sort()).toEqual(['no JSON', '{"leadId":"led_1"}'].sort())
    await letters.remove(left)
  })

  it('ends once there is no time left', async () => {
    const one = await h.oneOnItsWay()
    await giveUp(one.message)
    const note = () => undefined
    const hurried = { hasTime: () => false, chance: () => 0 }
    expect(await takeUpDead({ ...services, note }, 'deliverLead', letters, hurried)).toBe(0)
    expect(await lying()).toBe(1)
    expect((await takeUp()).count).toBe(1)
  })

  it('keeps no other delivery waiting where a queue does not answer, and says so', async () => {
    const one = await h.oneOnItsWay()
    receiver.fail(500, { times: 1 })
    await h.deliver({ ...services, queues: { ...services.queues, send: async () => undefined } }, one.message, 0)
    const { companyId, agencyId, id: campaignId } = one.campaign
    const sheet = { companyId, campaignId, agencyId, ownerId: agencyId }
    await giveUp({ ...sheet, leadId: one.lead.id, leadAt: one.lead.createdAt }, 'writeSheet')
    at(clock + HOUR)
    const variable = deadVariable('deliverLead')
    const before = process.env[variable]
    process.env[variable] = h.engines.queueUrl('deliverLead').replace(/\w+$/, 'none')
    try {
      const { handler } = await import('#functions/schedules/retryDeliveries.ts')
      const Records = [{ messageId: 'm1', body: JSON.stringify({ schedule: 'retryDeliveries', at: clock }) }]
      // @NOTE a handler reads no more of a record than this.
      const answer = await handler({ Records } as never, { getRemainingTimeInMillis: () => 50_000 } as never)
      expect(answer.batchItemFailures).toHaveLength(1)
    } finally {
      process.env[variable] = before
    }
    expect(await db.delivery.find(one.message, one.lead.id, 'google_sheets')).toMatchObject({ state: 'waiting' })
    await h.drain()
    expect(await one.find()).toMatchObject({ state: 'delivered' })
  })

  it('comes to its end where a worker ends at any change', async () => {
    const { dieAfter, guard } = mortals(services)
    const door = guard(letters)
    for (let changes = 0; ; changes++) {
      at(clock + DAY)
      receiver.clear()
      const one = await h.oneOnItsWay()
      await giveUp(one.message)
      // An agency is noted once in ten minutes, and here each time.
      const isAlive = await dieAfter(changes, (deps) => takeUp(deps, door))
      await takeUp()
      expect([changes, await lying()]).toEqual([changes, 0])
      expect(await one.find()).toMatchObject({ state: 'waiting', tries: 1, attempts: [{ words: WORDS }] })
      expect(await historyOf(one)).toMatchObject([{ outcome: 'waiting', reason: WORDS }])
      at(clock + MINUTE)
      await runTimetable()
      expect([changes, (await one.find()).state, heard(one).length]).toEqual([changes, 'delivered', 1])
      if (isAlive) {
        // The list of its agency, its row, its line in the history, and its message.
        expect(changes).toBeGreaterThanOrEqual(4)
        break
      }
    }
  })
})
