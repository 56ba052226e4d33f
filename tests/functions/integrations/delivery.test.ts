// A lead and one destination: ten tries, one success, and what people can do about a failure.
import { beforeEach, describe, expect, it } from 'vitest'
import { LEASE_MS } from '#functions/domain/integrations/deliver.ts'
import { afterStored } from '#functions/domain/leads/after.ts'
import { LIMIT_MS } from '#functions/gateways/integrations/door.ts'
import { units } from '#infra/usage.ts'
import { HOUR, MINUTE, SECOND } from '#shared/dates.ts'
import { jobs, visibilitySecondsOf } from '#shared/jobs.ts'
import { deliveryId } from '#shared/model/delivery.ts'
import { countUnits } from '../../bench/units.ts'
import { startDeliveries } from './stage.ts'

const h = await startDeliveries()
const { receiver, services } = h
const T0 = Math.ceil(services.now() / SECOND) * SECOND
let clock = T0
const at = (ms: number) => {
  clock = ms
  h.setClock(ms)
}

beforeEach(() => {
  at(clock + HOUR)
  receiver.clear()
})

describe('a delivery', () => {
  it('has time for the slowest tool: a token, and after another one of the agency a token, the contact and its tags', () => {
    const { timeoutSeconds } = jobs.deliverLead
    expect(timeoutSeconds * SECOND).toBeGreaterThan(5 * LIMIT_MS)
    // While it may still work nobody else does; who comes after a crash finds it free.
    expect(LEASE_MS).toBeGreaterThan(timeoutSeconds * SECOND)
    expect(LEASE_MS).toBeLessThan(visibilitySecondsOf(timeoutSeconds) * SECOND)
  })

  it('costs what the cost sheet says', async () => {
    const { message } = await h.oneOnItsWay()
    const counter = countUnits(services.table)
    const { units: cost, result } = await counter.of(() => h.deliver(services, message, 0))
    expect(result).toBe('delivered (200)')
    expect([cost.writes, cost.reads]).toEqual([units.delivery.writes, units.delivery.reads])
  })

  it('INT-50+ posts the lead as flat JSON under both signatures, and any 2xx has delivered it', async () => {
    const { campaign, lead, message, find } = await h.oneOnItsWay()
    expect(await h.deliver(services, message, 0)).toBe('delivered (200)')
    const [letter] = receiver.received()
    expect(letter).toMatchObject({ isSigned: true, webhookId: `${lead.id}_${message.destination.id}`, answered: 200 })
    const createdAt = new Date(lead.createdAt).toISOString()
    expect(letter?.body).toEqual({
      event: 'lead.created',
      type: 'lead.created',
      timestamp: createdAt,
      id: lead.id,
      created_at: createdAt,
      campaign_id: campaign.number,
      campaign_name: campaign.name,
      company_name: 'Bright Smiles Dental',
      first_name: 'Nora',
      last_name: '',
      email: lead.person.email,
      phone: '+13125550111',
      address: '',
      city: '',
      state: '',
      zip: '',
      keyword: '',
      landing_url: 'https://x.example',
      tags: [],
      advanced: {},
      b2b: {},
    })
    expect(await find()).toMatchObject({
      state: 'delivered',
      attempts: [{ status: 200, words: '{"status":"success"}' }],
    })
  })

  it('CMP-59+ is tried again after a 500, and delivered at the third try', async () => {
    const { message, find } = await h.oneOnItsWay()
    receiver.fail(500, { times: 2, message: 'Database is down' })
    expect(await h.deliver(services, message, 0)).toBe('waits after 1 tries (500)')
    expect(await h.deliver(services, message, 0)).toBe('early')
    at(clock + 5 * SECOND)
    await h.deliver(services, message, 0)
    at(clock + 5 * MINUTE)
    expect(await h.deliver(services, message, 0)).toBe('delivered (200)')
    const { state, attempts } = await find()
    expect(state).toBe('delivered')
    expect(attempts.map(({ status, words }) => `${status} ${words}`)).toEqual([
      '500 Database is down',
      '500 Database is down',
      '200 {"status":"success"}',
    ])
    const [one, two, three] = receiver.received()
    expect(new Set([one, two, three].map((letter) => letter?.webhookId)).size).toBe(1)
    expect(three?.isSigned).toBe(true)
    expect(await h.deliver(services, message, 0)).toBe('over')
    expect(receiver.received()).toHaveLength(3)
  })

  it('CMP-59+ ends after ten tries over 71 h 35 min, is listed with its reasons, and does not undo the lead', async () => {
    const { campaign, lead, message, find } = await h.oneOnItsWay()
    receiver.fail(503, { times: 10 })
    const begun = clock
    for (let tries = 1; tries <= 10; tries++) {
      await h.deliver(services, message, 0)
      if (tries < 10) at((await find()).nextAt)
    }
    expect(clock - begun).toBe(71 * HOUR + 35 * MINUTE + 5 * SECOND)
    expect(await find()).toMatchObject({ state: 'failed', tries: 10 })
    expect(await h.deliver(services, message, 0)).toBe('over')
    expect(receiver.received()).toHaveLength(10)
    const { status, body } = await h.call('cleo', 'integrations.failedDeliveries', { leadspeekID: campaign.number })
    expect(status).toBe(200)
    expect(body.data).toMatchObject([{ lead_id: lead.id, state: 'failed', next_at: null }])
    const { firstName, lastName } = lead.person
    expect(`${firstName}${lastName}`).not.toBe('')
    expect(body.data[0]?.lead_name).toBe(`${firstName} ${lastName}`.trim())
    await h.db.lead.erase(lead, clock)
    const later = await h.call('cleo', 'integrations.failedDeliveries', { leadspeekID: campaign.number })
    expect(later.body.data).toMatchObject([{ lead_id: lead.id, lead_name: '' }])
    expect(body.data[0]?.attempts.map((each) => each.status)).toEqual(Array(10).fill(503))
    expect(await h.db.lead.findMeter(campaign, true)).toMatchObject({ leads: 1 })
  })

  it.each([400, 404] as const)('CMP-59+ a %d is not tried again', async (status) => {
    const { message, find } = await h.oneOnItsWay()
    receiver.fail(status)
    expect(await h.deliver(services, message, 0)).toBe(`failed (${status})`)
    expect(await find()).toMatchObject({ state: 'failed', tries: 1 })
  })

  it('is listed with what the answer means, also where the receiver said nothing', async () => {
    const { campaign, message } = await h.oneOnItsWay()
    receiver.fail(404, { message: '' })
    await h.deliver(services, message, 0)
    const { body } = await h.call('cleo', 'integrations.failedDeliveries', { leadspeekID: campaign.number })
    expect(body.data[0]?.attempts.map((each) => each.message)).toEqual(['There is nothing at this address (404).'])
  })

  it.each([425, 429] as const)('CMP-59+ a %d is tried again, no sooner than the receiver asks', async (status) => {
    const { message, find } = await h.oneOnItsWay()
    receiver.fail(status, { retryAfter: '7200' })
    await h.deliver(services, message, 1)
    expect(await find()).toMatchObject({ state: 'waiting', nextAt: clock + 2 * HOUR })
  })

  it('counts no redirect and no cut connection as a delivery, and follows nobody', async () => {
    const { message, find } = await h.oneOnItsWay()
    receiver.fail('redirect')
    await h.deliver(services, message, 0)
    receiver.fail('answer lost')
    at(clock + 5 * SECOND)
    await h.deliver(services, message, 0)
    const { state, attempts } = await find()
    expect([state, attempts.map(({ status }) => status)]).toEqual(['waiting', [302, 0]])
    // What arrived although its answer was lost comes again under the same id.
    at(clock + 5 * MINUTE)
    await h.deliver(services, message, 0)
    const ids = receiver.received().map(({ webhookId }) => webhookId)
    expect([ids.length, new Set(ids).size]).toEqual([3, 1])
  })

  it('a 410 switches the webhook off, its people get one mail, and what comes then is kept for it', async () => {
    const { campaign, message } = await h.oneOnItsWay()
    const second = await h.newLead(campaign)
    receiver.fail(410, { times: 2 })
    await Promise.all([
      h.deliver(services, message, 0),
      h.deliver(services, { ...message, leadId: second.id, leadAt: second.createdAt }, 0),
    ])
    const input = { company_id: campaign.companyId, campaign_id: campaign.number }
    const { body } = await h.call('ada', 'integrations.campaignWebhooks', input)
    expect(body.webhooks).toMatchObject([{ enabled: 'F', off_reason: expect.stringContaining('410') }])
    const told = (await h.mailsTo(h.cast.users.cleo.email)).filter(({ subject }) => subject.includes('switched off'))
    expect(told).toHaveLength(1)
    const kept = await (await import('#functions/domain/deliveries/destinations.ts')).destinationsOf(h, campaign)
    expect(kept.map(({ id }) => id)).toEqual([message.destination.id])
  })

  it('is one success however many workers get its message', async () => {
    const { message, find } = await h.oneOnItsWay()
    const ends = await Promise.all(Array.from({ length: 8 }, () => h.deliver(services, message, 0)))
    expect(ends.filter((end) => end.startsWith('delivered'))).toHaveLength(1)
    expect(receiver.received()).toHaveLength(1)
    expect((await find()).attempts).toHaveLength(1)
  })

  it('goes on after a worker that crashed, once its lease is over', async () => {
    const { message, find } = await h.oneOnItsWay()
    expect((await h.db.delivery.take(message, clock, 45_000)).end).toBe('taken')
    expect(await h.deliver(services, message, 0)).toBe('busy')
    at(clock + MINUTE)
    expect(await h.deliver(services, message, 0)).toBe('delivered (200)')
    expect(await find()).toMatchObject({ state: 'delivered' })
  })

  it('is sent again by the timetable where each worker that had it crashed, and its message was given up', async () => {
    const { message, find } = await h.oneOnItsWay()
    const crashing = {
      ...services,
      webhooks: { ...services.webhooks, post: () => Promise.reject(new Error('crashed')) },
    }
    for (let crash = 0; crash < 2; crash++) {
      await expect(h.deliver(crashing, message, 0)).rejects.toThrow('crashed')
      at(clock + 3 * MINUTE)
    }
    expect(await find()).toMatchObject({ state: 'waiting' })
    at(clock + 12 * MINUTE)
    await h.runner.trigger('retryDeliveries', clock)
    await h.drain()
    expect(await find()).toMatchObject({ state: 'delivered' })
    const { deliveries } = await h.db.delivery.listFailed(message, 10)
    expect(deliveries).toEqual([])
  })

  it('a worker whose lease was lost changes nothing any more', async () => {
    const { message, find } = await h.oneOnItsWay()
    const slow = await h.db.delivery.take(message, clock, 45_000)
    at(clock + MINUTE)
    await h.deliver(services, message, 0)
    if (slow.end !== 'taken') throw new Error('It was free.')
    const attempt = { at: clock, status: 500, ms: 1, words: '' }
    expect(await h.db.delivery.wait(slow.delivery, attempt, clock + HOUR)).toBe(false)
    expect(await h.db.delivery.end(slow.delivery, 'failed', attempt)).toBe(false)
    expect(await find()).toMatchObject({ state: 'delivered' })
  })

  it('does not leave any more once its webhook is to hear of no leads', async () => {
    const { campaign, destination, message, find } = await h.oneOnItsWay()
    receiver.fail(500)
    expect(await h.deliver(services, message, 0)).toMatch('waits')
    const named = { company_id: campaign.companyId, campaign_id: campaign.number, webhook_id: destination.id }
    const changed = { ...named, events: ['lead.credited' as const] }
    expect((await h.call('ada', 'integrations.changeWebhook', changed)).status).toBe(200)
    at(clock + HOUR)
    expect(await h.deliver(services, message, 0)).toBe('skipped (0)')
    expect((await find()).attempts.at(-1)?.words).toBe('The campaign does not send its leads there.')
    expect(receiver.received()).toHaveLength(1)
  })

  it('of a webhook that was removed is skipped', async () => {
    const { campaign, destination, message, find } = await h.oneOnItsWay()
    const input = { company_id: campaign.companyId, campaign_id: campaign.number, webhook_id: destination.id }
    expect((await h.call('ada', 'integrations.removeWebhook', input)).status).toBe(200)
    await h.deliver(services, message, 0)
    expect(await find()).toMatchObject({ state: 'skipped' })
    expect(receiver.received()).toEqual([])
  })
})

describe('a lead of a company that was removed', () => {
  const words = 'The company was removed.'

  it('does not leave any more, neither at once nor when it is tried again', async () => {
    const { campaign, message, find } = await h.oneOnItsWay()
    const later = await h.oneOnItsWay()
    receiver.fail(500)
    await h.deliver(services, later.message, 0)
    receiver.clear()
    at(clock + 5 * SECOND)
    await h.db.company.update(campaign.companyId, { deletedAt: clock })
    for (const one of [message, later.message]) expect(await h.deliver(services, one, 0)).toBe('skipped (0)')
    await h.db.company.update(campaign.companyId, { deletedAt: null })
    expect(receiver.received()).toEqual([])
    expect([await find(), await later.find()].map(({ state, attempts }) => [state, attempts.at(-1)?.words])).toEqual([
      ['skipped', words],
      ['skipped', words],
    ])
  })

  it('is not tried again where the agency went, with which its clients end', async () => {
    const { campaign, message, find } = await h.oneOnItsWay()
    receiver.fail(500)
    await h.deliver(services, message, 0)
    receiver.clear()
    at(clock + 5 * SECOND)
    await h.db.company.update(campaign.agencyId, { deletedAt: clock })
    expect(await h.deliver(services, message, 0)).toBe('skipped (0)')
    await h.db.company.update(campaign.agencyId, { deletedAt: null })
    expect(receiver.received()).toEqual([])
    expect((await find()).attempts.at(-1)?.words).toBe(words)
  })
})

describe('the timetable', () => {
  it('of a person whom a list has come to name is skipped, and nobody who did not get it learns of them', async () => {
    const { campaign, lead, message, find } = await h.oneOnItsWay()
    receiver.fail(500)
    await h.deliver(services, message, 0)
    const credit = { at: clock, level: 'client', companyId: campaign.companyId, uploadId: 'upl_late' } as const
    expect(await h.db.lead.credit(campaign, lead, credit)).toBe(true)
    at(clock + 5 * SECOND)
    receiver.clear()
    expect(await h.deliver(services, message, 0)).toBe('skipped (0)')
    expect(receiver.received()).toEqual([])
    expect((await find()).attempts.at(-1)?.words).toBe('An exclusion list has come to name the person.')
  })

  it('sends what waits longer than a queue can keep it, and what was lost there', async () => {
    const { message, find } = await h.oneOnItsWay()
    receiver.fail(429, { retryAfter: '3600' })
    await h.deliver(services, message, 0)
    const run = async () => {
      await h.runner.trigger('retryDeliveries', clock)
      await h.drain()
    }
    // Letters of other tests may still be under way.
    const came = () => receiver.received().filter(({ body }) => body.id === message.leadId).length
    at(clock + 30 * MINUTE)
    await run()
    expect(came()).toBe(1)
    at(clock + 32 * MINUTE)
    await run()
    expect(await find()).toMatchObject({ state: 'delivered' })
    expect(came()).toBe(2)
  })
})

describe('leads that were stored', () => {
  it('go to each webhook of their campaign once, however often their message comes', async () => {
    const campaign = await h.newCampaign()
    await h.addWebhook(campaign, '/in/one')
    await h.addWebhook(campaign, '/in/two')
    const lead = await h.newLead(campaign)
    await afterStored(services, campaign, [lead])
    await h.drain()
    await afterStored(services, campaign, [{ id: lead.id, createdAt: lead.createdAt }])
    await h.drain()
    const mine = receiver.received().filter(({ body }) => body.id === lead.id)
    expect(mine.map(({ path }) => path).sort()).toEqual(['/in/one', '/in/two'])
  })

  it("INT-48+ go to their agency's webhooks where the campaign has none of its own", async () => {
    const { northlight } = h.cast
    const campaign = await h.newCampaign()
    const input = { company_id: northlight.id, campaign_id: 'all', url: `${receiver.url}/in/agency` }
    expect((await h.call('ada', 'integrations.addWebhook', input)).status).toBe(200)
    await afterStored(services, campaign, [await h.newLead(campaign)])
    await h.drain()
    await h.addWebhook(campaign, '/in/own')
    await afterStored(services, campaign, [await h.newLead(campaign)])
    await h.drain()
    const mine = receiver.received().filter(({ body }) => body.campaign_id === campaign.number)
    expect(mine.map(({ path }) => path)).toEqual(['/in/agency', '/in/own'])
  })
})

describe('what failed', () => {
  const failOne = async () => {
    const one = await h.oneOnItsWay()
    receiver.fail(400)
    await h.deliver(services, one.message, 0)
    return one
  }

  it('CMP-59+ can be delivered again, one or all, and arrives under the same id', async () => {
    const { campaign, message, find } = await failOne()
    const other = await h.newLead(campaign)
    receiver.fail(404)
    await h.deliver(services, { ...message, leadId: other.id, leadAt: other.createdAt }, 0)
    const replay = (delivery_id?: string) =>
      h.call('cleo', 'integrations.replayDeliveries', {
        leadspeekID: campaign.number,
        ...(delivery_id && { delivery_id }),
      })
    const { body } = await replay(deliveryId(await find()))
    expect(body).toMatchObject({ replayed: 1, has_more: 'F' })
    await h.drain()
    expect(await find()).toMatchObject({ state: 'delivered' })
    expect((await replay()).body).toMatchObject({ replayed: 1 })
    await h.drain()
    expect((await replay()).status).toBe(409)
    const mine = receiver.received().filter(({ body }) => body.campaign_id === campaign.number)
    const ids = mine.map(({ webhookId }) => webhookId)
    expect([ids.length, new Set(ids).size]).toEqual([4, 2])
  })

  it('is begun anew by one of two who ask at once', async () => {
    const { campaign, lead } = await failOne()
    const ask = () => h.call('ada', 'integrations.replayDeliveries', { leadspeekID: campaign.number })
    const answers = await Promise.all([ask(), ask()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await h.drain()
    expect(receiver.received().filter(({ body }) => body.id === lead.id)).toHaveLength(2)
  })
})
