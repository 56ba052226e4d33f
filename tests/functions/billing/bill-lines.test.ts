import { describe, expect, it } from 'vitest'
import { agencyLines, clientLines } from '#functions/domain/billing/bill-lines.ts'
import type { PaymentTerm } from '#shared/model/company.ts'
import {
  type BillItem,
  type BillPayer,
  billSums,
  boughtItem,
  creditItems,
  feeItems,
  leadItems,
  noCarry,
} from '#shared/money/bill.ts'
import { noFees, noPrice } from '#shared/money/price-list.ts'

const unit = { retailCentiCents: 15_000, wholesaleCentiCents: 5_000, rootCentiCents: 700 }
const retail = { ...noPrice, platformFeeCents: 10_000, periodFeeCents: 2_500 }
const wholesale = { ...noFees, platformFeeCents: 4_000, periodFeeCents: 1_000 }
const week = { fromOn: '2027-03-01', toOn: '2027-03-07' }

const billOf = (
  items: BillItem[],
  { payer = 'client' as BillPayer, carried = noCarry, term = 'Weekly' as PaymentTerm } = {},
) => ({
  items,
  sums: billSums(items, { payer, carry: carried, isLast: false }),
  carried,
  payer,
  term,
})
const one = (items: BillItem[], term?: PaymentTerm) => clientLines(billOf(items, { ...(term && { term }) }))
const sum = (lines: { amountCents: number }[]) => lines.reduce((total, { amountCents }) => total + amountCents, 0)

describe('the lines of an invoice', () => {
  it.each([
    ['Platform fee', feeItems('platform', retail, wholesale), 1, 1_000_000, 10_000],
    ['Campaign fee (Mar 1 to Mar 7)', feeItems('campaign', retail, wholesale, week), 1, 250_000, 2_500],
    ['Campaign fee', feeItems('campaign', retail, wholesale), 1, 250_000, 2_500],
    ['Leads basic', leadItems({ bsn15000w5000r700: 12 }), 12, 15_000, 1_800],
    ['Leads advanced', leadItems({ bdn15000w5000r700: 12 }), 12, 15_000, 1_800],
    ['Leads B2B', leadItems({ btn15000w5000r700: 12 }), 12, 15_000, 1_800],
    ['Leads above limit', leadItems({ bsa15000w5000r700: 2 }), 2, 15_000, 300],
    ['Top-up', [boughtItem(100, unit, 'basic')], 100, 15_000, 15_000],
    ['Credit', creditItems({ bsn15000w5000r700: 2 }), 2, -15_000, -300],
  ])('LED-15 say %s, how many and what each costs', (label, items, qty, unitCentiCents, amountCents) => {
    expect(one(items)).toEqual([{ label, qty, unitCentiCents, amountCents }])
  })

  it('LED-15 name what is bought once by its kind', () => {
    expect(one([boughtItem(10, unit, 'b2b')], 'One Time')).toMatchObject([{ label: 'Leads B2B', amountCents: 1_500 }])
  })

  it('show the client retail alone, and as much as he pays', () => {
    const items = [
      ...feeItems('campaign', { ...retail, periodFeeCents: 0 }, wholesale, week),
      // Two wholesale prices of one retail price.
      ...leadItems({ bsn15000w5000r700: 12, bsn15000w6000r700: 3 }),
      ...creditItems({ bsn15000w5000r700: 2 }),
    ]
    const bill = billOf(items, { carried: { clientCents: 40, agencyCents: 30 } })
    const lines = clientLines(bill)
    expect(lines).toEqual([
      { label: 'Leads basic', qty: 15, unitCentiCents: 15_000, amountCents: 2_250 },
      { label: 'Credit', qty: 2, unitCentiCents: -15_000, amountCents: -300 },
      { label: 'Carried over', amountCents: 40 },
    ])
    expect(sum(lines)).toBe(bill.sums.clientPaysCents)
  })

  it('leave apart what would be rounded otherwise together', () => {
    const lines = one(leadItems({ bsn50w10r0: 1, bsn50w20r0: 1 }))
    expect(lines.map(({ qty, amountCents }) => [qty, amountCents])).toEqual([
      [1, 1],
      [1, 1],
    ])
  })

  it('CST-39 show the agency wholesale, and what the payment of its client held', () => {
    const items = leadItems({ bsn0w10000r0: 10, bsn6000w5000r0: 5 })
    const bill = billOf(items, { carried: { clientCents: 0, agencyCents: 20 } })
    expect(agencyLines(bill)).toEqual([
      { label: 'Leads basic', qty: 5, unitCentiCents: 5_000, amountCents: 250 },
      { label: 'Leads basic', qty: 10, unitCentiCents: 10_000, amountCents: 1_000 },
      { label: 'Carried over', amountCents: 20 },
      { label: "Held in the client's payment", amountCents: -300 },
    ])
    expect(sum(agencyLines(bill))).toBe(bill.sums.agencyPaysCents)
    expect(sum(clientLines(bill))).toBe(300)
  })

  it('LED-17 show an agency that is billed by hand all wholesale', () => {
    const items = [...feeItems('campaign', retail, wholesale, week), ...leadItems({ bsn15000w5000r700: 12 })]
    const bill = billOf(items, { payer: 'agency' })
    expect(agencyLines(bill)).toEqual([
      { label: 'Campaign fee (Mar 1 to Mar 7)', qty: 1, unitCentiCents: 100_000, amountCents: 1_000 },
      { label: 'Leads basic', qty: 12, unitCentiCents: 5_000, amountCents: 600 },
    ])
  })
})
