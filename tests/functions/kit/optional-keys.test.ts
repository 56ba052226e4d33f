// Calls that would make a second thing when they are sent again after a lost answer, and take an Idempotency-Key: sent again with it
// they answer what they answered before, and write nothing.
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { allCalls, type CallName } from '#shared/contracts/index.ts'
import { HOUR, SECOND } from '#shared/dates.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import { startDeliveries } from '../integrations/stage.ts'

const h = await startDeliveries()
const { brightSmiles } = h.cast
let campaign: Campaign
let webhookId = ''
const iso = (at: number) => new Date(at).toISOString()

beforeAll(async () => {
  const begun = Math.ceil(h.services.now() / SECOND) * SECOND
  h.setClock(begun)
  const { campaign: made, destination, message } = await h.oneOnItsWay()
  campaign = made
  webhookId = destination.id
  h.receiver.fail(400, { times: 1 })
  await h.deliver(h.services, message, 0)
  h.setClock(begun + HOUR)
})

const scenes: Partial<Record<CallName, () => { who: 'ada' | 'cleo'; input: object; altered: object }>> = {
  'integrations.addWebhook': () => ({
    who: 'ada',
    input: { company_id: brightSmiles.id, campaign_id: campaign.number, url: 'http://localhost:9/hooks/twice' },
    altered: { url: 'http://localhost:9/hooks/other' },
  }),
  'integrations.rollWebhook': () => ({
    who: 'ada',
    input: { company_id: brightSmiles.id, campaign_id: campaign.number, webhook_id: webhookId },
    altered: { webhook_id: 'whk_01JD0000000000000000000000' },
  }),
  'integrations.startReplay': () => ({
    who: 'cleo',
    input: {
      company_id: campaign.companyId,
      integration_id: 'zapier',
      webhook_id: webhookId,
      from: iso(h.services.now() - HOUR),
      to: iso(h.services.now()),
      which: 'failed',
    },
    altered: { which: 'all' },
  }),
  'integrations.replayDeliveries': () => ({
    who: 'cleo',
    input: { leadspeekID: campaign.number },
    altered: { delivery_id: 'dlv_other' },
  }),
  'campaigns.create': () => ({
    who: 'ada',
    input: {
      companyID: brightSmiles.id,
      leadspeekType: 'local',
      campaignName: 'Made once',
      urlCode: 'https://www.example.com/',
    },
    altered: { campaignName: 'Made anew' },
  }),
  'campaigns.sendTestLead': () => ({
    who: 'ada',
    input: { company_id: campaign.companyId, campaign_id: campaign.number },
    altered: { integration_slug: 'sendgrid' },
  }),
}

/** The names of all rows but those that count tries, mark requests and keep answers. */
async function rows(): Promise<string[]> {
  const { client, name: TableName } = h.services.table
  const found: string[] = []
  let ExclusiveStartKey: Record<string, unknown> | undefined
  do {
    const page = await client.send(new ScanCommand({ TableName, ExclusiveStartKey }))
    found.push(
      ...(page.Items ?? []).map(({ pk, sk }) => `${pk} ${sk}`).filter((key) => !/^(?:I|N|L|Q|E|LOG)#/.test(key)),
    )
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
  return found.sort()
}

describe('calls that take an Idempotency-Key', () => {
  it('are all here', () => {
    const ids = allCalls.filter(({ call }) => call.idempotent === 'optional').map(({ id }) => id)
    expect(Object.keys(scenes).sort()).toEqual([...ids].sort())
  })

  it.each(Object.keys(scenes) as CallName[])('%s', async (name) => {
    const { who, input, altered } = scenes[name]?.() ?? { who: 'ada', input: {}, altered: {} }
    const ask = (key: string | undefined, more: object = {}) =>
      h.call(
        who,
        name,
        { ...input, ...more } as never,
        key === undefined ? {} : { headers: { 'idempotency-key': key } },
      )
    const key = crypto.randomUUID()
    const first = await ask(key)
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    const before = await rows()
    const again = await ask(key)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await rows()).toEqual(before)
    const other = await ask(key, altered)
    expect([other.status, Object(other.body).code]).toEqual([422, 'key_reused'])
    expect((await ask('')).status).toBe(400)
    // Programs that know no key are served as before.
    expect((await ask(undefined)).status).not.toBe(400)
  })
})
