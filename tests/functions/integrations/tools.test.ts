// Outside tools: connected by keys that were tried, chosen by campaigns, and handed leads; what their failures mean.
import { beforeEach, describe, expect, it } from 'vitest'
import { ToolFault } from '#functions/gateways/integrations/tool.ts'
import { sendgridKey, sendgridMailKey } from '#infra/local/doubles/tools/sendgrid.ts'
import { DAY, HOUR, MINUTE } from '#shared/dates.ts'
import { tools } from '#shared/integrations/tools.ts'
import { jobs } from '#shared/jobs.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Destination } from '#shared/model/delivery.ts'
import { startDeliveries } from './stage.ts'

const h = await startDeliveries()
const { sendgrid } = h.tools
const { lookAtDelivery } = await import('#functions/domain/deliveries/look.ts')
const { brightSmiles, northlight } = h.cast
let clock = Date.UTC(2031, 4, 5, 12)

beforeEach(() => {
  clock += 2 * DAY
  h.setClock(clock)
  sendgrid.clear()
})

const connect = (who: 'ada' | 'cleo', companyId: string, key = sendgridKey) =>
  h.call(who, 'integrations.connectTool', {
    company_id: companyId,
    integration_slug: 'sendgrid',
    settings: { api_key: key },
  })
const choose = (who: 'ada' | 'cleo', { number }: Campaign, lists: readonly string[], enabled: 'T' | 'F' = 'T') =>
  h.call(who, 'integrations.chooseTool', {
    leadspeekID: number,
    integration_slug: 'sendgrid',
    enabled,
    values: { lists: [...lists] },
  })

const id = expect.any(String)

/** A campaign whose leads go to the client's SendGrid, and a lead on its way there. */
async function oneOnItsWay() {
  expect((await connect('cleo', brightSmiles.id)).status).toBe(200)
  const campaign = await h.newCampaign()
  const [list] = sendgrid.lists()
  expect((await choose('cleo', campaign, [list?.id ?? ''])).status).toBe(200)
  sendgrid.clear()
  const lead = await h.newLead(campaign)
  const { companyId, id: campaignId } = campaign
  const destination: Destination = { kind: 'sendgrid', id: 'sendgrid', companyId, scope: campaignId, name: 'SendGrid' }
  const message = {
    companyId,
    campaignId,
    agencyId: campaign.agencyId,
    leadId: lead.id,
    leadAt: lead.createdAt,
    destination,
  }
  const find = async () => {
    const found = await h.db.delivery.find({ companyId, campaignId }, lead.id, 'sendgrid')
    if (!found) throw new Error('There is no such delivery.')
    return found
  }
  return { campaign, lead, message, find, list }
}
const deliver = (message: Awaited<ReturnType<typeof oneOnItsWay>>['message']) => h.deliver(h.services, message, 0)
const puts = () => sendgrid.received().filter(({ method }) => method === 'PUT')

describe('the list of tools', () => {
  it('INT-02 INT-06+ INT-07+ ENB-29+ has eight, says which are connected, and shows the end of a secret', async () => {
    expect((await connect('ada', northlight.id)).status).toBe(200)
    const { body } = await h.call('ada', 'integrations.tools', { company_id: northlight.id })
    expect(body.data.map(({ slug, connected }) => [slug, connected])).toEqual([
      ['gohighlevelv2', 'F'],
      ['gohighlevel', 'F'],
      ['google_sheets', 'F'],
      ['sendgrid', 'T'],
      ['kartra', 'F'],
      ['clickfunnels', 'F'],
      ['zapier', 'F'],
      ['mailboxpower', 'F'],
    ])
    const named = { company_id: northlight.id, integration_id: 'sendgrid' } as const
    const { body: detail } = await h.call('ada', 'integrations.tool', named)
    expect(detail.data.fields).toEqual([expect.objectContaining({ name: 'api_key', secret: 'T', value: '****-all' })])
    const gone = await Promise.all([1, 2].map(() => h.call('ada', 'integrations.disconnectTool', named)))
    expect(gone.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  it('INT-08+ tries keys before it keeps them, and keeps them sealed', async () => {
    for (const [key, said] of [
      ['SG.wrong-of-nobody.wrong-of-nobody-at-all', 'SendGrid refused this: The provided authorization grant'],
      [sendgridMailKey, 'SendGrid refused this: This key has no access to Marketing.'],
      ['a key', 'It has spaces'],
      ['SG.short', 'A SendGrid key begins'],
    ] as const) {
      const { status, body } = await connect('cleo', brightSmiles.id, key)
      expect([status, body.fields?.api_key]).toEqual([422, expect.stringContaining(said)])
    }
    expect(await h.db.tool.find({ companyId: brightSmiles.id, slug: 'sendgrid' })).toBeUndefined()
    await connect('cleo', brightSmiles.id)
    const row = await h.db.tool.find({ companyId: brightSmiles.id, slug: 'sendgrid' })
    expect(JSON.stringify(row)).not.toContain('demonstration-only')
    expect((await connect('cleo', northlight.id)).status).toBe(403)
  })

  it('INT-03 INT-04 INT-13+ refuses a look-up that names no company or no tool, and says what was retired', async () => {
    await connect('ada', northlight.id)
    sendgrid.clear()
    const nobody = { company_id: '', integration_id: 'sendgrid' as const }
    expect((await h.call('ada', 'integrations.tool', nobody)).status).not.toBe(200)
    expect((await h.call('ada', 'integrations.tools', { company_id: '' })).status).not.toBe(200)
    const named = { company_id: northlight.id, campaign_id: 'all' }
    expect((await h.call('ada', 'integrations.sendgridLists', { ...named, company_id: '' })).status).not.toBe(200)
    expect(sendgrid.received()).toEqual([])
    const old = { company_id: northlight.id, integration_id: 'gohighlevel' as const }
    const { body } = await h.call('ada', 'integrations.tool', old)
    expect(body.data.note).toMatch(/retired this version.*GoHighLevel is recommended instead/)
  })

  it('INT-06+ is in the hands of the agency too, whose operators look and change nothing', async () => {
    const asked = { company_id: brightSmiles.id, integration_id: 'sendgrid' as const }
    expect((await connect('ada', brightSmiles.id)).status).toBe(200)
    const { body } = await h.call('ada', 'integrations.tool', asked)
    expect(body.data).toMatchObject({ connected: 'T', fields: [{ value: '****-all' }] })
    expect((await h.call('olive', 'integrations.tool', asked)).status).toBe(200)
    expect((await h.call('olive', 'integrations.disconnectTool', asked)).status).toBe(403)
    for (const who of ['sam', 'carl'] as const)
      expect([who, (await h.call(who, 'integrations.tool', asked)).status]).toEqual([who, 403])
    expect((await h.call('ada', 'integrations.disconnectTool', asked)).status).toBe(200)
  })

  it('INT-05 ERB-17 says that it was saved', async () => {
    expect((await connect('cleo', brightSmiles.id)).body.message).toBe('Changes saved successfully')
  })

  it('INT-08+ keeps a secret that is not typed again', async () => {
    await connect('cleo', brightSmiles.id)
    const { status } = await connect('cleo', brightSmiles.id, '')
    expect(status).toBe(200)
    sendgrid.revoke()
    expect((await connect('cleo', brightSmiles.id, '')).status).toBe(422)
  })
})

describe('a campaign', () => {
  it('INT-25 INT-26 INT-27+ INT-29+ chooses among the lists of the tool, all pages of them', async () => {
    await connect('cleo', brightSmiles.id)
    const campaign = await h.newCampaign()
    const names = Array.from({ length: 1003 }, (_, index) => `List ${index}`)
    sendgrid.setLists(names)
    const asked = { company_id: brightSmiles.id, campaign_id: campaign.number }
    const { body } = await h.call('cleo', 'integrations.sendgridLists', asked)
    expect(body.result).toEqual(names.map((name) => ({ id, name })))
    sendgrid.setLists(['Newsletter', 'New leads'])
    const { body: mailing } = await h.call('cleo', 'integrations.mailingLists', { company_id: brightSmiles.id })
    expect(mailing.result).toEqual([
      { slug: 'sendgrid', id, name: 'Newsletter' },
      { slug: 'sendgrid', id, name: 'New leads' },
    ])
    const kartra = { company_id: brightSmiles.id, integration_slug: 'kartra' } as const
    const settings = { ...h.tools.kartra.demonstration }
    expect((await h.call('cleo', 'integrations.connectTool', { ...kartra, settings })).status).toBe(200)
    const { body: both } = await h.call('cleo', 'integrations.mailingLists', { company_id: brightSmiles.id })
    expect(both.result).toEqual([
      ...['Newsletter', 'New leads'].map((name) => ({ slug: 'kartra', id: name, name })),
      ...mailing.result,
    ])
    const ended = { company_id: brightSmiles.id, integration_id: 'kartra' } as const
    expect((await h.call('cleo', 'integrations.disconnectTool', ended)).status).toBe(200)
  })

  it('says whether a tool refused what was looked up, or could not be asked', async () => {
    await connect('cleo', brightSmiles.id)
    const campaign = await h.newCampaign()
    const asked = { company_id: brightSmiles.id, campaign_id: campaign.number }
    const lists = async () => (await h.call('cleo', 'integrations.sendgridLists', asked)).body.message
    sendgrid.fail(403)
    expect(await lists()).toMatch(/^SendGrid refused this: /)
    sendgrid.fail(503)
    expect(await lists()).toMatch(/^SendGrid could not be asked: /)
  })

  it("of a client is not served by its agency's tools at the client's word, nor shows what is in them", async () => {
    await h.call('cleo', 'integrations.disconnectTool', { company_id: brightSmiles.id, integration_id: 'sendgrid' })
    await connect('ada', northlight.id)
    const campaign = await h.newCampaign()
    expect((await choose('cleo', campaign, [])).status).toBe(409)
    const asked = { company_id: brightSmiles.id, campaign_id: campaign.number }
    expect((await h.call('cleo', 'integrations.sendgridLists', asked)).status).toBe(409)
    // Whose tool it is decides what is shown, and the client has none of its own.
    expect((await h.call('ada', 'integrations.sendgridLists', asked)).status).toBe(409)
    const agencys = { ...asked, company_id: northlight.id }
    const { body: lists } = await h.call('ada', 'integrations.sendgridLists', agencys)
    expect(lists.result).toEqual(sendgrid.lists())
    expect((await h.call('cleo', 'integrations.sendgridLists', agencys)).status).toBe(403)
    const foreign = { ...agencys, campaign_id: h.cast.campaigns.peak.number }
    expect((await h.call('ada', 'integrations.sendgridLists', foreign)).status).toBe(404)
    const [list] = sendgrid.lists()
    expect((await choose('ada', campaign, [list?.id ?? ''])).status).toBe(200)
    const seen = async (who: 'ada' | 'cleo') => {
      const { body } = await h.call(who, 'integrations.campaignTools', { leadspeekID: campaign.number })
      return body.data.map((tool) => [tool.enabled, tool.of_agency, tool.changeable, tool.values, tool.owner_id])
    }
    expect(await seen('ada')).toEqual([['T', 'T', 'T', { lists: [list?.id] }, northlight.id]])
    expect(await seen('cleo')).toEqual([['T', 'T', 'F', {}, '']])
    expect((await choose('cleo', campaign, [], 'F')).status).toBe(409)
  })

  it('stands in the audit log with what was chosen', async () => {
    await connect('cleo', brightSmiles.id)
    const campaign = await h.newCampaign()
    const [list] = sendgrid.lists()
    expect((await choose('cleo', campaign, [list?.id ?? ''])).status).toBe(200)
    expect((await choose('cleo', campaign, [], 'F')).status).toBe(200)
    await h.drain()
    const lines = await h.db.auditLog.latest(
      { tenantId: northlight.id, userId: undefined, from: clock - 1, to: clock + 1 },
      20,
    )
    const ofCampaign = lines.filter(({ campaignId }) => campaignId === campaign.id)
    expect(ofCampaign.map(({ before, after }) => [before?.lists, after?.lists])).toEqual(
      expect.arrayContaining([
        [undefined, list?.id],
        [list?.id, ''],
      ]),
    )
    // A line with a list in place of a text lay among the dead letters, and is written when it is sent back.
    const earlier = { ...ofCampaign[0], id: 'log_of_a_list', after: { lists: ['one', 'two'] } }
    await h.services.queues.send('writeAuditLog', earlier as never)
    await h.drain()
    const since = await h.db.auditLog.latest({ tenantId: northlight.id, from: clock - 1, to: clock + 1 }, 20)
    expect(since.find(({ id: each }) => each === earlier.id)?.after).toEqual({ lists: 'one, two' })
  })

  it('INT-09+ sends only its own leads, and none once it is switched off', async () => {
    const { campaign, lead, message, find } = await oneOnItsWay()
    const other = await h.newCampaign()
    const { destinationsOf } = await import('#functions/domain/deliveries/destinations.ts')
    expect((await destinationsOf(h.services, campaign)).map(({ kind }) => kind)).toContain('sendgrid')
    expect((await destinationsOf(h.services, other)).map(({ kind }) => kind)).not.toContain('sendgrid')
    await choose('cleo', campaign, [], 'F')
    await deliver(message)
    expect([(await find()).state, puts().length]).toEqual(['skipped', 0])
    expect(lead.id).toBe(message.leadId)
  })

  it('INT-09+ goes where the last one chose who saw what there was: of two the second is told, also when it was switched off', async () => {
    await connect('cleo', brightSmiles.id)
    const campaign = await h.newCampaign()
    const [one = '', two = ''] = sendgrid.lists().map(({ id: list }) => list)
    const save = (who: 'ada' | 'cleo', lists: string[], enabled: 'T' | 'F', seen?: object) =>
      h.call(who, 'integrations.chooseTool', {
        leadspeekID: campaign.number,
        integration_slug: 'sendgrid',
        enabled,
        values: { lists },
        ...(seen && { seen }),
      })
    const keep = () =>
      h.db.toolChoice.find({ companyId: campaign.companyId, campaignId: campaign.id, slug: 'sendgrid' })
    expect((await save('cleo', [one], 'T', { enabled: 'F', values: {} })).status).toBe(200)
    const seen = { enabled: 'T', values: { lists: [one] } }
    expect((await save('cleo', [two], 'T', seen)).status).toBe(200)
    const late = await save('cleo', [one, two], 'T', seen)
    expect([late.status, Object.keys(late.body.fields ?? {})]).toEqual([409, ['values']])
    expect((await keep())?.values).toEqual({ lists: [two] })
    expect((await save('cleo', [], 'F', { enabled: 'T', values: { lists: [two] } })).status).toBe(200)
    const again = await save('cleo', [one], 'T', { enabled: 'T', values: { lists: [two] } })
    expect([again.status, Object.keys(again.body.fields ?? {}), (await keep())?.isEnabled]).toEqual([
      409,
      ['enabled'],
      false,
    ])
    // Who was told and means it, and two in the same instant.
    expect((await save('cleo', [one], 'T')).status).toBe(200)
    const both = await Promise.all([save('cleo', [two], 'T', seen), save('cleo', [one, two], 'T', seen)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('INT-09+ refuses more lists than it may have, and choices that there are none of', async () => {
    await connect('cleo', brightSmiles.id)
    const campaign = await h.newCampaign()
    const many = Array.from({ length: 11 }, (_, index) => `list-${index}`)
    const { status, body } = await choose('cleo', campaign, many)
    expect([status, body.fields]).toEqual([422, { lists: 'Choose at most 10.' }])
  })
})

describe('a tool that answers 200 to everything', () => {
  it('INT-32+ is not said to have taken what it refuses, in the history, the list of what failed and the mail', async () => {
    const campaign = await h.newCampaign()
    const { companyId, id: campaignId, agencyId } = campaign
    const settings = { ...h.tools.kartra.demonstration }
    const named = { company_id: companyId, integration_id: 'kartra' } as const
    await h.call('cleo', 'integrations.connectTool', { company_id: companyId, integration_slug: 'kartra', settings })
    const values = { lists: ['A list that was removed'] }
    await h.db.toolChoice.set({ companyId, campaignId, slug: 'kartra', ownerId: companyId, isEnabled: true, values })
    const lead = await h.newLead(campaign)
    const destination: Destination = { kind: 'kartra', id: 'kartra', companyId, scope: campaignId, name: 'Kartra' }
    const message = { companyId, campaignId, agencyId, leadId: lead.id, leadAt: lead.createdAt, destination }
    const { queues } = h.services
    const mails: string[] = []
    const send: typeof queues.send = async (job, wanted, more) => {
      if (job === 'sendMail') mails.push(JSON.stringify(wanted))
      else await queues.send(job, wanted, more)
    }
    h.tools.kartra.fail('garbage')
    await h.deliver({ ...h.services, queues: { ...queues, send } }, message, 0)
    h.setClock(clock + MINUTE)
    await h.deliver({ ...h.services, queues: { ...queues, send } }, message, 0)
    const { body } = await h.call('cleo', 'integrations.deliveryHistory', named)
    expect(body.data.map(({ outcome, status, reason }) => [outcome, status, reason])).toEqual([
      ['failed', 0, 'List does not exist'],
      ['waiting', 0, 'Kartra answered something that could not be read.'],
    ])
    const failed = await h.call('cleo', 'integrations.failedDeliveries', { leadspeekID: campaign.number })
    expect(failed.body.data[0]?.attempts.map(({ message: said }) => said).at(-1)).toBe('List does not exist')
    expect([mails.length > 0, mails.filter((mail) => mail.includes('took it'))]).toEqual([true, []])
  })
})

describe('a tool that takes so many calls in a second', () => {
  it('INT-33+ is not asked for more: the lead waits for the next one, and loses no try', async () => {
    const { companyId, id: campaignId } = await h.newCampaign()
    const settings = h.tools.kartra.demonstration
    const connecting = { company_id: companyId, integration_slug: 'kartra', settings: { ...settings } } as const
    expect((await h.call('cleo', 'integrations.connectTool', connecting)).status).toBe(200)
    const choice = { companyId, campaignId, slug: 'kartra', ownerId: companyId, isEnabled: true, values: {} } as const
    await h.db.toolChoice.set(choice)
    const campaign = await h.db.campaign.get(companyId, campaignId)
    const destination: Destination = { kind: 'kartra', id: 'kartra', companyId, scope: campaignId, name: 'Kartra' }
    const send = async (lead: { id: string; createdAt: number }) =>
      h.deliver(
        h.services,
        { companyId, campaignId, agencyId: campaign.agencyId, leadId: lead.id, leadAt: lead.createdAt, destination },
        0,
      )
    // Those of all tenants count together.
    for (let each = 0; each < 10; each++) await h.db.guard.count('tool', 'kartra', 1000, clock)
    h.tools.kartra.clear()
    // Nor by people who look what there is to choose.
    const asked = { company_id: companyId, campaign_id: campaignId } as const
    const looked = await h.call('cleo', 'integrations.kartraLists', asked)
    expect([looked.status, looked.body.message]).toEqual([409, expect.stringContaining('asked too much')])
    const lead = await h.newLead(campaign)
    expect(await send(lead)).toBe('waits for its tool')
    expect(h.tools.kartra.received()).toEqual([])
    h.setClock(clock + 2000)
    expect(await send(lead)).toBe('delivered (200)')
    const found = await h.db.delivery.find({ companyId, campaignId }, lead.id, 'kartra')
    expect([found?.tries, found?.attempts.length]).toEqual([0, 1])
  })

  it('INT-33+ leaves a part of what it takes to every company, no matter how much another one sends', async () => {
    const { waitForPace } = await import('#functions/domain/integrations/pace.ts')
    const { pace } = await h.services.tools.adapter('kartra')
    const at = clock + HOUR
    h.setClock(at)
    const ask = (companyId: string) => waitForPace(h.services, { companyId, slug: 'kartra' }, pace)
    const busy: number[] = []
    for (let each = 0; each < 12; each++) busy.push(await ask(northlight.id))
    expect(busy).toEqual([0, 0, 0, 0, 0, ...Array(5).fill(at + 1000), at + 2000, at + 2000])
    const others: number[] = []
    for (let each = 0; each < 5; each++) others.push(await ask(brightSmiles.id))
    expect(others).toEqual(Array(5).fill(0))
    // All together are no more than the tool takes.
    expect(await ask(h.cast.harbor.id)).toBe(at + 1000)
  })
})

describe('a tool with which our own account is at fault', () => {
  it('INT-33+ is reported without its words; leads that wait for it fail after six days, are told of, and can be sent again', async () => {
    const { companyId, id: campaignId, agencyId } = await h.newCampaign()
    const { kartra } = h.tools
    const settings = { ...kartra.demonstration }
    kartra.clear()
    await h.call('cleo', 'integrations.connectTool', { company_id: companyId, integration_slug: 'kartra', settings })
    await h.db.toolChoice.set({
      companyId,
      campaignId,
      slug: 'kartra',
      ownerId: companyId,
      isEnabled: true,
      values: {},
    })
    const campaign = await h.db.campaign.get(companyId, campaignId)
    const destination: Destination = { kind: 'kartra', id: 'kartra', companyId, scope: campaignId, name: 'Kartra' }
    const reported: string[] = []
    const mails: string[] = []
    const deps = {
      ...h.services,
      report: (what: string) => void reported.push(what),
      queues: {
        ...h.services.queues,
        send: async (job: string, message: object) => void (job === 'sendMail' && mails.push(JSON.stringify(message))),
      },
    }
    const send = (lead: { id: string; createdAt: number }) =>
      h.deliver(deps, { companyId, campaignId, agencyId, leadId: lead.id, leadAt: lead.createdAt, destination }, 0)
    kartra.disallow()
    for (let each = 0; each < 5; each++) expect(await send(await h.newLead(campaign))).toBe('waits after 1 tries (0)')
    expect(reported).toEqual(Array(5).fill('our own account with kartra'))
    const lead = await h.newLead(campaign)
    const find = () => h.db.delivery.find({ companyId, campaignId }, lead.id, 'kartra')
    expect(await send(lead)).toBe('waits for its tool')
    const [connection] = await h.db.tool.list(companyId)
    if (!connection) throw new Error('It is not connected.')
    // Others are tried after each pause, and this one is never the first.
    for (let days = 1; days <= 5; days++) {
      h.setClock(clock + days * DAY)
      await h.db.tool.probe({ ...connection, failures: 5 }, clock + days * DAY, clock + days * DAY + MINUTE)
      expect(await send(lead)).toBe('waits for its tool')
    }
    h.setClock(clock + 6 * DAY)
    await h.db.tool.probe({ ...connection, failures: 5 }, clock + 6 * DAY, clock + 6 * DAY + MINUTE)
    expect(await send(lead)).toBe('failed (0)')
    expect(await find()).toMatchObject({
      state: 'failed',
      attempts: [{ words: expect.stringContaining('sent again') }],
    })
    expect(mails.some((mail) => mail.includes('leadsLost'))).toBe(true)
    kartra.disallow(false)
    await h.call('cleo', 'integrations.replayDeliveries', { leadspeekID: campaign.number })
    h.setClock(clock + 6 * DAY + 2 * MINUTE)
    await h.drain()
    expect(await find()).toMatchObject({ state: 'delivered' })
    clock += 8 * DAY
  })
})

describe('a lead on its way to SendGrid', () => {
  it('INT-10+ INT-28+ arrives with exactly what it takes, and its history has the job', async () => {
    const { message, find, lead, list } = await oneOnItsWay()
    await deliver(message)
    const [letter, ...more] = puts()
    expect(more).toEqual([])
    expect(letter?.body).toEqual({
      list_ids: [list?.id],
      contacts: [
        {
          email: lead.person.email,
          first_name: 'Nora',
          phone_number: '+13125550111',
        },
      ],
    })
    const { state, attempts } = await find()
    expect([state, attempts[0]?.status, attempts[0]?.words]).toEqual([
      'delivered',
      202,
      expect.stringMatching(/queued the contact\. \([\w-]{36}\)$/),
    ])
    const named = { company_id: brightSmiles.id, integration_id: 'sendgrid' } as const
    const { body } = await h.call('cleo', 'integrations.deliveryHistory', named)
    expect(body.data[0]).toMatchObject({ outcome: 'delivered', reason: 'The receiver took it (202).' })
    // A message that comes again sends nothing again.
    await deliver(message)
    expect(puts()).toHaveLength(1)
  })

  it('INT-28+ that it takes and refuses afterwards has failed, says why, and is looked at once it was sent again too', async () => {
    const { message, find, lead } = await oneOnItsWay()
    sendgrid.fail('job fails')
    await deliver(message)
    const taken = await find()
    expect(taken.state).toBe('delivered')
    const looks = () => sendgrid.received().filter(({ path }) => path.includes('/imports/'))
    const job = /\(([\w-]{36})\)$/.exec(taken.attempts[0]?.words ?? '')?.[1] ?? ''
    const asked = { ...message, endedAt: taken.endedAt, lookAt: job, look: 0 }
    expect(await lookAtDelivery(h.services, asked)).toBe('still under way')
    expect((await find()).state).toBe('delivered')
    h.setClock(clock + 5 * MINUTE)
    expect(await lookAtDelivery(h.services, { ...asked, look: 1 })).toBe('it waits until its tool says what came of it')
    await h.drain()
    const refused = await find()
    expect([refused.state, refused.attempts.map(({ words }) => words)]).toEqual([
      'failed',
      [
        expect.stringContaining('queued the contact'),
        'SendGrid took the contact and refused it afterwards: its import ended as “errored” (errored_count 1).',
      ],
    ])
    // It is listed, told of, and counted as lost; the same look again finds nothing to do.
    const named = { company_id: brightSmiles.id, integration_id: 'sendgrid' } as const
    const { body } = await h.call('cleo', 'integrations.deliveryHistory', { ...named, outcome: 'failed' })
    expect(body.data[0]?.reason).toContain('“errored”')
    expect(await lookAtDelivery(h.services, { ...asked, look: 1 })).toBe('it was sent again, or is gone')
    expect(looks()).toHaveLength(3)
    // Sent again it is a delivery of its own.
    h.setClock(clock + HOUR)
    expect(await h.db.delivery.replay(refused, h.services.now())).toBe(true)
    await deliver(message)
    const again = await find()
    expect([again.state, [...sendgrid.contacts().keys()]]).toEqual(['delivered', [lead.person.email.toLowerCase()]])
    expect(await lookAtDelivery(h.services, asked)).toBe('it was sent again, or is gone')
    const second = /\(([\w-]{36})\)$/.exec(again.attempts.at(-1)?.words ?? '')?.[1] ?? ''
    const later = { ...message, endedAt: again.endedAt, lookAt: second, look: 0 }
    expect(await lookAtDelivery(h.services, later)).toBe('still under way')
    expect(await lookAtDelivery(h.services, { ...later, look: 1 })).toBe('done')
    expect((await find()).state).toBe('delivered')
  })

  it('INT-28+ is looked at with pace', async () => {
    const { message, find } = await oneOnItsWay()
    await deliver(message)
    const { endedAt, attempts } = await find()
    const job = /\(([\w-]{36})\)$/.exec(attempts[0]?.words ?? '')?.[1] ?? ''
    const asked = { ...message, endedAt, lookAt: job, look: 0 }
    expect(await lookAtDelivery(h.services, asked)).toBe('still under way')
    // Those of other leads of the company.
    const subject = `${message.companyId}#sendgrid`
    for (let each = 1; each < 120; each++) await h.db.guard.count('tool-look', subject, MINUTE, clock)
    // Whose turn does not come is asked later, and has its last question still.
    const last = { ...asked, look: 4 }
    expect(await lookAtDelivery(h.services, last)).toBe('waits for its tool')
    expect(sendgrid.received().filter(({ path }) => path.includes('/imports/'))).toHaveLength(1)
    expect((await find()).state).toBe('delivered')
  })

  it('INT-28+ is not looked at where more are sent than can be: nothing of it waits, and it stays delivered', async () => {
    const { message, find } = await oneOnItsWay()
    await deliver(message)
    const { endedAt, lookAt } = await find()
    const { count } = h.db.guard
    // As after an hour of far too many, without counting each of them here.
    h.db.guard.count = async () => 120 * 62
    const sent: string[] = []
    const queues = { ...h.services.queues, send: async (job: string) => void sent.push(job) }
    const said = await lookAtDelivery({ ...h.services, queues }, { ...message, endedAt, lookAt: lookAt ?? '', look: 0 })
    h.db.guard.count = count
    expect([said, sent]).toEqual([expect.stringMatching(/^SendGrid took the lead\. More are sent there/), []])
    expect(await find()).toMatchObject({ state: 'delivered', lookAt })
  })

  it('CMP-59+ INT-10+ lost leads are told by one mail a day for each person, with their number and the reason of the first', async () => {
    const { message, campaign, find } = await oneOnItsWay()
    const { email } = h.cast.users.cleo
    const told = async () => {
      const mails = await h.mailsTo(email)
      return mails.flatMap(({ subject, text }) =>
        subject.includes('could not be delivered') ? [{ subject, text }] : [],
      )
    }
    const before = (await told()).length
    // The mail waits for others of a burst: here it leaves when all of them have failed.
    const { queues } = h.services
    const services: typeof h.services = {
      ...h.services,
      queues: { ...queues, send: (job, wanted, more) => queues.send(job, wanted, { ...more, delaySeconds: 0 }) },
    }
    sendgrid.fail(422, { times: 30, method: 'PUT' })
    await h.deliver(services, message, 0)
    for (let each = 1; each < 12; each++) {
      const lead = await h.newLead(campaign)
      await h.deliver(services, { ...message, leadId: lead.id, leadAt: lead.createdAt }, 0)
    }
    expect((await find()).state).toBe('failed')
    const [mail, ...more] = (await told()).slice(0, -before || undefined)
    expect([mail?.subject, more]).toEqual(['12 leads could not be delivered to SendGrid', []])
    expect(mail?.text).toContain('Asked to answer 422.')
    const { body } = await h.call('cleo', 'account.notices', {})
    const now = new Date(h.services.now()).toISOString()
    const noticed = body.data.filter(({ kind, at }) => kind === 'leadsLost' && at === now)
    expect(noticed).toHaveLength(1)
    // The next day is told anew.
    h.setClock(clock + DAY)
    const lead = await h.newLead(campaign)
    await h.deliver(services, { ...message, leadId: lead.id, leadAt: lead.createdAt }, 0)
    expect((await told()).length).toBe(before + 2)
    expect((await told())[0]?.subject).toBe('A lead could not be delivered to SendGrid')
  })

  it('CMP-59+ INT-10+ the mail of lost leads counts each lead of its day once, also the first, and nothing else', async () => {
    const { message, campaign, lead } = await oneOnItsWay()
    const midnight = Math.ceil(clock / DAY) * DAY
    let at = midnight - 4 * MINUTE
    h.setClock(at)
    const { queues } = h.services
    const mails: Parameters<typeof queues.send<'sendMail'>>[1][] = []
    // Time passes between a failure and what is done about it.
    const services: typeof h.services = {
      ...h.services,
      now: () => (at += 5),
      queues: {
        ...queues,
        // @NOTE the message is that of the job it is sent to.
        send: async (job, wanted, more) =>
          job === 'sendMail' ? void mails.push(wanted as (typeof mails)[number]) : queues.send(job, wanted, more),
      },
    }
    sendgrid.fail(422, { times: 30, method: 'PUT' })
    const begun = at
    await h.deliver(services, message, 0)
    const other = await h.newLead(campaign)
    await h.deliver(services, { ...message, leadId: other.id, leadAt: other.createdAt }, 0)
    const { companyId, campaignId } = message
    const failed = (leadId: string, when: number) =>
      h.db.deliveryTry.add({
        ownerId: companyId,
        destinationId: 'sendgrid',
        outcome: 'failed',
        at: when,
        companyId,
        campaignId,
        leadId,
        leadAt: lead.createdAt,
        status: 422,
      })
    // Another worker was slower to tell of its lead; one ended before it had said that its try was over; an event is no lead.
    await failed('led_01JD0000000000000000000001', begun - 1)
    await failed(lead.id, at + 1)
    await failed('evt_01JD0000000000000000000002', at + 2)
    // Of the next day another mail tells, though this one is made later.
    await failed('led_01JD0000000000000000000003', midnight + MINUTE)
    h.setClock(midnight + 11 * MINUTE)
    for (const mail of mails) await queues.send('sendMail', mail)
    const [newest] = await h.mailsTo(h.cast.users.cleo.email)
    expect(newest?.subject).toBe('3 leads could not be delivered to SendGrid')
  })

  it('CMP-59+ INT-10+ a lead that had arrived and fails when it is sent again is not lost: no mail tells of it or counts it', async () => {
    const { message, campaign, find, lead } = await oneOnItsWay()
    const { queues } = h.services
    const services: typeof h.services = {
      ...h.services,
      queues: { ...queues, send: (job, wanted, more) => queues.send(job, wanted, { ...more, delaySeconds: 0 }) },
    }
    const told = async () =>
      (await h.mailsTo(h.cast.users.cleo.email)).flatMap(({ subject }) =>
        subject.includes('could not be delivered') ? [subject] : [],
      )
    const lost = async () =>
      (await h.db.leadTally.sum(campaign, lead.visitedAt - 2 * HOUR, lead.visitedAt + 2 * HOUR)).undelivered
    const before = (await told()).length
    await h.deliver(services, message, 0)
    // It had arrived: SendGrid says so.
    const { endedAt, lookAt } = await find()
    for (const [look, says] of ['still under way', 'done'].entries())
      expect(await lookAtDelivery(services, { ...message, endedAt, lookAt: lookAt ?? '', look })).toBe(says)
    for (let again = 0; again < 2; again++) {
      h.setClock(h.services.now() + MINUTE)
      expect(await h.db.delivery.replay(await find(), h.services.now())).toBe(true)
      sendgrid.fail(422, { method: 'PUT' })
      await h.deliver(services, message, 0)
      expect((await find()).state).toBe('failed')
    }
    expect([await told(), await lost()]).toMatchObject([{ length: before }, 0])
    const other = await h.newLead(campaign)
    sendgrid.fail(422, { method: 'PUT' })
    await h.deliver(services, { ...message, leadId: other.id, leadAt: other.createdAt }, 0)
    expect(await told()).toHaveLength(before + 1)
    expect([(await told())[0], await lost()]).toEqual(['A lead could not be delivered to SendGrid', 1])
  })

  it('INT-28+ is skipped without an address', async () => {
    const { campaign, message } = await oneOnItsWay()
    const lead = await h.newLead(campaign, { email: '' })
    await deliver({ ...message, leadId: lead.id, leadAt: lead.createdAt })
    const found = await h.db.delivery.find(
      { companyId: campaign.companyId, campaignId: campaign.id },
      lead.id,
      'sendgrid',
    )
    expect([found?.state, found?.attempts[0]?.words]).toEqual(['skipped', 'The lead has no e-mail address.'])
  })

  it.each([
    [429, 'waiting', 'asked'],
    [500, 'waiting', 'planned'],
    ['garbage', 'waiting', 'planned'],
    ['refused', 'waiting', 'planned'],
    [422, 'failed', 'never'],
  ] as const)('INT-10+ that fails with %s is %s', async (failure, state, next) => {
    const { message, find } = await oneOnItsWay()
    sendgrid.fail(failure, failure === 429 ? { retryAfter: '7200' } : {})
    await deliver(message)
    const found = await find()
    expect(found.state).toBe(state)
    if (next === 'asked') expect(found.nextAt - h.services.now()).toBe(2 * HOUR)
    if (next === 'planned') expect(found.nextAt - h.services.now()).toBeLessThan(MINUTE)
    if (state === 'failed') return
    h.setClock(found.nextAt)
    await deliver(message)
    expect((await find()).state).toBe('delivered')
  })

  it('INT-10+ whose answer was lost is sent again, and is one contact there', async () => {
    const { message, find, lead } = await oneOnItsWay()
    sendgrid.fail('answer lost')
    await deliver(message)
    h.setClock((await find()).nextAt)
    await deliver(message)
    expect([(await find()).state, puts().length, [...sendgrid.contacts().keys()]]).toEqual([
      'delivered',
      2,
      [lead.person.email.toLowerCase()],
    ])
  })
})

describe('a tool that does not know us any more', () => {
  it('is told of once; its leads wait, and leave when somebody connects it again', async () => {
    const { campaign, message, find } = await oneOnItsWay()
    const other = await h.newLead(campaign)
    const second = { ...message, leadId: other.id, leadAt: other.createdAt }
    sendgrid.revoke()
    const before = (await h.mailsTo(h.cast.users.cleo.email)).length
    // Two at once: one finds it out.
    await Promise.all([deliver(message), deliver(second)])
    expect((await find()).state).toBe('waiting')
    expect((await find()).tries).toBe(0)
    // Who looks at the lead reads what it waits for, and until when.
    const { timeline } = (
      await h.call('cleo', 'leads.get', {
        clientId: campaign.companyId,
        leadspeekID: campaign.number,
        storedAt: new Date(message.leadAt).toISOString(),
        leadId: message.leadId,
      })
    ).body
    expect(timeline.at(-1)).toMatchObject({ step: 'held', destination: 'SendGrid' })
    const mails = (await h.mailsTo(h.cast.users.cleo.email)).slice(0, -before || undefined)
    expect(mails.map(({ subject }) => subject)).toEqual(['SendGrid has to be connected again'])
    const { body } = await h.call('cleo', 'integrations.tool', {
      company_id: brightSmiles.id,
      integration_id: 'sendgrid',
    })
    expect([body.data.connected, body.data.lost_reason]).toEqual(['F', expect.stringContaining('revoked')])
    // Nothing is asked while it waits.
    const asked = sendgrid.received().length
    h.setClock(h.services.now() + HOUR)
    await deliver(message)
    expect(sendgrid.received()).toHaveLength(asked)
    sendgrid.revoke(false)
    await connect('cleo', brightSmiles.id, sendgridKey)
    await h.drain()
    expect((await find()).state).toBe('delivered')
    expect(sendgrid.contacts().size).toBe(2)
  })

  it('gets its leads also where the call that connects it again crashed before it said so, and not before it is connected', async () => {
    const { message, find } = await oneOnItsWay()
    sendgrid.revoke()
    expect(await deliver(message)).toBe('waits for its tool')
    const sent: [string, object, object][] = []
    const queues: typeof h.services.queues = {
      ...h.services.queues,
      async send(job, about, options = {}) {
        if (job === 'releaseDeliveries' && !options.delaySeconds) throw new Error('ended')
        sent.push([job, about, options])
      },
    }
    const kept = { companyId: brightSmiles.id, kind: 'sendgrid' } as const
    await h.services.queues.send('releaseDeliveries', kept)
    await h.drain()
    expect((await find()).heldFor).not.toBe('')
    sendgrid.revoke(false)
    const { connectByKeys } = await import('#functions/domain/connections/connect.ts')
    const typed = { api_key: sendgridKey }
    const connecting = connectByKeys({ ...h.services, queues }, brightSmiles.id, tools.sendgrid, typed)
    await expect(connecting).rejects.toThrow('ended')
    expect(sent).toEqual([['releaseDeliveries', kept, { delaySeconds: 60 }]])
    await h.services.queues.send('releaseDeliveries', kept)
    await h.drain()
    expect(await find()).toMatchObject({ state: 'delivered' })
  })

  it('is told of to nobody who connected it again, or ended it, while a lead was on its way', async () => {
    const { campaign } = await oneOnItsWay()
    const read = await h.db.tool.find({ companyId: brightSmiles.id, slug: 'sendgrid' })
    if (!read) throw new Error('It is not connected.')
    const { onToolFault } = await import('#functions/domain/integrations/adapters/fault.ts')
    const before = (await h.mailsTo(h.cast.users.cleo.email)).length
    const refused = () =>
      onToolFault(h.services, read, { campaign, isTest: false }, new ToolFault('disconnected', 'Who are you?'))
    expect((await connect('cleo', brightSmiles.id)).status).toBe(200)
    expect(await refused()).toMatchObject({ end: 'retry' })
    await h.db.tool.disconnect(read)
    expect(await refused()).toMatchObject({ end: 'skipped' })
    await h.drain()
    expect((await h.mailsTo(h.cast.users.cleo.email)).length).toBe(before)
  })

  it('fails its leads after 24 hours, and they can be sent again', async () => {
    const { campaign, message, find } = await oneOnItsWay()
    sendgrid.revoke()
    await deliver(message)
    h.setClock((await find()).nextAt)
    await deliver(message)
    expect((await find()).state).toBe('failed')
    sendgrid.revoke(false)
    await connect('cleo', brightSmiles.id, sendgridKey)
    await h.call('ada', 'integrations.replayDeliveries', { leadspeekID: campaign.number })
    await h.drain()
    expect((await find()).state).toBe('delivered')
  })
})

describe('a tool that fails again and again', () => {
  const found = async () => {
    const row = await h.db.tool.find({ companyId: brightSmiles.id, slug: 'sendgrid' })
    if (!row) throw new Error('It is not connected.')
    return row
  }

  it('is left alone after five failures, for longer each time, and asked once in between', async () => {
    const { campaign, message } = await oneOnItsWay()
    sendgrid.fail(500, { times: 6 })
    const leads = await Promise.all(Array.from({ length: 8 }, () => h.newLead(campaign)))
    const messages = leads.map((lead) => ({ ...message, leadId: lead.id, leadAt: lead.createdAt }))
    for (const each of messages) await deliver(each)
    expect(puts()).toHaveLength(5)
    h.setClock(h.services.now() + MINUTE)
    // The probe fails too: it is left alone for twice as long.
    for (const each of messages.slice(5)) await deliver(each)
    expect(puts()).toHaveLength(6)
    h.setClock(h.services.now() + 2 * MINUTE)
    for (const each of messages.slice(6)) await deliver(each)
    expect(puts()).toHaveLength(8)
    const row = await found()
    expect([row.failures, row.openUntil]).toEqual([0, 0])
  })

  it('counts what failed together as one reason for a short pause, and is asked once after it', async () => {
    const { campaign, message } = await oneOnItsWay()
    const read = await found()
    await Promise.all(Array.from({ length: 30 }, () => h.db.tool.fail(read, clock)))
    expect(await found()).toMatchObject({ failures: 5, openUntil: clock + MINUTE })
    h.setClock(clock + MINUTE)
    sendgrid.fail(500)
    const leads = await Promise.all(Array.from({ length: 4 }, () => h.newLead(campaign)))
    await Promise.all(leads.map((lead) => deliver({ ...message, leadId: lead.id, leadAt: lead.createdAt })))
    expect(puts()).toHaveLength(1)
    expect(await found()).toMatchObject({ failures: 6, openUntil: clock + 3 * MINUTE })
  })

  it('is as unwell as before after a lead that it was not asked for, and well after one that it refuses', async () => {
    const { campaign, message, list } = await oneOnItsWay()
    const read = await found()
    for (let each = 0; each < 5; each++) await h.db.tool.fail(read, clock)
    await h.db.tool.countFailure(read, clock, campaign)
    h.setClock(clock + MINUTE)
    const nobody = await h.newLead(campaign, { email: '' })
    await deliver({ ...message, leadId: nobody.id, leadAt: nobody.createdAt })
    // The one try after the pause is left to the next lead.
    expect(await found()).toMatchObject({ failures: 5, openUntil: 0, failingSince: clock, failedTries: 1 })
    sendgrid.setLists(['Another list'])
    await deliver(message)
    expect(await found()).toMatchObject({ failures: 0, openUntil: 0, failingSince: clock, failedTries: 2 })
    sendgrid.setLists([list?.name ?? ''])
  })

  it('is asked by one alone after its pause, for as long as a try may take', async () => {
    await oneOnItsWay()
    const read = await found()
    for (let each = 0; each < 5; each++) await h.db.tool.fail(read, clock)
    const { waitForTool } = await import('#functions/domain/integrations/pace.ts')
    const ask = async (at: number) => {
      h.setClock(at)
      return (await waitForTool(h.services, await found(), undefined, { isTest: false })).end
    }
    const { timeoutSeconds } = jobs.deliverLead
    const began = clock + MINUTE
    expect([await ask(began), await ask(began + timeoutSeconds * 1000)]).toEqual(['go', 'hold'])
    // Nothing was heard of it.
    expect(await ask(began + 2 * MINUTE)).toBe('go')
  })

  it('is tested nevertheless, and a test that fails counts for nothing', async () => {
    const { campaign } = await oneOnItsWay()
    const read = await found()
    for (let each = 0; each < 5; each++) await h.db.tool.fail(read, clock)
    const asked = { company_id: campaign.companyId, campaign_id: campaign.number }
    const test = () => h.call('cleo', 'campaigns.sendTestLead', asked)
    sendgrid.fail(500)
    await test()
    expect(puts()).toHaveLength(1)
    expect(await found()).toMatchObject({ failures: 5, openUntil: clock + MINUTE, failingSince: 0 })
    h.setClock(clock + MINUTE)
    await test()
    expect(await found()).toMatchObject({ failures: 0, openUntil: 0 })
  })
})
