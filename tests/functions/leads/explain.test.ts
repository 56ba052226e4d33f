// Why a lead was charged as it was: worked out again from the versions of prices, it comes to what was charged, for every lead.
import { beforeAll, describe, expect, it } from 'vitest'
import { explainCharge } from '#functions/domain/leads/explain.ts'
import { leadTermsAt } from '#functions/domain/pricing/prices.ts'
import type { Campaign, NewCampaign } from '#shared/model/campaign.ts'
import { type CostList, noCosts, noPrice, type RetailPrice } from '#shared/money/price-list.ts'
import { type Harness, harness } from '#tests/support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'

/** Each change meets each other one in so many steps; leads of one batch share their prices, so a few of them cross a limit as forty do. */
const STEPS = 63
const A_BATCH = 6

let h: Harness
let root: string
beforeAll(async () => {
  h = await harness()
  root = h.cast.campaigns.smiles.rootId
})

let made = 0
const people = (count: number, at: number, kind: 'basic' | 'advanced' | 'b2b') =>
  Array.from({ length: count }, () => {
    made++
    const person = { personId: `x${made}`, email: `x${made}@example.com`, firstName: 'A', lastName: 'B' }
    return { id: `led_x${made}`, person, pageUrl: '', visitedAt: at, kind }
  })

const costs = (perLeadCentiCents: number): CostList => {
  const fees = {
    platformFeeCents: 0,
    periodFeeCents: 0,
    perLeadCentiCents,
    perLeadAdvancedCentiCents: perLeadCentiCents * 2,
  }
  const line = {
    Weekly: fees,
    Monthly: { ...fees, perLeadCentiCents: perLeadCentiCents + 7 },
    OneTime: fees,
    Prepaid: fees,
  }
  return { term: 'Weekly', costs: { ...noCosts.costs, local: line, enhance: line, b2b: line } }
}
const price = (perLeadCentiCents: number, more: Partial<RetailPrice> = {}): RetailPrice => ({
  ...noPrice,
  perLeadCentiCents,
  perLeadAdvancedCentiCents: perLeadCentiCents + 11,
  perLeadB2bCentiCents: perLeadCentiCents + 13,
  ...more,
})

describe('explainCharge', () => {
  it('comes to what was charged for each lead of hundreds of batches, while prices, costs, floors and limits change', async () => {
    const base = Date.parse('2026-05-01T12:00:00Z')
    const { db, services, cast } = h
    const plant = (more: Partial<NewCampaign>) =>
      plantCampaign(db, {
        ...cast.campaigns.smiles,
        id: services.newId('campaign'),
        status: 'active',
        startedAt: base,
        createdAt: base - 1000,
        ...more,
      })
    const campaigns: [Campaign, 'basic' | 'advanced' | 'b2b'][] = [
      [await plant({ informationType: 'basic' }), 'basic'],
      [await plant({ informationType: 'advanced' }), 'advanced'],
      [await plant({ line: 'enhance', informationType: 'advanced' }), 'advanced'],
      [await plant({ line: 'b2b', informationType: 'b2b' }), 'b2b'],
    ]
    const all: [Campaign, Awaited<ReturnType<typeof db.lead.list>>[number]][] = []
    for (const step of Array(STEPS).keys()) {
      const at = base + step * 60_000
      const by = { by: 'test', at: at - 100 }
      // In turn the agency's costs, the root's floor, a campaign's own price, its term and its limit change.
      if (step % 5 === 0) await db.price.saveCosts(cast.campaigns.smiles.agencyId, costs(900 + step), by)
      if (step % 7 === 0) await db.price.saveCosts(root, costs(step % 14 === 0 ? 400 : 2000 + step), by)
      for (const [index, [campaign, kind]] of campaigns.entries()) {
        if ((step + index) % 4 === 0)
          await db.price.saveRetail(
            campaign.companyId,
            campaign.line,
            price(1500 + step, {
              term: step % 3 === 0 ? 'Monthly' : 'Weekly',
              aboveLimitCentiCents: 777 + step,
              limit: { count: 25, every: 'day', fromOn: '', toOn: '' },
            }),
            by,
            campaign.id,
          )
        const { term: _, ...terms } = await leadTermsAt(db, campaign, at)
        const stored = await db.lead.store(campaign, { at, leads: people(A_BATCH, at, kind), ...terms })
        for (const each of stored) {
          if (each.end !== 'stored') throw new Error(`It ended with ${each.end}.`)
          all.push([campaign, each.lead])
        }
      }
    }
    expect(all).toHaveLength(STEPS * campaigns.length * A_BATCH)
    expect(new Set(all.map(([, lead]) => `${lead.retailCentiCents} ${lead.wholesaleCentiCents}`)).size).toBeGreaterThan(
      50,
    )
    expect(new Set(all.map(([, lead]) => lead.isAboveLimit)).size).toBe(2)
    // Leads of one batch share their versions: one of each side of a limit is asked from the books, the others by their prices.
    const seen = new Map<string, Awaited<ReturnType<typeof explainCharge>>>()
    let right = 0
    for (const [campaign, lead] of all) {
      const key = `${campaign.id} ${lead.createdAt} ${lead.isAboveLimit}`
      const explained = seen.get(key) ?? (await explainCharge(db, campaign, lead))
      seen.set(key, explained)
      const { retailCentiCents, wholesaleCentiCents, rootCentiCents } = explained.recomputed
      if (
        explained.isRight &&
        retailCentiCents === lead.retailCentiCents &&
        wholesaleCentiCents === lead.wholesaleCentiCents &&
        rootCentiCents === lead.rootCentiCents
      )
        right++
    }
    expect({ leads: all.length, right }).toEqual({ leads: all.length, right: all.length })
  })

  it('says so when a lead was charged otherwise', async () => {
    const campaign = await plantCampaign(h.db, {
      ...h.cast.campaigns.smiles,
      id: h.services.newId('campaign'),
      status: 'active',
      startedAt: h.services.now(),
    })
    const at = h.services.now()
    const wrong = { retailCentiCents: 3, wholesaleCentiCents: 5, rootCentiCents: 0 }
    const [stored] = await h.db.lead.store(campaign, { at, leads: people(1, at, 'basic'), price: wrong })
    if (stored?.end !== 'stored') throw new Error('It was not stored.')
    expect((await explainCharge(h.db, campaign, stored.lead)).isRight).toBe(false)
  })
})

describe('leads.explainCharge', () => {
  it('tells an agency its cost, and its client nothing of it', async () => {
    const campaign = h.cast.campaigns.smiles
    const at = h.services.now()
    const { term: _, ...terms } = await leadTermsAt(h.db, campaign, at)
    const planted = await plantCampaign(h.db, {
      ...campaign,
      id: h.services.newId('campaign'),
      status: 'active',
      startedAt: at,
    })
    const [stored] = await h.db.lead.store(planted, { at, leads: people(1, at, 'basic'), ...terms })
    if (stored?.end !== 'stored') throw new Error('It was not stored.')
    const ask = (who: 'ada' | 'cleo', leadId = stored.lead.id) =>
      h.call(who, 'leads.explainCharge', {
        clientId: planted.companyId,
        leadspeekID: planted.id,
        storedAt: new Date(at).toISOString(),
        leadId,
      })
    const [agency, client] = [await ask('ada'), await ask('cleo')]
    expect({ agency: agency.status, client: client.status }).toEqual({ agency: 200, client: 200 })
    const labels = (answer: typeof agency) => answer.body.data.reasons.map(({ label }: { label: string }) => label)
    expect(labels(agency)).toEqual(['Price', 'Limit', 'Exclusion lists', 'Wholesale', 'Paid by', 'Worked out again'])
    expect(labels(client)).toEqual(['Price', 'Limit', 'Exclusion lists', 'Paid by', 'Worked out again'])
    expect(JSON.stringify(client.body)).not.toContain('wholesale')
    const paidBy = (answer: typeof agency) => answer.body.data.reasons.find(({ label }) => label === 'Paid by')?.text
    expect(paidBy(agency)).toMatch(/^The next bill, on /)
    // A lead that its client has for nothing, and its agency pays for.
    const [free] = await h.db.lead.store(planted, {
      at,
      leads: people(1, at, 'basic'),
      price: { retailCentiCents: 0, wholesaleCentiCents: 5, rootCentiCents: 0 },
    })
    if (free?.end !== 'stored') throw new Error('It was not stored.')
    expect([paidBy(await ask('ada', free.lead.id)), paidBy(await ask('cleo', free.lead.id))]).toEqual([
      expect.stringMatching(/^The next bill, on /),
      'Nobody: it was free.',
    ])
  })
})
