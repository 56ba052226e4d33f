// What webhooks are told beside leads that come: each event once, to those that want to hear of it, as the document has it.
import { expect, it } from 'vitest'
import { creditExcluded } from '#functions/domain/exclusions/credit.ts'
import { startWebhookReceiver } from '#infra/local/doubles/webhook-receiver.ts'
import { CampaignStatusChanged, ExclusionUploadFinished, LeadCredited } from '#shared/contracts/developer/events.ts'
import { DAY } from '#shared/dates.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import type { WebhookEvent } from '#shared/model/webhook.ts'
import { endWithFile } from '#tests/support/file-end.ts'
import { plantCampaign } from '#tests/support/plant-campaign.ts'
import { plantLead } from '#tests/support/plant-lead.ts'
import { programsOf } from '../developer/stage.ts'
import { openDoor } from '../exclusions/door.ts'
import { lines, startStage } from '../exclusions/stage.ts'

const h = await startStage()
const door = await openDoor(h)
const { services, db, cast } = h
const receiver = await startWebhookReceiver({ now: () => services.now() })
endWithFile(() => receiver.stop())
const { open, tokenFor, run } = programsOf(h)
await open(cast.northlight)
const token = await tokenFor('ada')

async function newClient() {
  const client = await h.newCompany()
  const campaign = await plantCampaign(db, {
    ...cast.campaigns.smiles,
    id: services.newId('campaign'),
    number: String(81_000_000 + ++made),
    companyId: client,
  })
  return { client, campaign }
}
let made = 0

async function listen(client: string, path: string, events?: WebhookEvent[], campaign_id?: string) {
  const { body } = await run(token, 'developer.createWebhook', {
    client,
    url: `${receiver.url}/in/${path}`,
    ...(events && { events }),
    ...(campaign_id && { campaign_id }),
  })
  receiver.trust(body.secret)
  return body
}
/** What came to an address after the timetable had its turn. */
async function cameTo(path: string) {
  await h.runner.trigger('retryDeliveries', services.now())
  await h.drain()
  return receiver.received().filter((one) => one.path.endsWith(path))
}

it('tells all others where one cannot be told', async () => {
  const [broken, other] = [await newClient(), await newClient()]
  const happening = { type: 'campaign.status_changed', status: 'paused', previous: 'active', reason: 'user' } as const
  const happen = (at: number, { client, campaign }: typeof broken) =>
    db.happening.add({ companyId: client, campaignId: campaign.id, id: `evt_${client}${at}`, at, happening })
  for (const { client } of [broken, other]) await listen(client, `of-${client}`, ['campaign.status_changed'])
  const now = services.now()
  await happen(now, broken)
  // More than are told beside each other.
  for (let after = 1; after <= 10; after++) await happen(now + after, other)
  const { middlewareStack } = services.table.client
  middlewareStack.add(
    (next) => async (args) => {
      if (JSON.stringify(args.input).includes(`C#${broken.client}#WEBHOOKS`)) throw new Error('These cannot be read.')
      return next(args)
    },
    { step: 'initialize', name: 'broken' },
  )
  expect(await cameTo(`/of-${other.client}`)).toHaveLength(10)
  middlewareStack.remove('broken')
  expect(await cameTo(`/of-${broken.client}`)).toHaveLength(1)
})

it('tells those who want to hear of it that a campaign changed its state, each once', async () => {
  const { client, campaign } = await newClient()
  const hook = await listen(client, 'states', ['campaign.status_changed'])
  await listen(client, 'leads')
  expect(hook.events).toEqual(['campaign.status_changed'])
  // The instant is that of the platform, also where the clock of a demonstration was moved.
  h.setClock(services.now() + 40 * DAY)
  const at = new Date(services.now()).toISOString()
  expect(await db.campaignChange.setStatus(campaign, 'paused', 'user')).toBe(true)
  // Nothing happened where somebody was quicker.
  expect(await db.campaignChange.setStatus(campaign, 'stopped', 'user')).toBe(false)
  const [letter, ...more] = await cameTo('/states')
  expect([letter?.isSigned, more]).toEqual([true, []])
  expect(CampaignStatusChanged.strict().parse(letter?.body)).toMatchObject({
    id: campaign.id,
    campaign_id: campaign.number,
    status: 'paused',
    previous_status: 'active',
    reason: 'user',
  })
  expect(letter?.body.timestamp).toBe(at)
  expect(await cameTo('/states')).toHaveLength(1)
  h.setClock()
  expect(await cameTo('/leads')).toEqual([])
  const history = await h.call('ada', 'integrations.deliveryHistory', {
    company_id: client,
    integration_id: 'zapier',
    webhook_id: hook.id,
  })
  expect(history.body.data.map(({ event, outcome }) => [event, outcome])).toEqual([
    ['campaign.status_changed', 'delivered'],
  ])
})

it('goes to the nearest that want to hear of it: a webhook of leads alone keeps nothing from those above', async () => {
  const { client, campaign } = await newClient()
  await listen(client, 'own-leads', undefined, campaign.number)
  await listen(client, 'whole-client', ['campaign.status_changed', 'lead.created'])
  const { afterStored } = await import('#functions/domain/leads/after.ts')
  const lead = await plantLead(h, campaign, { id: services.newId('lead'), at: services.now() })
  await afterStored(services, campaign, [lead])
  await db.campaignChange.setStatus(campaign, 'paused', 'user')
  expect((await cameTo('/whole-client')).map(({ body }) => body.type)).toEqual(['campaign.status_changed'])
  expect((await cameTo('/own-leads')).map(({ body }) => body.type)).toEqual(['lead.created'])
})

it('tells that a lead was given back, without a word of its person, also by a worker after one that crashed', async () => {
  const { client, campaign } = await newClient()
  await listen(client, 'credits', ['lead.credited'])
  const email = 'late@people.example'
  const lead = await plantLead(h, campaign, { id: services.newId('lead'), at: services.now(), person: { email } })
  const ref = await h.arrive(client, lines([email]), { campaignType: COMPANY_SCOPE })
  await h.work(ref)
  const crashing = {
    ...services,
    db: { ...db, happening: { ...db.happening, add: () => Promise.reject(new Error('crashed')) } },
  }
  await expect(creditExcluded(crashing, ref)).rejects.toThrow('crashed')
  await creditExcluded(services, ref)
  await creditExcluded(services, ref)
  const [letter, ...more] = await cameTo('/credits')
  expect(more).toEqual([])
  expect(LeadCredited.strict().parse(letter?.body)).toMatchObject({ id: lead.id, excluded_by: 'client' })
  expect(JSON.stringify(letter?.body)).not.toContain('late@')
})

it('tells a program that its exclusion upload is through, and what became of it', async () => {
  const client = await h.newCompany()
  await listen(client, 'uploads', ['exclusion_upload.finished'])
  const { body } = await run(token, 'developer.createExclusionUpload', { client, filename: 'people.csv' })
  await door.post(body, lines(['ann@example.com', 'nonsense']))
  await h.drain()
  const letters = await cameTo('/uploads')
  expect(letters.map(({ body }) => ExclusionUploadFinished.strict().parse(body))).toMatchObject([
    { id: body.id, client_id: client, campaign_id: null, status: 'done', records: 2, added: 1, rejected: 1 },
  ])
})

it('is told of other events from the moment on in which somebody chose them, and of none less than one', async () => {
  const { client, campaign } = await newClient()
  const { id: webhook } = await listen(client, 'changed')
  await db.campaignChange.setStatus(campaign, 'paused', 'user')
  expect(await cameTo('/changed')).toEqual([])
  const chosen = { client, webhook, events: ['campaign.status_changed' as const] }
  const changed = await run(token, 'developer.updateWebhook', chosen)
  expect([changed.status, changed.body.events]).toEqual([200, chosen.events])
  const none = await run(token, 'developer.updateWebhook', { client, webhook, events: [] })
  expect([none.status, Object.keys(none.body.fields ?? {})]).toEqual([422, ['events']])
  const now = await db.campaign.get(client, campaign.id)
  await db.campaignChange.setStatus(now, 'stopped', 'user')
  expect((await cameTo('/changed')).map(({ body }) => body.status)).toEqual(['stopped'])
  const foreign = await run(token, 'developer.updateWebhook', { client: cast.copper.id, webhook, label: 'x' })
  expect(foreign.status).toBe(404)
})

it('a receiver that is gone misses nothing: what comes meanwhile is kept, and can be sent again', async () => {
  const { client, campaign } = await newClient()
  const hook = await listen(client, 'gone')
  const { afterStored } = await import('#functions/domain/leads/after.ts')
  const store = async () => {
    const lead = await plantLead(h, campaign, { id: services.newId('lead'), at: services.now() })
    await afterStored(services, campaign, [lead])
    await h.drain()
    return lead
  }
  receiver.fail(410)
  await store()
  const missed = await store()
  expect(receiver.received().filter(({ path }) => path.endsWith('/gone'))).toHaveLength(1)
  const find = () => db.delivery.find({ companyId: client, campaignId: campaign.id }, missed.id, hook.id)
  expect(await find()).toMatchObject({ state: 'failed' })
  await run(token, 'developer.updateWebhook', { client, webhook: hook.id, enabled: true })
  const again = { leadspeekID: campaign.number, delivery_id: `${missed.id}-${hook.id}` }
  expect((await h.call('ada', 'integrations.replayDeliveries', again)).body).toMatchObject({ replayed: 1 })
  await h.drain()
  expect(await find()).toMatchObject({ state: 'delivered' })
})
