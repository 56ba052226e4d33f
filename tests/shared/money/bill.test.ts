// Bills of campaigns: what their lines come to, who pays which part, and that nothing is lost or made over many of them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { billSums, boughtItem, creditItems, feeItems, leadItems, noCarry } from '#shared/money/bill.ts'
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
