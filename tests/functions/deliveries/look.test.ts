// A tool took a lead and is asked later what came of it. What nobody knows is not said to be delivered: it waits, and its tries ask.
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, describe, expect, it } from 'vitest'
import { lookAtDelivery } from '#functions/domain/deliveries/look.ts'
import { sendgridKey } from '#infra/local/doubles/tools/sendgrid.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#shared/dates.ts'
import type { JobMessage } from '#shared/jobs.ts'
import { lookWaits, MOST_TRIES } from '#shared/leads/retries.ts'
import { isRead } from '#tests/support/reads.ts'
import { mortals } from '../billing/mortals.ts'
import { startDeliveries } from '../integrations/stage.ts'

const h = await startDeliveries()
const { services, db } = h
const { sendgrid } = h.tools
let clock = Math.ceil(services.now() / SECOND) * SECOND
const at = (ms: number) => {
  clock = ms
  h.setClock(ms)
}
async function runTimetable() {
  await h.runner.trigger('retryDeliveries', clock)
  await h.drain()
}

beforeEach(async () => {
  at(clock + 30 * HOUR)
  // What an earlier test left to the timetable is worked off.
  await runTimetable()
  sendgrid.clear()
})

const tool = { integration_slug: 'sendgrid' } as const
const { companyId } = h.cast.campaigns.smiles
const connect = async () => {
  const settings = { api_key: sendgridKey }
  const { status } = await h.call('cleo', 'integrations.connectTool', { company_id: companyId, ...tool, settings })
  expect(status).toBe(200)
}
const disconnect = () =>
  h.call('cleo', 'integrations.disconnectTool', { company_id: companyId, integration_id: 'sendgrid' })
/** As the next lead finds out that the tool does not know us any more. */
async function lose() {
  const connection = await db.tool.find({ companyId, slug: 'sendgrid' })
  if (!connection) throw new Error('It is not connected.')
  await db.tool.lose(connection, 'The key was revoked.', clock)
}

/** A lead that SendGrid took, and the question what came of it. */
async function oneThatIsTaken({ isRefused = false } = {}) {
  await connect()
  const campaign = await h.newCampaign()
  const { agencyId, id: campaignId, number } = campaign
  const chosen = { leadspeekID: number, ...tool, enabled: 'T' } as const
  expect((await h.call('cleo', 'integrations.chooseTool', chosen)).status).toBe(200)
  const lead = await h.newLead(campaign)
  const { id: leadId, createdAt: leadAt } = lead
  const destination = { kind: 'sendgrid', id: 'sendgrid', companyId, scope: campaignId, name: 'SendGrid' } as const
  const message = { companyId, campaignId, agencyId, leadId, leadAt, destination }
  if (isRefused) sendgrid.fail('job fails')
  const find = async () => {
    const found = await db.delivery.find({ companyId, campaignId }, leadId, 'sendgrid')
    if (!found) throw new Error('There is no such delivery.')
    return found
  }
  await h.deliver(services, message, 0)
  const { attempts, endedAt, state } = await find()
  expect(state).toBe('delivered')
  const lookAt = /\(([\w-]{36})\)$/.exec(attempts.at(-1)?.words ?? '')?.[1] ?? ''
  const look: JobMessage<'lookAtDelivery'> = { ...message, endedAt, lookAt, look: 0 }
  const history = async () => {
    const named = { company_id: companyId, integration_id: 'sendgrid' } as const
    const { body } = await h.call('cleo', 'integrations.deliveryHistory', named)
    return body.data.filter(({ lead_id }) => lead_id === leadId)
  }
  const asked = () => sendgrid.received().filter(({ path }) => path.endsWith(lookAt)).length
  /** As the timetable has it: what the queue itself would keep back comes too early here. */
  const nextTry = async () => {
    at((await find()).nextAt + 2 * MINUTE)
    await runTimetable()
  }
  const undelivered = async () =>
    (await db.leadTally.sum(campaign, lead.visitedAt - 2 * HOUR, lead.visitedAt + 2 * HOUR)).undelivered
  /** As somebody sends it again from the history. */
  const sendAgain = async () => {
    const { body } = await h.call('ada', 'integrations.replayDeliveries', {
      leadspeekID: number,
      delivery_id: `${leadId}-sendgrid`,
    })
    return body.replayed
  }
  return { campaign, look, find, history, undelivered, nextTry, asked, sendAgain }
}
const { dieAfter } = mortals(services)
const puts = () => sendgrid.received().filter(({ method }) => method === 'PUT').length
/** The last of the looks beside the delivery. */
const last = lookWaits.length - 1
const UNKNOWN = 'SendGrid took the lead, and whether it kept it is not known: '

describe('INT-28+ a lead whose tool took it, and is not connected any more when it is to say what came of it,', () => {
  it('waits instead of being delivered, and is asked about once the tool is connected again, not sent', async () => {
    const { look, find, history, campaign, nextTry, asked } = await oneThatIsTaken()
    at(clock + MINUTE)
    await lose()
    await services.queues.send('lookAtDelivery', look)
    await h.drain()
    expect([(await find()).state, asked()]).toEqual(['waiting', 0])
    expect((await history()).map(({ outcome, reason, next_at }) => [outcome, reason, next_at])).toEqual([
      ['waiting', 'It waits for SendGrid to be connected again.', null],
      ['waiting', 'The receiver took it (202).', null],
    ])
    const { timeline } = (
      await h.call('cleo', 'leads.get', {
        clientId: companyId,
        leadspeekID: campaign.number,
        storedAt: new Date(look.leadAt).toISOString(),
        leadId: look.leadId,
      })
    ).body
    expect(timeline.map(({ step }) => step)).not.toContain('delivered')
    expect(timeline.at(-1)).toMatchObject({ step: 'held', destination: 'SendGrid' })

    at(clock + HOUR)
    await connect()
    await h.drain()
    // The double says at the first question that it is still at it.
    expect(await find()).toMatchObject({ state: 'waiting', heldFor: '' })
    await nextTry()
    expect(await find()).toMatchObject({ state: 'delivered', hasArrived: false })
    expect([asked(), puts()]).toEqual([2, 1])
    expect((await history()).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['delivered', 'The receiver took it (200).'],
      ['waiting', `${UNKNOWN}it is still at it.`],
      ['waiting', 'The receiver took it (202).'],
    ])
  })

  it('has failed where the tool had refused it, is counted, and sent by hand goes to the tool anew', async () => {
    const { look, find, undelivered, campaign, nextTry } = await oneThatIsTaken({ isRefused: true })
    await lose()
    await lookAtDelivery(services, look)
    await h.drain()
    await connect()
    await h.drain()
    await nextTry()
    const { state, attempts } = await find()
    expect([state, attempts.at(-1)?.words]).toEqual(['failed', expect.stringContaining('“errored”')])
    expect([await undelivered(), puts()]).toEqual([1, 1])
    const replay = async () => {
      await h.call('ada', 'integrations.replayDeliveries', { leadspeekID: campaign.number })
      await h.drain()
    }
    sendgrid.fail(422, { method: 'PUT' })
    await replay()
    // It never was there.
    expect(await find()).toMatchObject({ state: 'failed', hasArrived: false, lookAt: '' })
    await replay()
    expect([(await find()).state, puts()]).toEqual(['delivered', 3])
  })

  it('has failed after a day, and its words say that nobody knows', async () => {
    const { look, find, undelivered, nextTry, asked } = await oneThatIsTaken()
    await lose()
    await lookAtDelivery(services, look)
    await h.drain()
    await nextTry()
    const { state, attempts } = await find()
    expect([state, attempts.at(-1)?.words]).toEqual([
      'failed',
      `${UNKNOWN}SendGrid is not connected any more: The key was revoked.`,
    ])
    expect([await undelivered(), asked(), puts()]).toEqual([1, 0, 1])
  })
})

describe('INT-28+ what came of a lead that a tool took, and of which nobody can be asked,', () => {
  it('is told as unknown where the tool was disconnected', async () => {
    const { look, find } = await oneThatIsTaken()
    await disconnect()
    await lookAtDelivery(services, look)
    await h.drain()
    const { state, attempts } = await find()
    expect([state, attempts.at(-1)?.words]).toEqual(['failed', `${UNKNOWN}SendGrid was disconnected.`])
  })

  it('is told as unknown where the tool knows nothing of it for an hour, as it may at first', async () => {
    const { look, find, history } = await oneThatIsTaken()
    at(clock + MINUTE)
    // As another account has it.
    sendgrid.clear()
    for (let each = 0; each < last; each++)
      expect(await lookAtDelivery(services, { ...look, look: each })).toBe('still under way')
    expect((await find()).state).toBe('delivered')
    await lookAtDelivery(services, { ...look, look: last })
    await h.drain()
    expect((await find()).state).toBe('failed')
    expect((await history())[0]).toMatchObject({ outcome: 'failed', reason: `${UNKNOWN}import job not found` })
  })
})

describe('INT-28+ a tool that takes leads by a key which may not see what came of them', () => {
  const unseen = async () => {
    const named = { company_id: companyId, integration_id: 'sendgrid' } as const
    return (await h.call('cleo', 'integrations.tool', named)).body.data.unseen_reason
  }

  it('was handed them: they are delivered and asked about once, and the connection says what its key lacks', async () => {
    sendgrid.hideImports()
    const { look, find, history, undelivered, asked } = await oneThatIsTaken()
    expect(await unseen()).toMatch(/full access to Marketing/)
    at(clock + 2 * MINUTE)
    await lookAtDelivery(services, look)
    await h.drain()
    at(clock + 2 * MINUTE)
    await runTimetable()
    expect(await find()).toMatchObject({ state: 'delivered', attempts: [{ status: 202 }] })
    expect((await history()).map(({ outcome, status }) => [outcome, status])).toEqual([['delivered', 202]])
    expect([await undelivered(), asked(), puts()]).toEqual([0, 1, 1])
    expect((await db.tool.find({ companyId, slug: 'sendgrid' }))?.lostAt).toBe(0)

    // Somebody gave the key at SendGrid what it lacked.
    sendgrid.hideImports(false)
    await lookAtDelivery(services, look)
    expect(await unseen()).toBe('')
  })

  it('says so where the key lost that later, and a lead that waits for its result is delivered', async () => {
    const { look, find, history } = await oneThatIsTaken()
    expect(await unseen()).toBe('')
    sendgrid.fail(503, { times: 2 })
    await lookAtDelivery(services, { ...look, look: last })
    sendgrid.hideImports()
    await h.drain()
    at((await find()).nextAt + 2 * MINUTE)
    await runTimetable()
    expect(await find()).toMatchObject({ state: 'delivered', hasArrived: false })
    expect(await unseen()).toMatch(/full access to Marketing/)
    expect((await history())[0]).toMatchObject({
      outcome: 'delivered',
      reason: 'SendGrid took the lead, and does not let us see what came of it.',
    })
    // Who connects with another key is told anew.
    sendgrid.hideImports(false)
    await connect()
    expect(await unseen()).toBe('')
  })
})

describe('INT-28+ a lead that is sent again', () => {
  it('before its tool has said that it kept it, was not there: one that fails then is lost, is counted and told', async () => {
    const { look, find, history, undelivered, sendAgain } = await oneThatIsTaken({ isRefused: true })
    at(clock + MINUTE)
    sendgrid.fail(422, { method: 'PUT' })
    expect(await sendAgain()).toBe(1)
    await h.drain()
    expect(await find()).toMatchObject({ state: 'failed', hasArrived: false })
    expect(await undelivered()).toBe(1)
    expect(await lookAtDelivery(services, look)).toBe('it was sent again, or is gone')
    expect((await history()).map(({ outcome }) => outcome)).toEqual(['failed', 'delivered'])
  })

  it('after its tool has said so, was there', async () => {
    const { campaign, look, find, undelivered, sendAgain } = await oneThatIsTaken()
    expect(await lookAtDelivery(services, look)).toBe('still under way')
    expect(await lookAtDelivery(services, { ...look, look: 1 })).toBe('done')
    sendgrid.fail(422, { method: 'PUT' })
    expect(await sendAgain()).toBe(1)
    await h.drain()
    expect(await find()).toMatchObject({ state: 'failed', hasArrived: true })
    // When somebody asked for it, it had not failed.
    const { agencyId: tenantId, id: campaignId } = campaign
    const lines = await db.auditLog.latest({ tenantId, from: clock - 1, to: clock + 1 }, 20)
    expect(lines.flatMap((line) => (line.campaignId === campaignId ? [line.description] : []))).toContain(
      `Sent a lead of the campaign ${campaign.name} again`,
    )
    expect(await undelivered()).toBe(0)
  })

  it('before that, was there once its tool says that it kept it at first, while it waits for its next try', async () => {
    const { look, find, undelivered, nextTry, sendAgain } = await oneThatIsTaken()
    expect(await lookAtDelivery(services, look)).toBe('still under way')
    sendgrid.fail(503, { method: 'PUT' })
    expect(await sendAgain()).toBe(1)
    await h.drain()
    at(clock + 5 * MINUTE)
    expect(await find()).toMatchObject({ state: 'waiting', hasArrived: false })
    await lookAtDelivery(services, { ...look, look: 1 })
    expect(await find()).toMatchObject({ state: 'waiting', hasArrived: true })
    sendgrid.fail(422, { method: 'PUT' })
    await nextTry()
    expect([(await find()).state, await undelivered()]).toEqual(['failed', 0])
  })
})

describe('INT-28+ a tool that does not say what came of a lead', () => {
  it('is asked on by the tries of the delivery, which waits meanwhile, until it says it', async () => {
    const { look, find, undelivered, nextTry } = await oneThatIsTaken()
    // At every look, and at two tries of the delivery.
    sendgrid.fail(503, { times: lookWaits.length + 2 })
    for (let each = 0; each < last; each++)
      expect(await lookAtDelivery(services, { ...look, look: each })).toBe('still under way')
    expect((await find()).state).toBe('delivered')
    expect(await lookAtDelivery(services, { ...look, look: last })).toBe('it waits until its tool says what came of it')
    await h.drain()
    for (let tries = 1; tries < 4; tries++) {
      expect(await find()).toMatchObject({ state: 'waiting', tries })
      await nextTry()
    }
    expect((await find()).state).toBe('delivered')
    expect([await undelivered(), puts()]).toEqual([0, 1])
  })

  it('has not refused it where it says what its documents do not name', async () => {
    const { look, find } = await oneThatIsTaken()
    sendgrid.sayOfImports('running')
    expect(await lookAtDelivery(services, look)).toBe('still under way')
    sendgrid.sayOfImports('')
    expect(await lookAtDelivery(services, { ...look, look: 1 })).toBe('done')
    expect(await find()).toMatchObject({ state: 'delivered', lookAt: '' })
  })

  it('ends as unknown after ten tries', async () => {
    const { look, find, undelivered, nextTry } = await oneThatIsTaken()
    sendgrid.fail(503, { times: 100 })
    await lookAtDelivery(services, { ...look, look: last })
    await h.drain()
    for (let tries = 1; tries < MOST_TRIES; tries++) {
      await nextTry()
    }
    const { state, tries, attempts } = await find()
    expect([state, tries, attempts.at(-1)?.words]).toEqual(['failed', MOST_TRIES, expect.stringContaining(UNKNOWN)])
    expect([await undelivered(), puts()]).toEqual([1, 1])
  })

  it('is given time while it is left alone for its failures, though not for ever', async () => {
    const { look, find, asked } = await oneThatIsTaken()
    const connection = await db.tool.find({ companyId, slug: 'sendgrid' })
    for (let each = 0; connection && each < 5; each++) await db.tool.fail(connection, clock)
    expect(await lookAtDelivery(services, look)).toBe('waits for its tool')
    expect(await lookAtDelivery(services, { ...look, look: last })).toBe('it waits until its tool says what came of it')
    await h.drain()
    expect((await find()).restsSince).toBeGreaterThan(0)
    expect(asked()).toBe(0)
  })
})

describe('a question whose message comes twice', () => {
  it('is over where the tool has said that it kept the lead, no matter what it says later', async () => {
    const { look, find, asked } = await oneThatIsTaken()
    for (const [each, says] of ['still under way', 'done'].entries())
      expect(await lookAtDelivery(services, { ...look, look: each })).toBe(says)
    sendgrid.fail(503)
    expect(await lookAtDelivery(services, { ...look, look: last })).toBe('its tool has said it')
    expect([(await find()).state, asked()]).toEqual(['delivered', 2])
    sendgrid.mend()
  })
})

describe('a question that becomes a delivery that waits', () => {
  it('does so once, of eight workers that have it at once', async () => {
    const { look, find, history, nextTry, asked } = await oneThatIsTaken()
    at(clock + MINUTE)
    await lose()
    const ends = await Promise.all(Array.from({ length: 8 }, () => lookAtDelivery(services, look)))
    expect(new Set(ends)).toEqual(
      new Set(['it waits until its tool says what came of it', 'it was sent again, or is gone']),
    )
    expect(ends.filter((end) => end.startsWith('it waits'))).toHaveLength(1)
    await h.drain()
    expect((await find()).attempts).toHaveLength(1)
    expect((await history()).map(({ outcome }) => outcome)).toEqual(['waiting', 'waiting'])
    await connect()
    await h.drain()
    await nextTry()
    expect([(await find()).state, asked(), puts()]).toEqual(['delivered', 2, 1])
  })

  it('comes to its end where a worker ends at any change, and the lead is sent once', async () => {
    for (let changes = 0; ; changes++) {
      at(clock + 2 * DAY)
      sendgrid.clear()
      const { look, find, nextTry } = await oneThatIsTaken({ isRefused: true })
      await lose()
      const isAlive = await dieAfter(changes, (deps) => lookAtDelivery(deps, look))
      await lookAtDelivery(services, look)
      at(clock + MINUTE)
      await runTimetable()
      expect([changes, await find()]).toMatchObject([changes, { state: 'waiting', lookAt: look.lookAt }])
      await connect()
      await h.drain()
      await nextTry()
      expect([changes, (await find()).state, puts()]).toEqual([changes, 'failed', 1])
      if (isAlive) {
        // Its row, and its message.
        expect(changes).toBeGreaterThanOrEqual(2)
        break
      }
    }
  })
})

/** Once so many changes were made, a person is quicker than the next one. */
const person = { after: Number.POSITIVE_INFINITY, sent: 0, act: async () => 0 }
services.table.client.middlewareStack.add(
  (next, { commandName = '' }) =>
    async (args) => {
      if (isRead(commandName) || person.after === Number.POSITIVE_INFINITY || person.after-- > 0) return next(args)
      person.after = Number.POSITIVE_INFINITY
      person.sent = await person.act()
      return next(args)
    },
  { step: 'initialize' as const, name: 'person' },
)
async function sendingAgainAfter<T>(changes: number, act: () => Promise<number>, work: () => Promise<T>): Promise<T> {
  Object.assign(person, { after: changes, act, sent: 0 })
  const done = await work()
  person.after = Number.POSITIVE_INFINITY
  return done
}

describe('a person who sends a lead again at any change of a worker that asks about it', () => {
  it('or takes back that it is delivered: the history has one truth of it', async () => {
    const seen = new Set<number>()
    for (let changes = 0; changes < 8; changes++) {
      at(clock + HOUR)
      const one = await oneThatIsTaken()
      await lose()
      const said = await sendingAgainAfter(changes, one.sendAgain, () => lookAtDelivery(services, one.look))
      const { sent } = person
      seen.add(sent)
      const lines = (await one.history()).filter(({ at: when }) => Date.parse(when) === one.look.endedAt)
      // Somebody sent it again, or its tool is asked; not both.
      const isAsked = said === 'it waits until its tool says what came of it'
      expect([changes, lines.map(({ outcome }) => outcome)]).toEqual([changes, [isAsked ? 'waiting' : 'delivered']])
      expect([changes, sent]).toEqual([changes, isAsked ? 0 : 1])
    }
    expect(seen).toEqual(new Set([0, 1]))
  })

  it('sends one that was there, where the tool says so', async () => {
    const seen: number[] = []
    for (let changes = 0; changes < 4; changes++) {
      const { look, find, sendAgain } = await oneThatIsTaken()
      await lookAtDelivery(services, look)
      const again = () => lookAtDelivery(services, { ...look, look: 1 })
      expect(await sendingAgainAfter(changes, sendAgain, again)).toBe('done')
      seen.push(person.sent)
      if (person.sent > 0) expect([changes, await find()]).toMatchObject([changes, { hasArrived: true }])
      await h.drain()
    }
    expect(seen).toEqual([1, 1, 0, 0])
  })
})

describe('a lead that waits for a lost connection', () => {
  it('has no line of that any more once it arrived, where a worker ended at any change', async () => {
    for (let changes = 0; ; changes++) {
      at(clock + 2 * DAY)
      const { campaign } = await oneThatIsTaken()
      const { id: leadId, createdAt: leadAt } = await h.newLead(campaign)
      const { companyId: of, agencyId, id: campaignId } = campaign
      const destination = { kind: 'sendgrid', id: 'sendgrid', companyId, scope: campaignId, name: 'SendGrid' } as const
      const message = { companyId: of, campaignId, agencyId, leadId, leadAt, destination }
      const find = () => db.delivery.find({ companyId, campaignId }, leadId, 'sendgrid')
      await lose()
      let ticks = 0
      // Time goes by between the beginning of a try and its end.
      const now = () => clock + ticks++
      const isAlive = await dieAfter(changes, (deps) => h.deliver({ ...deps, now }, message, 0))
      for (let each = 0; each < 3; each++) {
        at(clock + 10 * MINUTE)
        await h.deliver(services, message, 0)
      }
      const held = async () => {
        const named = { company_id: companyId, integration_id: 'sendgrid' } as const
        const { body } = await h.call('cleo', 'integrations.deliveryHistory', named)
        return body.data.filter(({ lead_id, reason }) => lead_id === leadId && reason.startsWith('It wait')).length
      }
      expect([changes, await find(), await held()]).toMatchObject([changes, { state: 'waiting' }, 1])
      await connect()
      await h.drain()
      expect([changes, await find(), await held()]).toMatchObject([changes, { state: 'delivered' }, 0])
      if (isAlive) break
    }
  })
})

describe('INT-28+ a lead that the version before delivered, whose row does not name what the tool calls its work,', () => {
  const forget = ({ look: { campaignId, leadId } }: Awaited<ReturnType<typeof oneThatIsTaken>>) =>
    services.table.client.send(
      new UpdateCommand({
        TableName: services.table.name,
        Key: { pk: `C#${companyId}#DELIVERIES#${campaignId}`, sk: `${leadId}#sendgrid` },
        UpdateExpression: 'REMOVE lookAt',
        ConditionExpression: 'attribute_exists(lookAt)',
      }),
    )

  it('is asked about by the message that waits since then, until the tool has said it', async () => {
    const taken = await oneThatIsTaken()
    await forget(taken)
    expect(await lookAtDelivery(services, taken.look)).toBe('still under way')
    const next = { ...taken.look, look: 1 }
    expect(await lookAtDelivery(services, next)).toBe('done')
    expect(await taken.find()).toMatchObject({ state: 'delivered', lookAt: '' })
    expect(await lookAtDelivery(services, next)).toBe('its tool has said it')
    expect(taken.asked()).toBe(2)
  })

  it('has failed where the tool refused it', async () => {
    const taken = await oneThatIsTaken({ isRefused: true })
    await forget(taken)
    expect(await lookAtDelivery(services, taken.look)).toBe('still under way')
    expect(await lookAtDelivery(services, { ...taken.look, look: 1 })).toBe(
      'it waits until its tool says what came of it',
    )
    await h.drain()
    await taken.nextTry()
    expect([await taken.find(), puts(), await taken.undelivered()]).toMatchObject([{ state: 'failed' }, 1, 1])
  })

  it('was there where somebody sends it again and it fails then', async () => {
    const taken = await oneThatIsTaken()
    await forget(taken)
    expect(await taken.sendAgain()).toBe(1)
    expect(await taken.find()).toMatchObject({ state: 'waiting', hasArrived: true })
  })
})
