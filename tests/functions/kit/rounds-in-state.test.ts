// How often calls wait for the table that samples only see refused, or in a state in which they wait less: here they succeed. One goes
// on from where the one before it ended.
import { globSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findTenant } from '#functions/kit/tenant.ts'
import { allCalls } from '#shared/contracts/index.ts'
import { endWithFile } from '../../support/file-end.ts'
import { plantLead } from '../../support/plant-lead.ts'
import { countRounds, inLongestState } from '../../support/rounds.ts'
import { startPurchases } from '../billing/purchase-stage.ts'

const site = createServer((_, response) => response.end('<html></html>'))
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
endWithFile(() => new Promise((resolve) => site.close(() => resolve(undefined))))
const address = site.address()
const siteUrl = `http://localhost:${address && typeof address === 'object' ? address.port : 0}/`

const h = await startPurchases({ SITE_STAND_INS: 'localhost' })
// What is loaded on first use would come late: its request would count as one that waited for another.
const root = join(import.meta.dirname, '../../..')
for (const file of globSync('functions/{api/*,data,data/*,domain/*,gateways,identity,kit,wire/*}/*.ts', { cwd: root }))
  await import(join(root, file))
const counter = countRounds(h.services.table)
const planted = await h.campaign()
const { number: leadspeekID, companyId: companyID } = planted

type Id = (typeof inLongestState)[number]
/** What each is asked, in their order: of a campaign that rests, is started and paid, and gives back what did not come. */
const inputs: Record<Id, () => object | Promise<object>> = {
  'campaigns.overview': async () => {
    await plantLead(h, await h.campaign(), { id: 'led_rounds', at: h.services.now() })
    return { companyId: companyID }
  },
  'campaigns.get': () => ({ id: leadspeekID }),
  'campaigns.checkEmbedCode': async () => {
    await h.db.campaignChange.update(planted, { siteUrl })
    return { leadspeekID, url: siteUrl }
  },
  'pricing.campaignPrice': () => ({ companyID, ModuleID: 'local', leadspeekID }),
  'campaigns.startCharge': () => ({ id: leadspeekID }),
  'campaigns.setActive': () => ({ leadspeekID, status: 'T' }),
  'campaigns.stopContinualTopUp': () => ({ leadspeekID, stop_continual: 'F' }),
  'campaigns.estimateRefundTopUp': () => ({ leadspeekID }),
  'campaigns.refundTopUp': async () => {
    await h.run('olive', leadspeekID, 'F')
    const { body } = await h.call('olive', 'campaigns.estimateRefundTopUp', { leadspeekID })
    return { leadspeekID, refund_amount: body.refund_amount }
  },
}

describe.each(inLongestState)('%s', (id) => {
  const { rounds: stated } = allCalls.find((each) => each.id === id)?.call ?? {}

  it(`succeeds, and waits for the table ${stated?.most} times`, async () => {
    const input = await inputs[id]()
    await h.tokenOf('olive')
    await findTenant(h.services, h.hostOf('olive'))
    const { rounds, again, result } = await counter.of(() => h.call('olive', id, input as never))
    expect(result.status).toBe(200)
    expect(again.length > 0).toBe(stated?.again !== undefined)
    // Answers of the payment provider come in between, sooner or later.
    const away = stated?.again ? 2 : 0
    expect(Math.abs(rounds - (stated?.most ?? 2)), `${rounds} times`).toBeLessThanOrEqual(away)
  })
})
