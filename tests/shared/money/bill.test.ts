// Bills of campaigns: what their lines come to, who pays which part, and that nothing is lost or made over many of them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aheadSums,
  billSums,
  boughtItem,
  creditItems,
  feeItems,
  feeWholesaleCents,
  hasNextBill,
  leadItems,
  noCarry,
  rootCentsOf,
} from '#shared/money/bill.ts'
import { countLines, type LeadLine, lineKey, readLineKey, readLines } from '#shared/money/lead-lines.ts'
import { noFees, noPrice } from '#shared/money/price-list.ts'

const amounts = fc.nat({ max: 50_000_000 })
const line: fc.Arbitrary<LeadLine> = fc.record(
  {
    funding: fc.constantFrom('bill' as const, 'lot' as const, 'hold' as const),
    kind: fc.constantFrom('basic' as const, 'advanced' as const, 'b2b' as const),
    isAboveLimit: fc.boolean(),
    retailCentiCents: amounts,
    wholesaleCentiCents: amounts,
    rootCentiCents: amounts,
    payer: fc.constantFrom('client' as const, 'agency' as const),
  },
  { requiredKeys: ['funding', 'kind', 'isAboveLimit', 'retailCentiCents', 'wholesaleCentiCents', 'rootCentiCents'] },
)

describe('lines of leads', () => {
  it('have keys that say all of them, and that no other line has', () => {
    fc.assert(
      fc.property(line, line, (a, b) => {
        expect(readLineKey(lineKey(a))).toEqual(a)
        // What a library makes of a name it uses in a request: letters, digits and underscores.
        expect(lineKey(a)).toMatch(/^[a-z0-9]+$/)
        if (lineKey(a) === lineKey(b)) expect(a).toEqual(b)
      }),
    )
  })

  it('are counted one by one', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (all) => {
        const counted = readLines(countLines(all))
        expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(all.length)
        expect(counted.reduce((sum, { count, retailCentiCents: each }) => sum + count * each, 0)).toBe(
          all.reduce((sum, { retailCentiCents: each }) => sum + each, 0),
        )
      }),
    )
  })

  it('refuse what is no key', () => {
    expect(() => readLineKey('bsn1w2')).toThrow()
    expect(() => readLineKey('xsn1w2r3')).toThrow()
  })
})

describe('a bill', () => {
  const counted = fc.dictionary(line.map(lineKey), fc.integer({ min: 1, max: 500 }), { maxKeys: 5 })

  it('rounds each line once, half up', () => {
    expect(leadItems({ bsn12550w1250r0: 3 })).toEqual([
      expect.objectContaining({ what: 'leads', count: 3, retailCents: 377, wholesaleCents: 38 }),
    ])
  })

  it('leaves out leads that a lot or a wallet paid for', () => {
    expect(leadItems({ lsn100w100r0: 3, hsn100w100r0: 2, bsa100w0r0: 1 })).toEqual([
      expect.objectContaining({ what: 'above', count: 1, retailCents: 1, wholesaleCents: 0 }),
    ])
  })

  it('rounds the leads of a line once, half up', () => {
    const centsOf = (count: number, each: number) => leadItems({ [`bsn${each}w0r0`]: count })[0]?.retailCents
    expect([centsOf(3, 1_250), centsOf(1, 50), centsOf(1, 49)]).toEqual([38, 1, 0])
  })

  it('come dearest first, those of one price by their keys, and without what was counted to nothing', () => {
    const lines = { bsn100w5r0: 1, lsn300w5r0: 2, bdn100w5r0: 3, hsn900w5r0: 0 }
    expect(readLines(lines).map(({ retailCentiCents, kind, count }) => [retailCentiCents, kind, count])).toEqual([
      [300, 'basic', 2],
      [100, 'advanced', 3],
      [100, 'basic', 1],
    ])
  })

  it.each(['', 'xsn1w1r1', 'bxn1w1r1', 'bsn1w1', 'bsn1w1r1x', ' bsn1w1r1', 'bsn-1w1r1', 'bsn1w1r1cc'])(
    'are no line for %j',
    (key) => expect(() => readLineKey(key)).toThrow('is no line of leads'),
  )

  it('leaves out credits of leads that a lot or a wallet paid for', () => {
    expect(creditItems({ lsn100w100r0: 3, hsn100w100r0: 2 })).toEqual([])
  })

  it('says what leads of a wallet come to, less what was given back of them', () => {
    const lines = { hsn1250w150r0: 3, bsn9000w9000r0: 5 }
    expect(aheadSums(lines, {})).toEqual({ retailCents: 38, wholesaleCents: 5 })
    expect(aheadSums(lines, { hsn1250w150r0: 1, bsn9000w9000r0: 1 })).toEqual({ retailCents: 25, wholesaleCents: 3 })
    expect(aheadSums({}, { hsn1250w150r0: 3 })).toEqual({ retailCents: -38, wholesaleCents: -5 })
  })

  it('counts what the root pays itself, without what was given back', () => {
    const unit = { retailCentiCents: 0, wholesaleCentiCents: 0, rootCentiCents: 150 }
    const leads = leadItems({ bsn0w0r150: 5 })
    expect(rootCentsOf(leads)).toBe(8)
    expect(rootCentsOf([...leads, ...creditItems({ bsn0w0r150: 1 })])).toBe(6)
    expect(rootCentsOf([boughtItem(4, unit, 'basic'), { what: 'refund', count: 2, rootCentiCents: 150 }])).toBe(3)
  })

  it('CST-39 has a line for a fee that one of both pays', () => {
    const days = { fromOn: '2027-01-01', toOn: '2027-01-07' }
    expect(feeItems('platform', noPrice, { ...noFees, platformFeeCents: 200 }, days)).toEqual([
      expect.objectContaining({ what: 'platform', retailCents: 0, wholesaleCents: 200, ...days }),
    ])
    const ofClient = feeItems('campaign', { ...noPrice, periodFeeCents: 300 }, noFees)
    expect(ofClient).toEqual([expect.objectContaining({ retailCents: 300, wholesaleCents: 0 })])
    expect(ofClient[0]).not.toHaveProperty('fromOn')
    const mixed = [...ofClient, ...feeItems('platform', noPrice, { ...noFees, platformFeeCents: 200 })]
    expect(feeWholesaleCents([...mixed, ...leadItems({ bsn1w90000r0: 1 })])).toBe(200)
  })

  it('has a next bill for every term but One Time', () => {
    expect((['Weekly', 'Monthly', 'Prepaid', 'One Time'] as const).map(hasNextBill)).toEqual([true, true, true, false])
  })

  it('has no line for a fee that nobody pays', () => {
    expect(feeItems('platform', noPrice, noFees)).toEqual([])
    expect(feeItems('campaign', { ...noPrice, periodFeeCents: 500 }, { ...noFees, periodFeeCents: 200 })).toEqual([
      expect.objectContaining({ what: 'campaign', count: 1, retailCents: 500, wholesaleCents: 200 }),
    ])
  })

  it('CST-39 charges the agency what the price of its client does not cover', () => {
    const items = leadItems({ bsn0w10000r0: 3 })
    expect(billSums(items, { payer: 'client', carry: noCarry, isLast: false })).toMatchObject({
      clientPaysCents: 0,
      feeCents: 0,
      agencyPaysCents: 300,
    })
    const partly = leadItems({ bsn5000w10000r0: 3 })
    expect(billSums(partly, { payer: 'client', carry: noCarry, isLast: false })).toMatchObject({
      clientPaysCents: 150,
      feeCents: 150,
      agencyPaysCents: 150,
    })
  })

  it('LED-17 asks the client alone, or the agency alone, for what is theirs', () => {
    const items = leadItems({ bsn15000w5000r0: 100 })
    expect(billSums(items, { payer: 'client', carry: noCarry, isLast: false })).toMatchObject({
      clientPaysCents: 15_000,
      feeCents: 5_000,
      agencyPaysCents: 0,
    })
    expect(billSums(items, { payer: 'agency', carry: noCarry, isLast: false })).toMatchObject({
      clientPaysCents: 0,
      feeCents: 0,
      agencyPaysCents: 5_000,
    })
  })

  it('LED-22 carries up to 50 cents into the next bill, and waives them where there is none', () => {
    const fifty = leadItems({ bsn5000w1000r0: 1 })
    const carried = billSums(fifty, { payer: 'client', carry: noCarry, isLast: false })
    expect(carried).toMatchObject({ clientPaysCents: 0, carry: { clientCents: 50, agencyCents: 10 } })
    const next = billSums(fifty, { payer: 'client', carry: carried.carry, isLast: false })
    expect(next).toMatchObject({ clientPaysCents: 100, feeCents: 20, agencyPaysCents: 0, carry: noCarry })
    const last = billSums(fifty, { payer: 'client', carry: noCarry, isLast: true })
    expect(last).toMatchObject({ clientPaysCents: 0, carry: noCarry, waived: { clientCents: 50, agencyCents: 10 } })
  })

  it('keeps money that is due back, also where no bill follows', () => {
    const items = creditItems({ bsn15000w5000r0: 2 })
    expect(items[0]).toMatchObject({ what: 'credit', retailCents: -300, wholesaleCents: -100 })
    const sums = billSums(items, { payer: 'client', carry: noCarry, isLast: true })
    expect(sums).toMatchObject({ clientPaysCents: 0, carry: { clientCents: -300, agencyCents: -100 } })
    const later = [boughtItem(10, { retailCentiCents: 15_000, wholesaleCentiCents: 5_000, rootCentiCents: 0 }, 'basic')]
    expect(billSums(later, { payer: 'client', carry: sums.carry, isLast: false })).toMatchObject({
      clientPaysCents: 1_200,
      feeCents: 400,
    })
  })

  it('gives what was credited back to who pays the bill of its lead, whoever pays this one', () => {
    const ofClient = creditItems({ bsn15000w5000r0c: 2 })
    expect(billSums(ofClient, { payer: 'agency', carry: noCarry, isLast: true })).toMatchObject({
      clientPaysCents: 0,
      agencyPaysCents: 0,
      carry: { clientCents: -300, agencyCents: -100 },
    })
    const ofAgency = [...leadItems({ bsn15000w5000r0: 4 }), ...creditItems({ bsn15000w5000r0a: 2 })]
    expect(billSums(ofAgency, { payer: 'client', carry: noCarry, isLast: false })).toMatchObject({
      clientPaysCents: 600,
      feeCents: 100,
      agencyPaysCents: 0,
      carry: noCarry,
    })
  })

  it('loses and makes nothing over a life of bills: what was paid, waits and was waived is what was sold', () => {
    const step = fc.record({ lines: counted, credits: counted, isLast: fc.boolean(), byHand: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        let carry = noCarry
        let [client, root, soldToClients, wholesale] = [0, 0, 0, 0]
        for (const { lines, credits, isLast, byHand } of steps) {
          const payer = byHand ? 'agency' : 'client'
          const items = [...leadItems(lines), ...creditItems(credits)]
          const sums = billSums(items, { payer, carry, isLast })
          const { clientPaysCents, feeCents, agencyPaysCents, waived } = sums
          // Nobody is charged so little, and no fee is larger than its charge.
          for (const each of [clientPaysCents, agencyPaysCents]) expect(each === 0 || each > 50).toBe(true)
          expect(feeCents).toBeLessThanOrEqual(clientPaysCents)
          expect(feeCents).toBeGreaterThanOrEqual(0)
          if (byHand) expect(clientPaysCents).toBe(0)
          carry = sums.carry
          client += clientPaysCents + waived.clientCents
          root += feeCents + agencyPaysCents + waived.agencyCents
          // A credit is of who pays the bill of its lead, no matter who pays this one.
          const ofClient = items.filter((item) => (item.payer ?? payer) === 'client')
          soldToClients += ofClient.reduce((sum, { retailCents }) => sum + retailCents, 0)
          wholesale += sums.wholesaleCents
        }
        expect({ client: client + carry.clientCents, root: root + carry.agencyCents }).toEqual({
          client: soldToClients,
          root: wholesale,
        })
      }),
    )
  })
})
