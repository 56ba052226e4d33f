// What a start costs, by the table of payment terms, and what no combination of prices can break.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leadKinds, noFees, noPrice, type RetailPrice } from '#shared/money/price-list.ts'
import { leadsOfStart, type StartFacts, startCharge, topUpCharge } from '#shared/money/start-charge.ts'

const price: RetailPrice = {
  ...noPrice,
  perLeadCentiCents: 20_000,
  perLeadAdvancedCentiCents: 30_000,
  periodFeeCents: 5_000,
  platformFeeCents: 10_000,
  limit: { count: 10, every: 'max', fromOn: '', toOn: '' },
  topUp: { mode: 'continual', leads: 100 },
}
const wholesale = { ...noFees, perLeadCentiCents: 5_000, platformFeeCents: 4_000, periodFeeCents: 1_000 }
const facts = (term: RetailPrice['term'], more: Partial<StartFacts> = {}): StartFacts => ({
  line: 'locator',
  kind: 'basic',
  price: { ...price, term },
  wholesale,
  root: { ...noFees, perLeadCentiCents: 1_000 },
  payer: 'client',
  period: 0,
  feePeriod: -1,
  isPlatformCharged: false,
  leadsLeft: 0,
  leadsSoFar: 0,
  ...more,
})
const whatOf = (charge: ReturnType<typeof startCharge>) => charge.items.map(({ what }) => what)

describe('a start', () => {
  it.each(['Weekly', 'Monthly'] as const)('LED-18 LED-19 %s: the platform fee once, the fee of its period', (term) => {
    const first = startCharge(facts(term))
    expect(whatOf(first)).toEqual(['platform', 'campaign'])
    expect(first).toMatchObject({ feePeriod: 0, hasPlatformFee: true })
    expect(first.sums).toMatchObject({ clientPaysCents: 15_000, feeCents: 5_000, agencyPaysCents: 0 })
    // Paused and started in the same period it costs nothing; in a later one its fee.
    expect(startCharge(facts(term, { isPlatformCharged: true, feePeriod: 0 })).items).toEqual([])
    const later = startCharge(facts(term, { isPlatformCharged: true, feePeriod: 0, period: 3 }))
    expect(whatOf(later)).toEqual(['campaign'])
    expect(later.feePeriod).toBe(3)
  })

  it('LED-20 One Time: fees and all its leads at once, and never again', () => {
    const first = startCharge(facts('One Time'))
    expect(whatOf(first)).toEqual(['platform', 'campaign', 'bought'])
    // 100 + 50 + 10 leads for 2 each.
    expect(first.sums.clientPaysCents).toBe(17_000)
    expect(first.bought).toMatchObject({ leads: 10, retailCentiCents: 20_000, rootCentiCents: 1_000 })
    const again = { isPlatformCharged: true, feePeriod: 0, period: 7 }
    expect(startCharge(facts('One Time', { ...again, leadsLeft: 1, leadsSoFar: 9 })).items).toEqual([])
    expect(startCharge(facts('One Time', { ...again, leadsSoFar: 10 })).items).toEqual([])
  })

  it('LED-21 Prepaid: the leads of a top-up where none are left', () => {
    expect(startCharge(facts('Prepaid')).sums.clientPaysCents).toBe(10_000 + 5_000 + 20_000)
    expect(startCharge(facts('Prepaid', { leadsLeft: 3 })).bought).toBeUndefined()
    expect(topUpCharge(facts('Prepaid')).sums).toMatchObject({ clientPaysCents: 20_000, feeCents: 5_000 })
  })

  it('CST-35 leads are bought for the price of the kind that the campaign gets', () => {
    const advanced = startCharge(facts('Prepaid', { kind: 'advanced' }))
    expect(advanced.bought).toMatchObject({ kind: 'advanced', retailCentiCents: 30_000 })
  })

  it('asks the agency alone, for wholesale, where it is billed by hand', () => {
    const { sums } = startCharge(facts('One Time', { payer: 'agency' }))
    expect(sums).toMatchObject({ clientPaysCents: 0, feeCents: 0, agencyPaysCents: 4_000 + 1_000 + 5_00 })
  })

  it('is free without a price', () => {
    const free = { ...noPrice, term: 'Monthly' as const }
    expect(startCharge({ ...facts('Monthly'), price: free, wholesale: noFees }).items).toEqual([])
  })

  const cost = fc.integer({ min: 0, max: 50_000 })
  const anyFacts = fc.record({
    line: fc.constantFrom('local' as const, 'locator' as const, 'enhance' as const, 'b2b' as const),
    kind: fc.constantFrom(...leadKinds),
    payer: fc.constantFrom('client' as const, 'agency' as const),
    period: fc.integer({ min: 0, max: 5 }),
    feePeriod: fc.integer({ min: -1, max: 5 }),
    isPlatformCharged: fc.boolean(),
    leadsLeft: fc.integer({ min: 0, max: 3 }),
    leadsSoFar: fc.integer({ min: 0, max: 20 }),
    wholesale: fc.record({
      platformFeeCents: cost,
      periodFeeCents: cost,
      perLeadCentiCents: cost,
      perLeadAdvancedCentiCents: cost,
    }),
    root: fc.constant(noFees),
    price: fc.record({
      term: fc.constantFrom('Weekly' as const, 'Monthly' as const, 'One Time' as const, 'Prepaid' as const),
      perLeadCentiCents: cost,
      perLeadAdvancedCentiCents: cost,
      perLeadB2bCentiCents: cost,
      periodFeeCents: cost,
      platformFeeCents: cost,
      aboveLimitCentiCents: cost,
      limit: fc.constant(price.limit),
      topUp: fc.record({ mode: fc.constant('continual' as const), leads: fc.integer({ min: 0, max: 500 }) }),
    }),
  })

  it('never loses or adds a cent: both parts together are the wholesale, and the fee never exceeds its payment', () => {
    fc.assert(
      fc.property(anyFacts, (any) => {
        const { items, sums } = startCharge(any)
        const retail = items.reduce((sum, each) => sum + each.retailCents, 0)
        const owed = items.reduce((sum, each) => sum + each.wholesaleCents, 0)
        const { clientPaysCents, feeCents, agencyPaysCents, carry, waived } = sums
        expect(feeCents + agencyPaysCents + carry.agencyCents + waived.agencyCents).toBe(owed)
        expect(feeCents).toBeLessThanOrEqual(clientPaysCents)
        if (any.payer === 'client') expect(clientPaysCents + carry.clientCents + waived.clientCents).toBe(retail)
        else expect(clientPaysCents).toBe(0)
      }),
    )
  })

  it('asks for nothing a second time once it was carried out', () => {
    fc.assert(
      fc.property(anyFacts, (any) => {
        const { feePeriod = any.feePeriod, hasPlatformFee, bought } = startCharge(any)
        const after = {
          ...any,
          feePeriod: Math.max(any.feePeriod, feePeriod),
          isPlatformCharged: any.isPlatformCharged || hasPlatformFee,
          leadsLeft: any.leadsLeft + (bought?.leads ?? 0),
        }
        expect(startCharge(after).items).toEqual([])
        expect(leadsOfStart(after)).toBe(0)
      }),
    )
  })
})
