// One visit is one lead: delivered twice, to two workers, or after a worker that crashed anywhere.
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { beforeAll, describe, expect, it } from 'vitest'
import { chosenTypes } from '#functions/domain/leads/types.ts'
import { fixedSecret } from '#functions/gateways/kept-secret.ts'
import { openLeadData } from '#functions/gateways/lead-data.ts'
import { lambdaContext } from '#infra/local/api.ts'
import { type Failure, personOf } from '#infra/local/doubles/lead-data.ts'
import { units } from '#infra/usage.ts'
import { addDays, dayIn } from '#shared/dates.ts'
import { toId, ulidOf } from '#shared/ids.ts'
import { type JobMessage, jobs } from '#shared/jobs.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { firstList } from '#shared/model/information-type.ts'
import { noPrice } from '#shared/money/price-list.ts'
import { countUnits } from '#tests/bench/units.ts'
import { deliver, watchTable } from '#tests/functions/leads/faults.ts'
import { browser, type Stage, startStage } from '#tests/functions/leads/stage.ts'
import { lookUntil } from '#tests/support/later.ts'
import { isRead } from '#tests/support/reads.ts'

type Message = JobMessage<'resolveVisits'>
const stageKey = fixedSecret({ leadDataKey: 'stage-key' })
let stage: Stage
let handler: (event: SQSEvent, context: ReturnType<typeof lambdaContext>) => Promise<SQSBatchResponse>

beforeAll(async () => {
  stage = await startStage()
  // Loaded after the environment is set, as a container does.
  handler = (await import('#functions/jobs/resolveVisits.ts')).handler
})

let visits = 0
const visitOf = (campaign: Campaign, more: Partial<Message> = {}): Message => ({
  visitId: stage.services.newId('visit'),
  campaignId: campaign.id,
  companyId: campaign.companyId,
  visitorId: `visitor-of-the-job-${++visits}`,
  ip: '203.0.113.7',
  userAgent: browser,
  pageUrl: 'https://brightsmiles.example/',
  visitedAt: Date.UTC(2026, 10, 21, 12),
  ...more,
})

/** Works on messages as the queue hands them over; answers the ones that are to come again. */
const work = async (...messages: Message[]) =>
  (
    await handler({ Records: messages.map((message) => deliver(message)) }, lambdaContext('resolveVisits'))
  ).batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)

async function expectOneLead(campaign: Campaign, message: Message) {
  const { data, total } = await stage.leadsOf('cleo', campaign)
  expect(data.map(({ email }) => email)).toEqual([personOf(message.visitorId).email])
  expect(total).toBe(1)
  expect(await stage.db.lead.findMeter(campaign, true)).toMatchObject({ leads: 1, dayLeads: 1, monthLeads: 1 })
}

describe('resolveVisits', () => {
  it('stores one lead when its message comes twice, and knows it by the mark of its person', async () => {
    const campaign = await stage.newCampaign()
    const message = visitOf(campaign)
    expect(await work(message)).toEqual([])
    expect(await work(message)).toEqual([])
    await expectOneLead(campaign, message)
    // Whose mark to look for only the provider's answer says.
    expect(stage.provider.requests().filter(({ visitorId }) => visitorId === message.visitorId)).toHaveLength(2)
  })

  it('CMP-23 asks of visitors what a campaign with advanced information chose, all where it chose none', async () => {
    const types = firstList('advanced').types
    const all = await stage.newCampaign('smiles', { informationType: 'advanced' })
    const basic = await stage.newCampaign()
    const [message, other] = [visitOf(all), visitOf(basic)]
    expect(await work(message, other)).toEqual([])
    const askedOf = ({ visitorId }: Message) =>
      stage.provider.requests().find((asked) => asked.visitorId === visitorId)?.informationTypeIds
    expect(askedOf(message)).toEqual(types.map(({ id }) => id))
    expect(askedOf(other)).toBeUndefined()
    const leadOf = async (campaign: Campaign) =>
      (await stage.db.lead.list(campaign, { start: 0, end: stage.services.now() + 1 }, { limit: 1 }))[0]
    expect(Object.keys((await leadOf(all))?.person.advanced ?? {}).sort()).toEqual(types.map(({ id }) => id).sort())
    expect((await leadOf(basic))?.person.advanced).toEqual({})
    expect(await chosenTypes(stage.db, all)).toEqual({ advanced: types, business: [] })
  })

  it('keeps the page before it, and the instant of each step on the way', async () => {
    const campaign = await stage.newCampaign()
    const message = visitOf(campaign, { referrer: 'https://search.example/', visitedAt: stage.services.now() - 5000 })
    expect(await work(message)).toEqual([])
    const id = toId('lead', ulidOf(message.visitId))
    const [lead] = await stage.db.lead.list(campaign, { start: 0, end: stage.services.now() + 1 }, { limit: 1 })
    expect(lead).toMatchObject({ id, referrer: 'https://search.example/' })
    const { visitedAt, identifiedAt = 0, checkedAt = 0, createdAt } = lead ?? { visitedAt: 0, createdAt: 0 }
    expect([visitedAt + 4999, identifiedAt, checkedAt, createdAt].toSorted((a, b) => a - b)).toEqual([
      ...[visitedAt + 4999, identifiedAt, checkedAt, createdAt],
    ])
    expect(identifiedAt).toBeGreaterThan(0)
    expect(checkedAt).toBeGreaterThanOrEqual(identifiedAt)
  })

  it('leaves to another delivery the campaigns that a slow provider left no time for, and asks for none of them twice', async () => {
    const campaigns = [await stage.newCampaign(), await stage.newCampaign(), await stage.newCampaign()]
    const messages = campaigns.map((campaign) => visitOf(campaign))
    const seen = messages.map(({ visitorId }) => visitorId)
    const asked = () =>
      stage.provider.requests().flatMap(({ visitorId = '' }) => (seen.includes(visitorId) ? visitorId : []))
    // Time for one look, as after many slow ones.
    const context = { ...lambdaContext('resolveVisits'), getRemainingTimeInMillis: () => 8000 }
    const { batchItemFailures } = await handler({ Records: messages.map((message) => deliver(message)) }, context)
    expect(batchItemFailures).toEqual([])
    expect(asked()).toEqual(seen.slice(0, 1))
    await workUntilEmpty()
    expect(asked().toSorted()).toEqual(seen.toSorted())
    for (const [index, campaign] of campaigns.entries()) {
      const message = messages[index]
      if (message) await expectOneLead(campaign, message)
    }
  })

  it('looks first at a visit that was handed out before, and does not forget that it was', async () => {
    const [once, again, other] = [
      visitOf(await stage.newCampaign()),
      visitOf(await stage.newCampaign()),
      visitOf(await stage.newCampaign()),
    ]
    const context = { ...lambdaContext('resolveVisits'), getRemainingTimeInMillis: () => 8000 }
    const Records = [deliver(once), deliver(again, 2), deliver(other, 2)]
    const { batchItemFailures } = await handler({ Records }, context)
    const asked = stage.provider.requests().map(({ visitorId }) => visitorId)
    expect([once, again, other].map(({ visitorId }) => asked.includes(visitorId))).toEqual([false, true, false])
    expect(batchItemFailures).toEqual([{ itemIdentifier: `message-${other.visitId}` }])
    await stage.drain()
  })

  it('stores one lead when two workers hold the message, or one holds it twice', async () => {
    const campaign = await stage.newCampaign()
    const message = visitOf(campaign)
    expect((await Promise.all([work(message, message), work(message), work(message)])).flat()).toEqual([])
    await expectOneLead(campaign, message)
  })

  it('stores one lead for two visits of a person, in any order', async () => {
    const campaign = await stage.newCampaign()
    const first = visitOf(campaign)
    const second = visitOf(campaign, { visitorId: first.visitorId, visitedAt: first.visitedAt - 5000 })
    await Promise.all([work(second), work(first)])
    await work(first, second)
    await expectOneLead(campaign, first)
  })

  it('stores exactly one lead, wherever the worker died before', async () => {
    const probe = await stage.newCampaign()
    const watch = watchTable(stage.services)
    await work(visitOf(probe))
    watch.remove()
    const requests = watch.commands.length
    expect(watch.commands).toEqual([
      'GetItemCommand',
      // What a lead must have.
      'GetItemCommand',
      // Whether it may have another lead: its meter, and the limit that its price says.
      'GetItemCommand',
      'QueryCommand',
      'QueryCommand',
      'QueryCommand',
      // Who pays for its leads.
      'GetItemCommand',
      // Whether the visitor has become a customer meanwhile.
      'GetItemCommand',
      'BatchGetItemCommand',
      'BatchGetItemCommand',
      // What it costs: the prices of the client, and the costs of the agency and of the root.
      'QueryCommand',
      'QueryCommand',
      'QueryCommand',
      'QueryCommand',
      'QueryCommand',
      'TransactWriteItemsCommand',
      // Where it goes: webhooks of the campaign, of its client, and of its agency; and the tools that the campaign chose.
      'QueryCommand',
      'QueryCommand',
      'QueryCommand',
      'QueryCommand',
      // That an hour is to be summed up, once for each campaign and hour; and what became of the visit.
      'UpdateItemCommand',
      'UpdateItemCommand',
    ])
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; at <= requests; at++) {
        // A read whose answer is lost has changed nothing: it is one that was never made.
        if (when === 'after' && isRead(watch.commands[at - 1] ?? '')) continue
        const campaign = await stage.newCampaign()
        const message = visitOf(campaign)
        const crash = watchTable(stage.services, { at, when })
        const again = await work(message)
        crash.remove()
        expect({ when, at, again }).toEqual({ when, at, again: [`message-${message.visitId}`] })
        expect(await work(message)).toEqual([])
        await expectOneLead(campaign, message)
      }
    }
  })

  it('costs the units that the price of a lead is reckoned by', async () => {
    const campaign = await stage.newCampaign()
    const counter = countUnits(stage.services.table)
    await work(visitOf(campaign))
    const { units: cost } = await counter.of(() => work(visitOf(campaign)))
    expect([cost.writes, cost.reads]).toEqual([units.lead.writes, units.lead.reads])
    // A campaign that has a price of its own need not look for the one that it was made with, neither at the look nor at the sale.
    await stage.db.price.saveRetail(campaign.companyId, 'local', noPrice, { by: 'usr_x', at: 1 }, campaign.id)
    const { units: priced } = await counter.of(() => work(visitOf(campaign)))
    expect(priced.reads).toBe(cost.reads - 4)
  })

  it.each([429, 500, 'garbage', 'other shape', 'timeout'] as const)(
    'gives a visit back while the provider answers %s, and stores it later',
    async (failure: Failure) => {
      const campaign = await stage.newCampaign()
      const message = visitOf(campaign)
      stage.provider.fail(failure)
      // Five seconds is how long the one that says nothing is waited for.
      const { leadData } = stage.services
      if (failure === 'timeout')
        stage.services.leadData = openLeadData({ url: stage.provider.url, keys: stageKey, timeoutMs: 300 })
      expect(await work(message)).toEqual([`message-${message.visitId}`])
      stage.services.leadData = leadData
      expect((await stage.leadsOf('cleo', campaign)).total).toBe(0)
      expect(await work(message)).toEqual([])
      await expectOneLead(campaign, message)
    },
    30_000,
  )

  it('reports the one message that failed, and works off the others beside it', async () => {
    const campaign = await stage.newCampaign()
    const good = visitOf(campaign)
    const { Records } = {
      Records: [
        deliver(good),
        { ...deliver(visitOf(campaign)), messageId: 'poison', body: '{"visitId":1}' },
        { ...deliver(visitOf(campaign)), messageId: 'torn', body: '{' },
      ],
    }
    const { batchItemFailures } = await handler({ Records }, lambdaContext('resolveVisits'))
    expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).sort()).toEqual(['poison', 'torn'])
    await expectOneLead(campaign, good)
  })

  it('tells each of two batches that are worked on at once its own failures, and no other', async () => {
    const campaign = await stage.newCampaign()
    const good = Array.from({ length: 3 }, () => visitOf(campaign))
    const poison = { ...deliver(visitOf(campaign)), messageId: 'poison', body: '{"visitId":1}' }
    const failuresOf = async (Records: SQSEvent['Records']) =>
      (await handler({ Records }, lambdaContext('resolveVisits'))).batchItemFailures
    const batches = await Promise.all([
      failuresOf([poison, deliver(visitOf(campaign))]),
      failuresOf(good.map((message) => deliver(message))),
    ])
    expect(batches).toEqual([[{ itemIdentifier: 'poison' }], []])
  })

  it('drops a visit whose campaign was paused, or went, after it was collected, and asks nobody', async () => {
    const paused = await stage.newCampaign('smiles', { status: 'paused' })
    const messages = [
      visitOf(paused),
      visitOf({ ...paused, id: 'cmp_gone' }),
      visitOf({ ...paused, companyId: stage.cast.peakFitness.id }),
    ]
    const before = stage.provider.requests().length
    expect(await work(...messages)).toEqual([])
    expect(stage.provider.requests()).toHaveLength(before)
    expect((await stage.leadsOf('cleo', paused)).total).toBe(0)
  })

  it('sells nothing after a stop that committed between the look and the store', async () => {
    const campaign = await stage.newCampaign()
    const message = visitOf(campaign)
    const { client } = stage.services.table
    let stops = 0
    client.middlewareStack.add(
      (next, context) => async (args) => {
        // The last look before the transaction is at the person's mark.
        const isSale =
          context.commandName === 'TransactWriteItemsCommand' && JSON.stringify(args.input).includes(leadIdOf(message))
        if (isSale && stops++ === 0)
          expect(await stage.db.campaignChange.setStatus(campaign, 'paused', 'user')).toBe(true)
        return next(args)
      },
      { step: 'initialize', name: 'stop' },
    )
    expect(await work(message)).toEqual([])
    client.middlewareStack.remove('stop')
    expect(stops).toBe(1)
    expect((await stage.leadsOf('cleo', campaign)).total).toBe(0)
    const { email } = personOf(message.visitorId)
    expect(await stage.db.lead.findMarks(campaign, [{ personId: '', email, otherEmails: [] }])).toEqual([[]])
    expect(await stage.db.lead.findMeter(campaign, true)).toMatchObject({ isOpen: false, leads: 0 })
  })

  it('asks nobody about a visit before the first day of a campaign, or after its last', async () => {
    const today = dayIn('America/Chicago', stage.services.now())
    const early = await stage.newCampaign('smiles', { startOn: addDays(today, 2) })
    const late = await stage.newCampaign('smiles', { endOn: addDays(today, -2) })
    const before = stage.provider.requests().length
    expect(await work(visitOf(early), visitOf(late))).toEqual([])
    expect(stage.provider.requests()).toHaveLength(before)
    for (const campaign of [early, late]) expect((await stage.leadsOf('cleo', campaign)).total).toBe(0)
  })

  it('CMP-52 makes no lead of a person without an address where the campaign requires one', async () => {
    const campaign = await stage.newCampaign('smiles', { requiresEmail: true })
    const message = visitOf(campaign)
    stage.provider.know(message.visitorId, { id: 'p1', email: ' ' })
    expect(await work(message)).toEqual([])
    expect((await stage.leadsOf('cleo', campaign)).total).toBe(0)
  })

  it("counts a lead on the day of the campaign's zone", async () => {
    const campaign = await stage.newCampaign('smiles', { timeZone: 'Pacific/Auckland' })
    const visitedAt = Date.UTC(2026, 10, 21, 9)
    stage.setClock(Date.UTC(2026, 10, 21, 12))
    await work(visitOf(campaign, { visitedAt }))
    stage.setClock()
    // Where the visit was made, it was still the day before; the lead is of the day on which it was stored.
    expect(await stage.db.lead.countByDay(campaign, '2026-11-01', '2026-11-30')).toEqual([
      expect.objectContaining({ day: '2026-11-22', leads: 1 }),
    ])
    const [lead] = await stage.db.lead.list(campaign, { start: 0, end: 4e12 }, { limit: 1 })
    expect(lead).toMatchObject({ visitedAt, createdAt: Date.UTC(2026, 10, 21, 12) })
  })

  /** Messages of a queue, no matter what state they are in. */
  async function waiting(name: string): Promise<number> {
    const client = new SQSClient({ endpoint: stage.engines.endpoints.sqs })
    const { Attributes = {} } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: stage.engines.queueUrl(name), AttributeNames: ['All'] }),
    )
    client.destroy()
    const { ApproximateNumberOfMessages: now = 0, ApproximateNumberOfMessagesNotVisible: held = 0 } = Attributes
    return Number(now) + Number(held) + Number(Attributes.ApproximateNumberOfMessagesDelayed ?? 0)
  }

  /** Works until nothing waits, however many tries that takes. */
  async function workUntilEmpty() {
    await lookUntil(async () => {
      await stage.drain()
      return (await waiting('resolveVisits')) === 0
    })
    expect(await waiting('resolveVisits-dlq')).toBe(0)
  }

  /** Each of these leads meets another writer so many times, as a busy table says it; answers how often that was. */
  function playConflicts(leadIds: string[], times: number) {
    const left = new Map(leadIds.map((id) => [id, times]))
    const { client } = stage.services.table
    let met = 0
    client.middlewareStack.add(
      (next, context) => async (args) => {
        const text = context.commandName === 'TransactWriteItemsCommand' ? JSON.stringify(args.input) : ''
        const id = text && leadIds.find((each) => text.includes(each))
        const rest = (id && left.get(id)) || 0
        if (!id || rest === 0) return next(args)
        left.set(id, rest - 1)
        met++
        const none = { Code: 'None' }
        throw Object.assign(new Error('Transaction cancelled'), {
          name: 'TransactionCanceledException',
          CancellationReasons: [none, none, { Code: 'TransactionConflict' }, none, none, none],
        })
      },
      { step: 'initialize', name: 'conflicts' },
    )
    return () => {
      client.middlewareStack.remove('conflicts')
      return met
    }
  }
  const leadIdOf = ({ visitId }: Message) => toId('lead', ulidOf(visitId))

  it('counts each of a hundred visits once that come at once, a third of them twice, and some meet others', {
    timeout: 600_000,
  }, async () => {
    const campaign = await stage.newCampaign()
    const messages = Array.from({ length: 100 }, (_, n) =>
      visitOf(campaign, { visitedAt: Date.UTC(2026, 10, 21, 12) + (n % 7) }),
    )
    const delivered = [...messages, ...messages.filter((_, n) => n % 3 === 0)].sort((a, b) =>
      a.visitorId.length + a.visitId > b.visitorId.length + b.visitId ? -1 : 1,
    )
    const batches = Array.from({ length: Math.ceil(delivered.length / 10) }, (_, n) =>
      delivered.slice(n * 10, n * 10 + 10),
    )
    const unlucky = messages.filter((_, n) => n % 20 === 0).map(leadIdOf)
    // Six tries are made of one delivery, so each goes back to its queue at least once.
    const end = playConflicts(unlucky, 7)
    // A busy machine may let the provider's time run out; what failed for that is delivered again, as its queue would.
    for (let left = batches; left.length > 0; ) {
      const rounds = await Promise.all(left.map(async (batch) => ({ batch, again: await work(...batch) })))
      left = rounds
        .map(({ batch, again }) => batch.filter(({ visitId }) => again.includes(`message-${visitId}`)))
        .filter((batch) => batch.length > 0)
    }
    await workUntilEmpty()
    // Some of them stand in one transaction, which is refused once for all.
    expect(end()).toBeGreaterThanOrEqual(7)
    const { data, total } = await stage.leadsOf('cleo', campaign)
    expect(new Set(data.map(({ email }) => email)).size).toBe(100)
    expect(total).toBe(100)
    expect(await stage.db.lead.findMeter(campaign, true)).toMatchObject({ leads: 100, dayLeads: 100 })
  })

  it('gives a visit that only met others back as a new message, even at its last try', async () => {
    const campaign = await stage.newCampaign()
    const message = visitOf(campaign)
    const end = playConflicts([leadIdOf(message)], 6)
    const { batchItemFailures } = await handler(
      { Records: [deliver(message, jobs.resolveVisits.tries)] },
      lambdaContext('resolveVisits'),
    )
    expect(batchItemFailures).toEqual([])
    expect(end()).toBe(6)
    expect(await waiting('resolveVisits')).toBe(1)
    await workUntilEmpty()
    await expectOneLead(campaign, message)
  })

  it('writes nothing of a person into the log', async () => {
    const campaign = await stage.newCampaign()
    const lines: string[] = []
    const { log } = await import('#functions/kit/log.ts')
    const [info, error] = [log.info, log.error]
    Object.assign(log, {
      info: (...parts: unknown[]) => lines.push(JSON.stringify(parts)),
      error: (...parts: unknown[]) => lines.push(JSON.stringify(parts), String(parts[2])),
    })
    const message = visitOf(campaign)
    stage.provider.fail('other shape')
    await work(message)
    await work(message)
    Object.assign(log, { info, error })
    expect(lines.join('\n')).toContain('stored led_')
    const { email, lastName, phone } = personOf(message.visitorId)
    for (const secret of [email, lastName, phone, message.visitorId, message.ip])
      expect(lines.join('\n')).not.toContain(secret)
  })
})
