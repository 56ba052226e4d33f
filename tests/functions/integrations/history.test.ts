// The history of a webhook or a tool: every try, with what is known of it now, and nothing of anybody who was erased.
import { describe, expect, it } from 'vitest'
import { DAY, MINUTE, SECOND } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { startDeliveries } from './stage.ts'

const h = await startDeliveries()
const { receiver, services } = h
let clock = Math.ceil(services.now() / SECOND) * SECOND
h.setClock(clock)
const wait = (ms: number) => {
  clock += ms
  h.setClock(clock)
}

type Asked = { outcome?: 'delivered' | 'failed' | 'waiting' | 'skipped'; cursor?: string }
const ask = (who: 'ada' | 'cleo' | 'sam' | 'carl', campaign: Campaign, webhookId: string, more: Asked = {}) =>
  h.call(who, 'integrations.deliveryHistory', {
    company_id: campaign.companyId,
    integration_id: 'zapier',
    webhook_id: webhookId,
    ...more,
  })

describe('the history of a webhook', () => {
  it('INT-10+ CMP-59+ ENB-29+ has each try with its lead, campaign, outcome and reason, latest first, and is filtered', async () => {
    const { campaign, destination, lead, message } = await h.oneOnItsWay()
    receiver.fail(503, { message: 'No room' })
    await h.deliver(services, message, 0)
    expect((await ask('cleo', campaign, destination.id)).body.data).toMatchObject([{ outcome: 'waiting', open: 'T' }])
    wait(5 * SECOND)
    await h.deliver(services, message, 0)
    const second = await h.newLead(campaign, { firstName: 'Olaf', lastName: 'Berg' })
    receiver.fail(404)
    wait(SECOND)
    await h.deliver(services, { ...message, leadId: second.id, leadAt: second.createdAt }, 0)
    const { body } = await ask('cleo', campaign, destination.id)
    expect(body.data).toMatchObject([
      {
        outcome: 'failed',
        status: 404,
        lead_name: 'Olaf Berg',
        lead_id: second.id,
        campaign_id: campaign.number,
        campaign_name: campaign.name,
        reason: 'There is nothing at this address (404).',
        delivery_id: `${second.id}-${destination.id}`,
      },
      { outcome: 'delivered', status: 200, lead_name: 'Nora', reason: 'The receiver took it (200).', next_at: null },
      {
        outcome: 'waiting',
        // That was done.
        open: 'F',
        lead_id: lead.id,
        said: 'No room',
        reason: 'The receiver has a fault of its own (503).',
        delivery_id: '',
      },
    ])
    expect(JSON.stringify(body)).not.toContain('@')
    const failed = await ask('ada', campaign, destination.id, { outcome: 'failed' })
    expect(failed.body.data.map(({ lead_id }) => lead_id)).toEqual([second.id])
  })

  it('ends where the last one that was seen is too old by now', async () => {
    const { campaign, destination, message } = await h.oneOnItsWay()
    const leads = await Promise.all(Array.from({ length: 30 }, () => h.newLead(campaign)))
    for (const lead of leads) await h.deliver(services, { ...message, leadId: lead.id, leadAt: lead.createdAt }, 0)
    const { body } = await ask('cleo', campaign, destination.id)
    wait(30 * DAY + SECOND)
    const next = await ask('cleo', campaign, destination.id, { cursor: body.next_cursor ?? '' })
    expect([next.status, next.body.data, next.body.next_cursor]).toEqual([200, [], null])
  })

  it('is paged by key: no try comes twice, none is missed, also of those of one instant', async () => {
    const { campaign, destination, message } = await h.oneOnItsWay()
    const leads = await Promise.all(Array.from({ length: 60 }, () => h.newLead(campaign)))
    for (const lead of leads) await h.deliver(services, { ...message, leadId: lead.id, leadAt: lead.createdAt }, 0)
    const seen: string[] = []
    let cursor: string | null = null
    for (let pages = 0; pages === 0 || cursor; pages++) {
      const { body } = await ask('cleo', campaign, destination.id, cursor ? { cursor } : {})
      seen.push(...body.data.map(({ lead_id }) => lead_id))
      cursor = body.next_cursor
      if (pages > 5) throw new Error('It has no end.')
    }
    expect([seen.length, new Set(seen).size]).toEqual([60, 60])
  })

  it('INT-10+ has a line for a lead that waits for a lost connection, with the reason, until it is sent', async () => {
    const company_id = h.cast.brightSmiles.id
    const tool = { company_id, integration_id: 'sendgrid' } as const
    const { sendgrid } = h.tools
    const settings = { api_key: sendgrid.demonstration.api_key ?? '' }
    const connect = () =>
      h.call('cleo', 'integrations.connectTool', { company_id, integration_slug: 'sendgrid', settings })
    const { status } = await connect()
    const campaign = await h.newCampaign()
    await h.call('cleo', 'integrations.chooseTool', {
      leadspeekID: campaign.number,
      integration_slug: 'sendgrid',
      enabled: 'T',
    })
    const lead = await h.newLead(campaign)
    const { companyId, agencyId, id: campaignId } = campaign
    const destination = { kind: 'sendgrid', id: 'sendgrid', companyId, scope: campaignId, name: 'SendGrid' } as const
    const message = { companyId, campaignId, agencyId, leadId: lead.id, leadAt: lead.createdAt, destination }
    const lines = async () => (await h.call('cleo', 'integrations.deliveryHistory', tool)).body.data
    expect([status, await lines()]).toEqual([200, []])
    sendgrid.fail(503)
    await h.deliver(services, message, 0)
    wait(6 * SECOND)
    sendgrid.revoke()
    await h.deliver(services, message, 0)
    const held = {
      outcome: 'waiting',
      lead_id: lead.id,
      reason: 'It waits for SendGrid to be connected again.',
      said: 'If nobody connects it within a day, it fails and can be sent again.',
      next_at: null,
      open: 'T',
      delivery_id: '',
    }
    const tried = { outcome: 'waiting', status: 503, next_at: null, open: 'F' }
    const first = await lines()
    expect(first).toMatchObject([held, tried])
    // Connected with a key that is refused as well: it waits on, and its line is the one that it had.
    const writes: unknown[] = []
    const { add } = services.db.deliveryTry
    services.db.deliveryTry.add = async (one) => {
      writes.push(one)
      return add(one)
    }
    for (let each = 0; each < 3; each++) {
      wait(MINUTE)
      sendgrid.revoke(false)
      expect((await connect()).status).toBe(200)
      sendgrid.revoke()
      await h.drain()
    }
    services.db.deliveryTry.add = add
    expect([writes, await lines()]).toEqual([[], first])
    wait(MINUTE)
    sendgrid.revoke(false)
    await connect()
    await h.drain()
    expect(await lines()).toMatchObject([{ outcome: 'delivered', lead_id: lead.id }, tried])
    expect(await lines()).toHaveLength(2)
  })

  it('names nobody who was erased, and forgets what receivers said of them', async () => {
    const { campaign, destination, lead, message } = await h.oneOnItsWay()
    receiver.fail(400, { message: 'Nora is no good' })
    await h.deliver(services, message, 0)
    const place = { companyId: campaign.companyId, campaignId: campaign.id, createdAt: lead.createdAt, id: lead.id }
    await h.db.lead.erase(place, clock)
    await h.db.delivery.forgetWords({ companyId: campaign.companyId, campaignId: campaign.id }, lead.id, clock + MINUTE)
    const { body } = await ask('cleo', campaign, destination.id)
    expect(body.data).toMatchObject([{ lead_name: '', said: '', status: 400 }])
    expect(JSON.stringify(body)).not.toContain('Nora')
  })

  it('ends after 30 days, by the table as well', async () => {
    const { campaign, destination, message } = await h.oneOnItsWay()
    await h.deliver(services, message, 0)
    const of = { companyId: campaign.companyId, id: destination.id }
    const found = (now: number) => h.db.deliveryTry.list(of, ['delivered'], { before: undefined, limit: 5, now })
    expect(await found(clock + 30 * DAY)).toHaveLength(1)
    expect(await found(clock + 30 * DAY + 1)).toEqual([])
  })

  it('is for those who see leads: no sales person, and nobody of another company', async () => {
    const { campaign, destination } = await h.oneOnItsWay()
    expect((await ask('sam', campaign, destination.id)).status).toBe(403)
    expect((await ask('carl', campaign, destination.id)).status).toBe(403)
    const without = { company_id: campaign.companyId, integration_id: 'zapier' as const }
    expect((await h.call('cleo', 'integrations.deliveryHistory', without)).status).toBe(422)
  })
})
