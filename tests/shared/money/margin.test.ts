// What campaigns bring an agency, by the states that a payment can be in.
import { describe, expect, it } from 'vitest'
import { boughtItem, feeItems, noCarry } from '#shared/money/bill.ts'
import { cents } from '#shared/money/cents.ts'
import { addMargins, billedSums, chargedSums, marginOf } from '#shared/money/margin.ts'
import { noFees, noPrice } from '#shared/money/price-list.ts'

const paid = {
  status: 'paid',
  amountCents: cents(1_000),
  failedAt: null,
  refundedCents: cents(0),
  dispute: null,
  disputeSettledAt: null,
} as const
const lost = { id: 'dp_1', state: 'lost', reason: '', amountCents: cents(1_000), dueAt: null, at: 1 } as const
const items = [
  boughtItem(10, { retailCentiCents: 20_000, wholesaleCentiCents: 5_000, rootCentiCents: 0 }, 'basic'),
  ...feeItems('platform', { ...noPrice, platformFeeCents: 700 }, { ...noFees, platformFeeCents: 300 }),
]
const sums = {
  retailCents: 2_700,
  wholesaleCents: 800,
  clientPaysCents: 2_700,
  feeCents: 800,
  agencyPaysCents: 0,
  carry: noCarry,
  waived: noCarry,
}
const bill = { items, sums, payer: 'client' } as const

describe('what a client was charged', () => {
  it.each([
    { name: 'what it paid', more: {}, sums: [1_000, 0] },
    { name: 'without what went back', more: { refundedCents: cents(400) }, sums: [600, 0] },
    { name: 'nothing while it is under way', more: { status: 'open' }, sums: [0, 0] },
    { name: 'what it owes once it failed', more: { status: 'open', failedAt: 5 }, sums: [0, 1_000] },
    { name: 'nothing of what is void', more: { status: 'void', failedAt: 5 }, sums: [0, 0] },
    { name: 'what a bank took', more: { dispute: { ...lost, state: 'open' } }, sums: [0, 1_000] },
    { name: 'what a bank took for good', more: { dispute: lost }, sums: [0, 1_000] },
    { name: 'what was settled since', more: { dispute: lost, disputeSettledAt: 5 }, sums: [1_000, 0] },
  ] as const)('is $name', ({ more, sums: [chargedCents, unpaidCents] }) => {
    expect(chargedSums([{ ...paid, ...more }])).toEqual({ chargedCents, unpaidCents })
  })
})

describe('a margin', () => {
  it('is what came less leads and fees at wholesale', () => {
    expect(marginOf([{ ...paid, amountCents: cents(2_700) }], [bill])).toEqual({
      chargedCents: 2_700,
      unpaidCents: 0,
      byHandCents: 0,
      leadsCents: 500,
      feesCents: 300,
      marginCents: 1_900,
    })
  })

  it('counts what the agency asks for itself, leads of a wallet, and nothing that was waived', () => {
    expect(billedSums({ ...bill, payer: 'agency' })).toEqual({ costCents: 800, feeCents: 300, byHandCents: 2_700 })
    const ahead = { retailCents: 90, wholesaleCents: 40 }
    expect(billedSums({ ...bill, ahead })).toEqual({ costCents: 840, feeCents: 300, byHandCents: 90 })
    const waived = { ...bill, sums: { ...sums, waived: { clientCents: 7, agencyCents: 30 } } }
    expect(billedSums(waived).costCents).toBe(770)
  })

  it('of several is each of its sums added up', () => {
    const one = marginOf([paid, { ...paid, status: 'open', failedAt: 1 }], [{ ...bill, payer: 'agency' }])
    const both = addMargins([one, one])
    expect(one.marginCents).toBe(1_000 + 2_700 - 800)
    for (const [name, value] of Object.entries(one)) expect(both).toHaveProperty(name, value * 2)
    expect(Object.values(one).filter((value) => value === 0)).toEqual([])
  })
})
