// Leads of some time go to a webhook again: exactly those that were counted, once, under the ids that they had.
import { beforeEach, describe, expect, it } from 'vitest'
import { runReplay } from '#functions/domain/integrations/replay-range.ts'
import { HOUR, MINUTE, SECOND } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { rolesOf } from '../roles/stage.ts'
import { startDeliveries } from './stage.ts'

const h = await startDeliveries()
const { receiver, services } = h
let clock = Math.ceil(services.now() / SECOND) * SECOND
const wait = (ms: number) => {
  clock += ms
  h.setClock(clock)
}

beforeEach(() => {
  wait(HOUR)
  receiver.clear()
})

const iso = (at: number) => new Date(at).toISOString()
type Who = 'ada' | 'cleo' | 'sam' | 'carl' | 'olive'

/** A webhook that refused some leads and took others, an hour before now. */
async function outage(failed: number, taken = 0) {
  const { campaign, destination, message } = await h.oneOnItsWay()
  const begun = clock
  const send = async () => {
    const lead = await h.newLead(campaign)
    await h.deliver(services, { ...message, leadId: lead.id, leadAt: lead.createdAt }, 0)
    return lead
  }
  receiver.fail(400, { times: failed })
  const lost = []
  for (let index = 0; index < failed; index++) lost.push(await send())
  const got = []
  for (let index = 0; index < taken; index++) got.push(await send())
  receiver.clear()
  wait(HOUR)
  const input = (which: 'failed' | 'all' = 'failed') => ({
    company_id: campaign.companyId,
    integration_id: 'zapier' as const,
    webhook_id: destination.id,
    from: iso(begun),
    to: iso(clock),
    which,
  })
  const count = async (which?: 'failed' | 'all') =>
    (await h.call('cleo', 'integrations.countReplay', input(which))).body.count
  const start = (who: Who = 'cleo', which?: 'failed' | 'all') => h.call(who, 'integrations.startReplay', input(which))
  const progress = async () => (await h.call('cleo', 'integrations.latestReplay', input())).body.data
  return { campaign, destination, lost, got, input, count, start, progress }
}
const idsAt = (campaign: Campaign) =>
  receiver
    .received()
    .filter(({ body }) => body.campaign_id === campaign.number)
    .map(({ webhookId }) => webhookId)

describe('a replay', () => {
  it('is for whoever may read the leads that it hands on, not for those alone who keep the tools', async () => {
    const { input } = await outage(1)
    const own = { ...input(), company_id: h.cast.northlight.id }
    const { put, take } = rolesOf(h)
    await put('amos', { LeadsPeek: ['enable', 'create', 'update', 'delete'] })
    for (const id of ['integrations.startReplay', 'integrations.countReplay'] as const) {
      const { status, body } = await h.call('amos', id, own as never)
      expect([id, status, body.message]).toEqual([id, 403, 'Your role has no access to LeadsPeek.'])
    }
    await take('amos')
  })

  it('CMP-59+ sends exactly those that were counted, once, each under its id, and says how far it is', async () => {
    const { campaign, destination, lost, count, start, progress } = await outage(7, 3)
    expect(await progress()).toBeNull()
    expect(await count()).toBe(7)
    expect(await count('all')).toBe(10)
    const { status, body } = await start()
    expect([status, body.data.total]).toEqual([200, 7])
    await h.drain()
    expect(idsAt(campaign).sort()).toEqual(lost.map(({ id }) => `${id}_${destination.id}`).sort())
    expect(await progress()).toMatchObject({ state: 'done', total: 7, done: 7 })
    expect(await count()).toBe(0)
    expect((await start()).status).toBe(409)
  })

  it('of all sends what was delivered too, under the same ids, and only once for the same days', async () => {
    const { campaign, destination, lost, got, start } = await outage(2, 3)
    expect((await start('ada', 'all')).status).toBe(200)
    await h.drain()
    expect(idsAt(campaign).sort()).toEqual([...lost, ...got].map(({ id }) => `${id}_${destination.id}`).sort())
    expect((await start('ada', 'all')).status).toBe(409)
  })

  it('is one of two who press at once', async () => {
    const { campaign, start } = await outage(4)
    const answers = await Promise.all([start('cleo'), start('ada'), start('cleo')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await h.drain()
    expect(idsAt(campaign)).toHaveLength(4)
  })

  it('goes on after a worker that crashed, and by two workers at once counts and sends each once', async () => {
    const { campaign, destination, lost, start, progress } = await outage(5)
    await start()
    const id = (await progress())?.id ?? ''
    const of = { companyId: campaign.companyId, destinationId: destination.id, id }
    // It began one anew, and crashed before it said so.
    const [first] = lost
    const found = await h.db.delivery.find(
      { companyId: campaign.companyId, campaignId: campaign.id },
      first?.id ?? '',
      destination.id,
    )
    if (!found) throw new Error('There is no such delivery.')
    await h.db.delivery.replay(found, clock, `${id}#${found.endedAt}`)
    const deps = { ...services, remainingMs: () => MINUTE }
    await Promise.all([runReplay(deps, of), runReplay(deps, of)])
    await h.drain()
    expect(await progress()).toMatchObject({ state: 'done', done: 5 })
    wait(2 * MINUTE)
    await h.runner.trigger('retryDeliveries', clock)
    await h.drain()
    expect(idsAt(campaign)).toHaveLength(5)
  })

  it('never sends a person whom a list has come to name since', async () => {
    const { campaign, lost, start, count } = await outage(3)
    const [named] = lost
    const listed = await h.call('cleo', 'exclusions.addEntry', {
      companyId: campaign.companyId,
      campaignType: 'client',
      record: named?.person.email ?? '',
    })
    expect(listed.status).toBe(200)
    expect(await count()).toBe(3)
    await start()
    await h.drain()
    expect(idsAt(campaign)).toHaveLength(2)
  })

  it('may not be begun by sales people, operators, other companies, or in view mode', async () => {
    const { start, input } = await outage(1)
    for (const who of ['sam', 'olive', 'carl'] as const) expect((await start(who)).status).toBe(403)
    expect((await h.call('sam', 'integrations.countReplay', input())).status).toBe(403)
    expect((await h.call('sam', 'integrations.latestReplay', input())).status).toBe(403)
  })

  it('is refused where the webhook is off or gone', async () => {
    const { campaign, destination, start } = await outage(1)
    const named = { company_id: campaign.companyId, campaign_id: campaign.number, webhook_id: destination.id }
    await h.call('cleo', 'integrations.changeWebhook', { ...named, enabled: 'F' })
    const { status, body } = await start()
    expect([status, body.message]).toEqual([409, 'The webhook is switched off.'])
    await h.call('cleo', 'integrations.removeWebhook', named)
    expect((await start()).status).toBe(404)
  })
})
