// A webhook or a tool that takes nothing for days: told of, switched off, and switched on again with what it missed.
import { beforeEach, describe, expect, it } from 'vitest'
import { afterStored } from '#functions/domain/leads/after.ts'
import { sendgridKey } from '#infra/local/doubles/tools/sendgrid.ts'
import { DAY, HOUR } from '#shared/dates.ts'
import { afterFailure, failingShown, healthy, LEAST_FAILURES } from '#shared/integrations/health.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Destination } from '#shared/model/delivery.ts'
import { startDeliveries } from './stage.ts'

const h = await startDeliveries()
const { receiver, services } = h
let clock = Date.UTC(2033, 2, 5, 12)
const wait = (ms: number) => {
  clock += ms
  h.setClock(clock)
}
beforeEach(() => {
  wait(40 * DAY)
  receiver.clear()
})

const told = async (words: string) =>
  (await h.mailsTo(h.cast.users.cleo.email)).filter(({ subject }) => subject.includes(words)).length
const iso = (at: number) => new Date(at).toISOString()

/** As often as a day has tries, for so many days. */
async function failFor(days: number, campaign: Campaign, destination: Destination) {
  const { companyId, agencyId, id: campaignId } = campaign
  for (let half = 0; half < days * 2; half++) {
    for (let each = 0; each < 2; each++) {
      const lead = await h.newLead(campaign)
      await h.deliver(
        services,
        { companyId, campaignId, agencyId, leadId: lead.id, leadAt: lead.createdAt, destination },
        0,
      )
    }
    wait(DAY / 2)
  }
}

describe('the rule', () => {
  const failing = { ...healthy, failingSince: 1, failedTries: LEAST_FAILURES }
  it.each([
    ['the first failure', healthy, 1, 'count'],
    ['a few of them, however long ago', { ...failing, failedTries: 5 }, 9 * DAY, 'count'],
    ['two days', failing, 2 * DAY, 'none'],
    ['three days', failing, 3 * DAY + 1, 'warn'],
    ['five days without a mail before', failing, 9 * DAY, 'warn'],
    ['five days, and a mail an hour ago', { ...failing, warnedAt: 9 * DAY - HOUR }, 9 * DAY, 'none'],
    ['five days, and a mail before', { ...failing, warnedAt: 3 * DAY }, 5 * DAY + 1, 'off'],
    ['one that is off', { ...failing, warnedAt: 3 * DAY, offAt: 5 * DAY }, 9 * DAY, 'none'],
  ] as const)('%s', (_, health, now, next) => {
    expect(afterFailure(health, now)).toBe(next)
  })
})

it.each([
  ['one failure, which is tried again', 1, 0],
  ['a lead that was refused for what it holds, after it', 2, 0],
  ['a third', 3, 7],
])('says that leads do not arrive from the third failure in a row on: %s', (_, failedTries, since) => {
  expect(failingShown({ failingSince: 7, failedTries, offAt: 0 })).toBe(since)
})

describe('a webhook', () => {
  const rowOf = async (campaign: Campaign) => {
    const input = { company_id: campaign.companyId, campaign_id: campaign.number }
    return (await h.call('cleo', 'integrations.campaignWebhooks', input)).body.webhooks[0]
  }

  it('that only failed for five days is switched off after a mail before, and its people get one at it', async () => {
    const { campaign, destination } = await h.oneOnItsWay()
    const since = clock
    const [before, at] = [await told('do not arrive'), await told('no longer sent')]
    receiver.fail(404, { times: 1000 })
    await failFor(3, campaign, destination)
    expect(await rowOf(campaign)).toMatchObject({ enabled: 'T', failing_since: iso(since), off_since: null })
    expect(await told('do not arrive')).toBe(before)
    await failFor(2, campaign, destination)
    expect([await told('do not arrive'), await told('no longer sent')]).toEqual([before + 1, at])
    await failFor(1, campaign, destination)
    expect([await told('do not arrive'), await told('no longer sent')]).toEqual([before + 1, at + 1])
    expect(await rowOf(campaign)).toMatchObject({ enabled: 'F', off_since: expect.any(String) })

    // What comes meanwhile asks nobody, and is sent once it is on again.
    receiver.clear()
    const missed = await h.newLead(campaign)
    await afterStored(services, campaign, [missed])
    await h.drain()
    expect(receiver.received()).toEqual([])
    const named = { company_id: campaign.companyId, campaign_id: campaign.number, webhook_id: destination.id }
    expect((await h.call('cleo', 'integrations.changeWebhook', { ...named, enabled: 'T' })).status).toBe(200)
    expect(await rowOf(campaign)).toMatchObject({ enabled: 'T', failing_since: null, off_since: null })
    wait(HOUR)
    const range = { from: iso(since), to: iso(clock), which: 'failed' as const }
    const asked = { company_id: campaign.companyId, integration_id: 'zapier' as const, webhook_id: destination.id }
    const { body } = await h.call('cleo', 'integrations.startReplay', { ...asked, ...range })
    await h.drain()
    const mine = receiver.received().filter(({ body: lead }) => lead.campaign_id === campaign.number)
    expect([mine.length, new Set(mine.map(({ webhookId }) => webhookId)).size]).toEqual([
      body.data.total,
      body.data.total,
    ])
    expect(mine.some(({ body: lead }) => lead.id === missed.id)).toBe(true)
  })

  it('that took one lead in between begins anew', async () => {
    const { campaign, destination } = await h.oneOnItsWay()
    receiver.fail(404, { times: 1000 })
    await failFor(4, campaign, destination)
    receiver.clear()
    await failFor(1, campaign, destination)
    expect(await rowOf(campaign)).toMatchObject({ enabled: 'T', failing_since: null })
    receiver.fail(404, { times: 1000 })
    await failFor(3, campaign, destination)
    expect(await rowOf(campaign)).toMatchObject({ enabled: 'T', failing_since: expect.any(String) })
  })

  it('is shown among those that fail, also where very much failed at once', async () => {
    const { campaign, destination } = await h.oneOnItsWay()
    const read = await h.db.webhook.find({ companyId: campaign.companyId, scope: campaign.id }, destination.id)
    if (!read) throw new Error('There is no webhook.')
    await Promise.all(Array.from({ length: 20 }, () => h.db.webhook.countFailure(read, clock, campaign)))
    const found = await h.db.failing.inAgency(campaign.agencyId, campaign.companyId, 100)
    expect(found.map(({ scope }) => scope)).toContain(campaign.id)
  })

  it('that its people switched off keeps no leads', async () => {
    const { campaign, destination } = await h.oneOnItsWay()
    const named = { company_id: campaign.companyId, campaign_id: campaign.number, webhook_id: destination.id }
    await h.call('cleo', 'integrations.changeWebhook', { ...named, enabled: 'F' })
    const { destinationsOf } = await import('#functions/domain/deliveries/destinations.ts')
    expect(await destinationsOf(h, campaign)).toEqual([])
  })
})

describe('a tool', () => {
  it('is shown among those that fail, also where very much failed at once', async () => {
    const { brightSmiles: company } = h.cast
    const settings = { api_key: sendgridKey }
    await h.call('cleo', 'integrations.connectTool', { company_id: company.id, integration_slug: 'sendgrid', settings })
    const campaign = await h.newCampaign()
    const read = await h.db.tool.find({ companyId: company.id, slug: 'sendgrid' })
    if (!read) throw new Error('It is not connected.')
    await Promise.all(Array.from({ length: 20 }, () => h.db.tool.countFailure(read, clock, campaign)))
    const found = await h.db.failing.inAgency(campaign.agencyId, company.id, 100)
    expect(found.map(({ slug }) => slug)).toContain('sendgrid')
  })

  it('is switched off and on again as a webhook is; no sales person does that', async () => {
    const { sendgrid } = h.tools
    const { brightSmiles: company } = h.cast
    const asked = { company_id: company.id, integration_id: 'sendgrid' as const }
    const settings = { api_key: sendgridKey }
    await h.call('cleo', 'integrations.connectTool', { company_id: company.id, integration_slug: 'sendgrid', settings })
    expect((await h.call('cleo', 'integrations.switchOnTool', asked)).status).toBe(409)
    const campaign = await h.newCampaign()
    const values = { lists: [sendgrid.lists()[0]?.id ?? ''] }
    const choice = {
      leadspeekID: campaign.number,
      integration_slug: 'sendgrid' as const,
      enabled: 'T' as const,
      values,
    }
    expect((await h.call('cleo', 'integrations.chooseTool', choice)).status).toBe(200)
    sendgrid.setLists(['Another list'])
    const destination = {
      kind: 'sendgrid',
      id: 'sendgrid',
      companyId: company.id,
      scope: campaign.id,
      name: '',
    } as const
    await failFor(6, campaign, destination)
    const { body } = await h.call('cleo', 'integrations.tool', asked)
    expect(body.data).toMatchObject({ connected: 'T', off_since: expect.any(String) })
    sendgrid.clear()
    await failFor(1, campaign, destination)
    expect(sendgrid.received().filter(({ method }) => method === 'PUT')).toEqual([])
    expect((await h.call('sam', 'integrations.switchOnTool', asked)).status).toBe(403)
    expect((await h.call('cleo', 'integrations.switchOnTool', asked)).status).toBe(200)
    expect((await h.call('cleo', 'integrations.tool', asked)).body.data).toMatchObject({ off_since: null })
  })
})
