// What somebody who tries the demonstration sees of deliveries: every state, a receiver that was switched off, a try that waits.
import { expect, it } from 'vitest'
import { plantLeads } from '#bin/demo-leads.ts'
import { plantDeliveries, plantWebhooks } from '#bin/demo-webhooks.ts'
import { tryOutcomes } from '#shared/model/delivery-try.ts'
import { harness } from '../support/harness.ts'

const h = await harness()

it('the demonstration shows deliveries in every state, and a receiver that was switched off', async () => {
  const { services, cast, db } = h
  const { smiles } = cast.campaigns
  await plantWebhooks(services, cast)
  await plantLeads(services, smiles, { aDay: 5, days: 14, seed: 1 })
  await plantDeliveries(services, cast)
  const hooks = await db.webhook.list({ companyId: smiles.companyId, scope: smiles.id })
  const [own, gone] = ['Practice software', 'Old CRM'].map((name) => hooks.find(({ label }) => label === name))
  if (!own || !gone) throw new Error('A webhook is missing.')
  const history = async (webhook_id: string) =>
    (
      await h.call('ada', 'integrations.deliveryHistory', {
        company_id: smiles.companyId,
        integration_id: 'zapier',
        webhook_id,
      })
    ).body.data
  const shown = await history(own.id)
  expect(new Set(shown.map(({ outcome }) => outcome))).toEqual(new Set(tryOutcomes))
  expect(shown.filter(({ next_at }) => next_at)).toHaveLength(1)
  // Nothing was tried before it happened.
  for (const { at } of [...shown, ...(await history(gone.id))]) expect(Date.parse(at)).toBeLessThan(services.now())
  expect(shown.some(({ delivery_id }) => delivery_id)).toBe(true)
  expect([own.isEnabled, gone.isEnabled, gone.offAt > 0]).toEqual([true, false, true])
  expect(new Set((await history(gone.id)).map(({ outcome }) => outcome))).toEqual(new Set(['delivered', 'failed']))
  const failed = await h.call('ada', 'integrations.failedDeliveries', { leadspeekID: smiles.number })
  expect(failed.body.data.length).toBeGreaterThan(5)
})
