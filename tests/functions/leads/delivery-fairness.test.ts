// Many leads of one agency wait for a receiver that is slow, or hangs; those of another agency do not wait for them.
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, describe, expect, it } from 'vitest'
import { createWebhook, newWebhookSecret, toWebhookDestination } from '#functions/domain/integrations/webhooks.ts'
import { afterStored } from '#functions/domain/leads/after.ts'
import { HOUR, MINUTE, SECOND } from '#shared/dates.ts'
import { BREAKING_FAILURES } from '#shared/integrations/breaker.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { startDeliveries } from '../integrations/stage.ts'

const h = await startDeliveries()
const { services, db } = h
let clock = services.now()
const wait = (ms: number) => {
  clock += ms
  h.setClock(clock)
}

type Post = typeof services.webhooks.post
const post = services.webhooks.post
const order: string[] = []
let hanging: Campaign | undefined
/** A receiver that takes the whole time of a try, which a test does not wait for. */
const mayHang: Post = async (address, letter) => {
  const { id, campaign_name: name } = JSON.parse(letter.body) as { id: string; campaign_name: string }
  order.push(`${name} ${id}`)
  if (name === hanging?.name) return { status: 503, text: 'Hangs', retryAfter: undefined } as Awaited<ReturnType<Post>>
  return post(address, letter)
}
services.webhooks = { ...services.webhooks, post: mayHang }

beforeEach(() => {
  wait(HOUR)
  order.length = 0
  hanging = undefined
})

const MANY = 60

async function stored(campaign: Campaign, count: number) {
  const leads = []
  for (let each = 0; each < count; each++) leads.push(await h.newLead(campaign))
  return leads
}

/** A campaign with a webhook of its own, of one agency and of another. */
async function both() {
  const busy = await h.newCampaign()
  const { id: _id, number: _number, name: _name, ...ofPeak } = h.cast.campaigns.peak
  const quiet = await h.newCampaign(ofPeak)
  for (const { companyId, id } of [busy, quiet])
    await createWebhook(services, {
      companyId,
      scope: id,
      id: services.newId('webhook'),
      label: '',
      address: `${h.receiver.url}/in/test`,
      secret: newWebhookSecret(),
      now: clock,
    })
  return { busy, quiet }
}

/** Deliveries that wait so long that the timetable sends them. */
async function waiting(campaign: Campaign, count: number) {
  const [webhook] = await db.webhook.list({ companyId: campaign.companyId, scope: campaign.id })
  if (!webhook) throw new Error('There is no webhook.')
  for (let each = 0; each < count; each++) {
    const { companyId, id: campaignId, agencyId } = campaign
    const destination = toWebhookDestination(webhook)
    const leadId = services.newId('lead')
    const ref = { companyId, campaignId, agencyId, leadId, leadAt: clock, destination }
    const took = await db.delivery.take(ref, clock, MINUTE)
    if (took.end === 'taken') await db.delivery.wait(took.delivery, { at: clock, status: 503, ms: 1, words: '' }, clock)
  }
}

describe('deliveries of an agency', () => {
  it('CMP-47+ leave while very many of another agency still wait for its receiver', async () => {
    const { busy, quiet } = await both()
    await afterStored(services, busy, await stored(busy, MANY))
    const [only] = await stored(quiet, 1)
    await afterStored(services, quiet, only ? [only] : [])
    await h.drain()
    // The one came last of all, and has its turn beside the first few.
    const turn = order.findIndex((each) => each.startsWith(quiet.name))
    expect(turn).toBeGreaterThanOrEqual(0)
    expect(turn).toBeLessThan(15)
  })

  it('CMP-59+ a webhook that fails again and again is left alone, which counts as no try, and asked once after a pause', async () => {
    const { busy } = await both()
    hanging = busy
    const leads = await stored(busy, 20)
    const [destination] = await db.webhook.list({ companyId: busy.companyId, scope: busy.id })
    const message = (lead: { id: string; createdAt: number }) => ({
      companyId: busy.companyId,
      campaignId: busy.id,
      agencyId: busy.agencyId,
      leadId: lead.id,
      leadAt: lead.createdAt,
      destination: {
        kind: 'webhook' as const,
        id: destination?.id ?? '',
        companyId: busy.companyId,
        scope: busy.id,
        name: 'Hangs',
      },
    })
    const send = async () => {
      const said: string[] = []
      for (const lead of leads) said.push(await h.deliver(services, message(lead), 0))
      return said
    }
    const first = await send()
    expect(order).toHaveLength(BREAKING_FAILURES)
    expect(first.slice(BREAKING_FAILURES)).toEqual(Array(15).fill('waits for its tool'))
    const find = (leadId: string) =>
      db.delivery.find({ companyId: busy.companyId, campaignId: busy.id }, leadId, destination?.id ?? '')
    const held = await find(leads.at(-1)?.id ?? '')
    expect(held).toMatchObject({ state: 'waiting', tries: 0, attempts: [], nextAt: clock + MINUTE })

    // After the pause one alone is tried; it fails, so the next pause is twice as long.
    wait(MINUTE)
    order.length = 0
    await Promise.all(leads.slice(5).map((lead) => h.deliver(services, message(lead), 0)))
    expect(order).toHaveLength(1)
    const [after] = await db.webhook.list({ companyId: busy.companyId, scope: busy.id })
    expect(after).toMatchObject({ failures: 6, openUntil: clock + 2 * MINUTE })

    // Once it answers, all leave.
    hanging = undefined
    wait(2 * MINUTE)
    await send()
    wait(30 * SECOND)
    await send()
    const [well] = await db.webhook.list({ companyId: busy.companyId, scope: busy.id })
    expect(well).toMatchObject({ failures: 0, openUntil: 0, failingSince: 0 })
    const ends = await Promise.all(leads.slice(5).map(({ id }) => find(id)))
    expect(new Set(ends.map((each) => each?.state))).toEqual(new Set(['delivered']))
  })

  it('CMP-59+ that are tried again later are taken in turn with those of an agency with very many', async () => {
    const { busy, quiet } = await both()
    await waiting(busy, 30)
    wait(SECOND)
    await waiting(quiet, 3)
    wait(HOUR)
    const agenciesOf = async (limit: number) => (await db.delivery.listDue(clock, limit)).map((each) => each.agencyId)
    const few = await agenciesOf(10)
    expect(few.filter((agencyId) => agencyId === quiet.agencyId)).toHaveLength(3)
    expect(few.length).toBeLessThanOrEqual(13)
    // What others leave of their share is for those who have more.
    const all = await agenciesOf(40)
    expect(all.filter((agencyId) => agencyId === busy.agencyId)).toHaveLength(30)
    await h.runner.trigger('retryDeliveries', clock)
    await h.drain()
    expect(await agenciesOf(40)).toEqual([])
  })

  it('that waited in the one list of before are sent as well', async () => {
    const { busy } = await both()
    await waiting(busy, 2)
    const [first] = await db.delivery.listDue(clock + HOUR, 10)
    const key = { pk: `C#${busy.companyId}#DELIVERIES#${busy.id}`, sk: `${first?.leadId}#${first?.destination.id}` }
    await services.table.client.send(
      new UpdateCommand({
        TableName: services.table.name,
        Key: key,
        UpdateExpression: 'SET gsi2pk = :old, dueAs = :old REMOVE agencyId',
        ExpressionAttributeValues: { ':old': 'DUE#DELIVERIES' },
      }),
    )
    const ids = (await db.delivery.listDue(clock + HOUR, 10)).map(({ leadId }) => leadId)
    expect(ids).toContain(first?.leadId)
  })

  it('that fail together when a receiver is gone for a moment are a reason for one short pause', async () => {
    const { busy } = await both()
    const [read] = await db.webhook.list({ companyId: busy.companyId, scope: busy.id })
    if (!read) throw new Error('There is no webhook.')
    await Promise.all(Array.from({ length: 30 }, () => db.webhook.fail(read, clock)))
    const [after] = await db.webhook.list({ companyId: busy.companyId, scope: busy.id })
    expect(after).toMatchObject({ failures: BREAKING_FAILURES, openUntil: clock + MINUTE })
  })

  it('that wait for days for a receiver look again ever more seldom, until one of them is tried', async () => {
    const { busy } = await both()
    const [lead] = await stored(busy, 1)
    if (!lead) throw new Error('There is no lead.')
    const { companyId, id: campaignId, agencyId } = busy
    const broken = async () => {
      const [read] = await db.webhook.list({ companyId, scope: campaignId })
      if (!read) throw new Error('There is no webhook.')
      await db.webhook.change(read, { failingSince: 0 })
      for (let each = 0; each < BREAKING_FAILURES; each++) await db.webhook.fail({ ...read, failures: 0 }, clock)
      return read
    }
    const { id, label: name } = await broken()
    const destination = { kind: 'webhook' as const, id, companyId, scope: campaignId, name }
    const message = { companyId, campaignId, agencyId, leadId: lead.id, leadAt: lead.createdAt, destination }
    const find = () => db.delivery.find({ companyId, campaignId }, lead.id, id)
    const waits: number[] = []
    for (let look = 0; look < 70; look++) {
      expect(await h.deliver(services, message, 0)).toBe('waits for its tool')
      const next = (await find())?.nextAt ?? 0
      waits.push(next - clock)
      clock = next
      wait(0)
      await broken()
    }
    const days = waits.reduce((sum, ms) => sum + ms, 0) / (24 * HOUR)
    expect([waits[0], Math.max(...waits)]).toEqual([MINUTE, HOUR / 2])
    expect(days).toBeGreaterThan(1)
    // Once it was tried it waits anew from the beginning.
    const [rests] = await db.webhook.list({ companyId, scope: campaignId })
    if (rests) await db.webhook.work(rests)
    await h.deliver(services, message, 0)
    expect((await find())?.restsSince).toBe(0)
  })
})
