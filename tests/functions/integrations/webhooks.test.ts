// Webhooks as people keep them, and what may be one.
import { describe, expect, it } from 'vitest'
import { changeWebhook } from '#functions/domain/integrations/add-webhook.ts'
import { rollSecret } from '#functions/domain/integrations/webhooks.ts'
import { openWebhooks, WebhookFault } from '#functions/gateways/webhooks.ts'
import { startWebhookReceiver } from '#infra/local/doubles/webhook-receiver.ts'
import type { Input } from '#shared/contracts/index.ts'
import { DAY } from '#shared/dates.ts'
import { startAnswering } from '#tests/support/answering.ts'
import { startDeliveries } from './stage.ts'

const h = await startDeliveries()
const { receiver } = h
const { brightSmiles, northlight } = h.cast
const url = 'http://localhost:9/hooks/abcdefgh1234'

describe('webhooks', () => {
  it('INT-46 INT-47 are listed by campaign and by agency, by host and end alone', async () => {
    const campaign = await h.newCampaign()
    const own = { company_id: brightSmiles.id, campaign_id: campaign.number, url, label: 'CRM' }
    const { body } = await h.call('cleo', 'integrations.addWebhook', own)
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const input = { company_id: brightSmiles.id, campaign_id: campaign.number }
    const { body: listed } = await h.call('cleo', 'integrations.campaignWebhooks', input)
    expect(listed).toMatchObject({ inherited: 'F', tags: [], webhooks: [{ label: 'CRM', enabled: 'T' }] })
    expect(listed.webhooks[0]?.url).toBe('http://localhost:9/••••1234')
    const ofAgency = { company_id: northlight.id, campaign_id: 'all', url }
    expect((await h.call('ada', 'integrations.addWebhook', ofAgency)).status).toBe(200)
    const { body: agency } = await h.call('ada', 'integrations.agencyWebhooks', { company_id: northlight.id })
    expect(agency.webhooks).toHaveLength(1)
  })

  it('lie sealed: neither address nor secret can be read in the table', async () => {
    const campaign = await h.newCampaign()
    const asked = { company_id: brightSmiles.id, campaign_id: campaign.number, url }
    const { body } = await h.call('ada', 'integrations.addWebhook', asked)
    const [row] = await h.db.webhook.list({ companyId: brightSmiles.id, scope: campaign.id })
    const text = JSON.stringify(row)
    expect(text).not.toContain('abcdefgh')
    expect(text).not.toContain(body.secret)
  })

  it("a client is not shown its agency's, although they serve its campaigns", async () => {
    const campaign = await h.newCampaign()
    const input = { company_id: brightSmiles.id, campaign_id: campaign.number }
    const seen = async (who: 'ada' | 'cleo') => {
      const { body } = await h.call(who, 'integrations.campaignWebhooks', input)
      return [body.inherited, body.webhooks.length]
    }
    expect([await seen('ada'), await seen('cleo')]).toEqual([
      ['T', 1],
      ['T', 0],
    ])
  })

  it('are told of what two people chose, each beside the other, at once too', async () => {
    const campaign = await h.newCampaign()
    const at = { company_id: brightSmiles.id, campaign_id: campaign.number }
    await h.call('ada', 'integrations.addWebhook', { ...at, url, events: ['lead.created'] })
    const kept = async () => (await h.db.webhook.list({ companyId: brightSmiles.id, scope: campaign.id }))[0]
    const webhook_id = (await kept())?.id ?? ''
    type Events = Input<'integrations.changeWebhook'>['events']
    const save = (who: 'ada' | 'cleo', events: Events, seen: Events) =>
      h.call(who, 'integrations.changeWebhook', { ...at, webhook_id, events, seen: { events: seen } })
    for (let round = 0; round < 3; round++) {
      await h.call('ada', 'integrations.changeWebhook', { ...at, webhook_id, events: ['lead.created'] })
      const answers = await Promise.all([
        save('ada', ['lead.created', 'lead.credited'], ['lead.created']),
        save('cleo', ['lead.created', 'campaign.status_changed'], ['lead.created']),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect([...((await kept())?.events ?? [])].sort()).toEqual([
        'campaign.status_changed',
        'lead.created',
        'lead.credited',
      ])
    }
    // And what one takes out stays out, where the other takes something in from an older page.
    const three: Events = ['lead.created', 'lead.credited', 'campaign.status_changed']
    await save('ada', ['lead.created', 'lead.credited'], three)
    await save('cleo', ['lead.created', 'campaign.status_changed'], three)
    expect((await kept())?.events).toEqual(['lead.created'])
  })

  it('INT-49+ are five at most, also when they are added at once', async () => {
    const campaign = await h.newCampaign()
    const add = () =>
      h.call('ada', 'integrations.addWebhook', { company_id: brightSmiles.id, campaign_id: campaign.number, url })
    const answers = await Promise.all(Array.from({ length: 8 }, add))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(await h.db.webhook.list({ companyId: brightSmiles.id, scope: campaign.id })).toHaveLength(5)
  })

  it.each([
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'http://hooks.example.com/x',
    'https://hooks.example.com:8443/x',
    'https://me:secret@hooks.example.com/x',
    'https://metadata/x',
    'ftp://hooks.example.com/x',
    'hooks.example.com',
  ])('INT-49+ %s cannot be one', async (address) => {
    const campaign = await h.newCampaign()
    const asked = { company_id: brightSmiles.id, campaign_id: campaign.number, url: address }
    const { status, body } = await h.call('ada', 'integrations.addWebhook', asked)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['url']])
  })

  it('are switched off and on, and removed once', async () => {
    const campaign = await h.newCampaign()
    const { id } = await h.addWebhook(campaign)
    const named = { company_id: brightSmiles.id, campaign_id: campaign.number, webhook_id: id }
    expect((await h.call('cleo', 'integrations.changeWebhook', { ...named, enabled: 'F' })).status).toBe(200)
    const [row] = await h.db.webhook.list({ companyId: brightSmiles.id, scope: campaign.id })
    expect(row?.isEnabled).toBe(false)
    // Who gives it a name at that moment has read it as it was, and does not switch it on again.
    if (row) await changeWebhook(h.db, { ...row, isEnabled: true }, { label: 'CRM' })
    const [renamed] = await h.db.webhook.list({ companyId: brightSmiles.id, scope: campaign.id })
    expect(renamed).toMatchObject({ isEnabled: false, label: 'CRM' })
    const gone = await Promise.all([1, 2].map(() => h.call('ada', 'integrations.removeWebhook', named)))
    expect(gone.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  it('get a new secret, beside which the one before signs for a day; of two who saw the same one is told', async () => {
    h.setClock(Date.UTC(2031, 5, 2, 15))
    const begun = h.services.now()
    // It knows the first secret alone, until it is told another one.
    const late = await startWebhookReceiver({ now: () => h.services.now() })
    const campaign = await h.newCampaign()
    const add = { company_id: brightSmiles.id, campaign_id: campaign.number, url: `${late.url}/in/rolled` }
    const { body: added } = await h.call('ada', 'integrations.addWebhook', add)
    late.trust(added.secret)
    const { id } = added.data
    const destination = { kind: 'webhook', id, companyId: brightSmiles.id, scope: campaign.id, name: '' } as const
    const isSigned = async () => {
      const lead = await h.newLead(campaign)
      const { companyId, agencyId, id: campaignId } = campaign
      await h.deliver(
        h.services,
        { companyId, campaignId, agencyId, leadId: lead.id, leadAt: lead.createdAt, destination },
        0.5,
      )
      return late.received().at(-1)?.isSigned
    }
    const named = { company_id: brightSmiles.id, campaign_id: campaign.number, webhook_id: id }
    const seen = await h.db.webhook.find({ companyId: brightSmiles.id, scope: campaign.id }, id)
    if (!seen) throw new Error('The webhook is gone.')
    const { body: rolled } = await h.call('ada', 'integrations.rollWebhook', named)
    // Somebody else had seen the first secret too: theirs would leave the one that was just told without a signature.
    expect(await rollSecret(h.services, seen)).toBeUndefined()
    expect(rolled?.data.old_secret_until).toBe(new Date(begun + DAY).toISOString())
    expect(rolled?.secret).toMatch(/^whsec_/)
    expect(rolled?.secret).not.toBe(added.secret)
    expect(JSON.stringify(await h.db.webhook.list({ companyId: brightSmiles.id, scope: campaign.id }))).not.toContain(
      rolled?.secret,
    )
    expect(await isSigned()).toBe(true)
    h.setClock(begun + DAY)
    expect(await isSigned()).toBe(false)
    late.trust(rolled?.secret ?? '')
    expect(await isSigned()).toBe(true)
    await late.stop()
    h.setClock()
  })

  it("of another company's campaign are not found", async () => {
    const peak = h.cast.campaigns.peak
    const asked = { company_id: brightSmiles.id, campaign_id: peak.number, url }
    expect((await h.call('ada', 'integrations.addWebhook', asked)).status).toBe(404)
  })
})

describe('the door to receivers', () => {
  const letter = { body: '{}', headers: {} }
  const why = (asked: Promise<unknown>) =>
    asked.then(
      () => 'told',
      (error: unknown) => (error instanceof WebhookFault ? error.why : error),
    )

  it('INT-49+ looks the host up at each letter, and tells no host that has become private', async () => {
    const { findPublicAddress } = await import('#functions/gateways/public-host.ts')
    const door = (address: string) =>
      openWebhooks({ findAddress: (host) => findPublicAddress(host, async () => [{ address }]), timeoutMs: 300 })
    expect(await why(door('10.0.0.7').post('https://hooks.example.com/x', letter))).toBe('refused')
    expect(await why(door('169.254.169.254').check('https://hooks.example.com/x'))).toBe('refused')
    expect(await why(door('93.184.216.34').check('https://hooks.example.com/x'))).toBe('told')
  })

  it('gives up on a receiver that does not answer', async () => {
    const door = openWebhooks({ standIns: ['localhost:1'], timeoutMs: 100 })
    receiver.fail('silence')
    expect(await why(door.post(`${receiver.url}/in/x`, letter))).toBe('late')
    receiver.fail('refused')
    expect(await why(door.post(`${receiver.url}/in/x`, letter))).toBe('unreachable')
  })

  it('does not wait for one that goes on in another protocol, and counts it as no delivery', async () => {
    const other = await startAnswering(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
    )
    const door = openWebhooks({ standIns: ['localhost:1'] })
    expect(await door.post(`${other.url}/in/x`, letter)).toMatchObject({ status: 101, text: '' })
    const campaign = await h.newCampaign()
    const { companyId, agencyId, id: campaignId } = campaign
    const destination = await h.addWebhook(campaign)
    const hooks = { ...h.services.webhooks, post: (_: string, sent: typeof letter) => door.post(other.url, sent) }
    const { id: leadId, createdAt: leadAt } = await h.newLead(campaign)
    const message = { companyId, agencyId, campaignId, leadId, leadAt, destination }
    const said = await h.deliver({ ...h.services, webhooks: hooks }, message, 0)
    expect(said).toBe('waits after 1 tries (101)')
    await other.stop()
  })

  it('keeps little of what it says', async () => {
    const door = openWebhooks({ standIns: ['localhost:1'] })
    receiver.fail(500, { message: 'x'.repeat(100_000) })
    expect((await door.post(`${receiver.url}/in/x`, letter)).text).toHaveLength(1024)
  })
})
