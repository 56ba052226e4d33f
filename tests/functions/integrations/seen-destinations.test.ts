// Where an agency sends the leads of its client is the agency's own: the client neither sees it, nor tries it, nor sends to it again.
import { expect, it } from 'vitest'
import { deliveryId } from '#shared/model/delivery.ts'
import { startDeliveries } from './stage.ts'

const h = await startDeliveries()
const { receiver, services, db } = h

/** A campaign whose leads go to a webhook of its client, and to one of its agency. */
async function bothFailed(leads: number) {
  const { campaign, destination: own, message } = await h.oneOnItsWay()
  const added = await h.call('ada', 'integrations.addWebhook', {
    company_id: campaign.agencyId,
    campaign_id: 'all',
    url: `${receiver.url}/in/agency`,
    label: 'Vault of the agency',
  })
  expect(added.status).toBe(200)
  receiver.trust(added.body.secret)
  const ofAgency = {
    ...own,
    id: added.body.data.id,
    companyId: campaign.agencyId,
    scope: 'all',
    name: 'Vault of the agency',
  }
  receiver.fail(400, { times: 2 * leads })
  const failed = { own: [] as string[], ofAgency: [] as string[] }
  for (let index = 0; index < leads; index++) {
    const lead = await h.newLead(campaign)
    for (const [key, destination] of [
      ['own', own],
      ['ofAgency', ofAgency],
    ] as const) {
      await h.deliver(services, { ...message, destination, leadId: lead.id, leadAt: lead.createdAt }, 0)
      failed[key].push(deliveryId({ leadId: lead.id, destination }))
    }
  }
  receiver.clear()
  return { campaign, ofAgency, failed }
}
const { campaign, ofAgency, failed } = await bothFailed(3)
const asked = { leadspeekID: campaign.number }
const list = async (who: 'ada' | 'cleo') =>
  (await h.call(who, 'integrations.failedDeliveries', asked as never)).body.data.map(({ id }) => id).sort()

it('lists to the client what failed at its own places, and to the agency all of it', async () => {
  expect(await list('ada')).toEqual([...failed.own, ...failed.ofAgency].sort())
  expect(await list('cleo')).toEqual([...failed.own].sort())
  const { body } = await h.call('cleo', 'integrations.failedDeliveries', asked as never)
  expect(JSON.stringify(body)).not.toContain('Vault')
})

it('fills the pages of the client with its own, however many of the agency lie between', async () => {
  const { failedFor } = await import('#functions/domain/integrations/replay.ts')
  const walk = async (role: 'agency' | 'client') => {
    const seen: string[] = []
    let next: Awaited<ReturnType<typeof failedFor>>['next'] = null
    do {
      const page: Awaited<ReturnType<typeof failedFor>> = await failedFor({ db, role }, campaign, 2, next)
      expect(page.deliveries.length > 0 || page.next === null).toBe(true)
      seen.push(...page.deliveries.map(deliveryId))
      next = page.next
    } while (next !== null)
    return seen.sort()
  }
  expect(await walk('client')).toEqual([...failed.own].sort())
  expect(await walk('agency')).toEqual([...failed.own, ...failed.ofAgency].sort())
})

it('goes on behind the last one by its place, which is no key of the table and no place in the list of another campaign', async () => {
  const long = await h.newCampaign()
  const { companyId, agencyId, id: campaignId } = long
  const destination = { kind: 'webhook', id: 'wh_own', companyId, scope: campaignId, name: 'Own' } as const
  const leads = Array.from({ length: 51 }, (_, index) => `lead_${String(index).padStart(3, '0')}`)
  const begun = services.now()
  // In one moment, as leads of one batch fail.
  for (const leadId of leads) {
    const ref = { companyId, campaignId, agencyId, leadId, leadAt: begun, destination }
    const took = await db.delivery.take(ref, begun, 1000)
    if (took.end !== 'taken') throw new Error('It is taken already.')
    await db.delivery.end(took.delivery, 'failed', { at: begun, status: 400, ms: 1, words: '' })
  }
  const page = async (number: string, cursor?: string) =>
    h.call('cleo', 'integrations.failedDeliveries', { leadspeekID: number, ...(cursor && { cursor }) } as never)
  const { body: first } = await page(long.number)
  const cursor = first.next_cursor ?? ''
  // Behind its tag.
  expect(Buffer.from(cursor, 'base64url').subarray(12).toString()).not.toMatch(/pk|#/)
  const { body: second } = await page(long.number, cursor)
  expect(second.next_cursor).toBeNull()
  const seen = [...first.data, ...second.data].map(({ lead_id: id }) => id)
  expect(seen.sort()).toEqual(leads)
  expect((await page(campaign.number, cursor)).status).toBe(400)
  const theirs = await h.call('abe', 'integrations.failedDeliveries', { leadspeekID: long.number, cursor } as never)
  expect(theirs.status).toBe(404)
})

it('sends no test lead of the client to a place of the agency', async () => {
  receiver.clear()
  // Without webhooks of its own its leads go to those of the agency.
  const bare = await h.newCampaign()
  const input = { company_id: bare.companyId, campaign_id: bare.number }
  const { status, body } = await h.call('cleo', 'campaigns.sendTestLead', input)
  expect([status, body.data, receiver.received()]).toEqual([200, [], []])
  const all = await h.call('ada', 'campaigns.sendTestLead', input)
  expect(all.body.data.map(({ id }) => id)).toEqual([ofAgency.id])
  expect(receiver.received()).toHaveLength(1)
})

it('tells the client that a tool of the agency is not connected, and not what it said', async () => {
  const { companyId, agencyId, id: campaignId } = await h.newCampaign()
  const slug = 'sendgrid' as const
  const made = { companyId: agencyId, slug, settings: {}, masks: {}, sealed: await services.sealer.seal('{}', 'x') }
  const { connection } = await db.tool.connect(made, services.now())
  await db.tool.lose(connection, 'The key of vault@northlight.example is over.', services.now())
  await db.toolChoice.set({ companyId, campaignId, slug, ownerId: agencyId, isEnabled: true, values: {} })
  const toolsFor = async (who: 'ada' | 'cleo') =>
    (await h.call(who, 'integrations.campaignTools', { leadspeekID: campaignId })).body.data.map(
      ({ enabled, connected, lost_reason }) => [enabled, connected, lost_reason],
    )
  expect(await toolsFor('ada')).toEqual([['T', 'F', 'The key of vault@northlight.example is over.']])
  expect(await toolsFor('cleo')).toEqual([['T', 'F', '']])
})

it('sends nothing again to a place of the agency, neither one nor all', async () => {
  const replay = (delivery_id?: string) =>
    h.call('cleo', 'integrations.replayDeliveries', { ...asked, ...(delivery_id && { delivery_id }) } as never)
  expect((await replay(failed.ofAgency[0])).status).toBe(404)
  const { body } = await replay()
  expect([body.replayed, body.has_more]).toEqual([failed.own.length, 'F'])
  expect(await list('ada')).toEqual([...failed.ofAgency].sort())
  expect((await replay()).status).toBe(409)
})
