import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statementCsv } from '#functions/wire/wallet/statement.ts'
import { cents } from '#shared/money/cents.ts'
import {
  booksOf,
  Entry,
  effectOf,
  entryKinds,
  entryStates,
  monthOf,
  paymentKeyOf,
  sumOf,
} from '#shared/money/ledger.ts'
import { monthIn, toRow } from '#shared/money/statement.ts'

const at = Date.parse('2026-11-21T12:00:00Z')
const entry = (more: Partial<Entry> = {}): Entry => ({
  ...Entry.parse({
    id: 'top-1',
    companyId: 'com_1',
    kind: 'topup',
    state: 'posted',
    amountCents: 25_000,
    at,
    title: 'Top-up',
    rule: 'x',
  }),
  ...more,
})

describe('the ledger', () => {
  it('adds up to zero, and its wallet is the sum of what its entries do', () => {
    const any = fc.record({
      kind: fc.constantFrom(...entryKinds),
      state: fc.constantFrom(...entryStates),
      amountCents: fc.nat(10 ** 9).map(cents),
    })
    fc.assert(
      fc.property(fc.array(any), (entries) => {
        const books = booksOf(entries)
        expect(sumOf(books)).toBe(0)
        expect(books.wallet).toBe(entries.reduce((sum, each) => sum + effectOf(each), 0))
      }),
    )
  })

  it('keeps an entry under the month of its own time, and asks for a late payment under its first name', () => {
    expect(monthOf(Date.parse('2026-12-31T23:59:59.999Z'))).toBe('202612')
    expect(paymentKeyOf({ companyId: 'com_1', id: 'top-1-late' })).toBe(
      paymentKeyOf({ companyId: 'com_1', id: 'top-1' }),
    )
  })
})

describe('the statement', () => {
  it('WAL-021 tells top-ups, charges and everything else apart', () => {
    expect(toRow(entry()).type).toBe('topup')
    expect(toRow(entry({ kind: 'charge' }))).toMatchObject({ type: 'charge', amountCents: -25_000, expiredAt: null })
    expect(toRow(entry({ kind: 'expiry' }))).toMatchObject({ type: 'other', amountCents: -25_000 })
    expect(toRow(entry({ state: 'void', reason: 'Your card was declined.' }))).toMatchObject({
      type: 'other',
      amountCents: 0,
      expiredAt: null,
      title: 'Top-up of $250.00 failed: Your card was declined.',
    })
    expect(toRow(entry({ state: 'pending' }))).toMatchObject({
      type: 'other',
      isPending: true,
      amountCents: 0,
      title: 'Top-up of $250.00: waiting for your bank or the payment provider',
    })
    expect(toRow(entry({ kind: 'charge', state: 'pending', title: 'Leads' })).title).toBe('Leads')
    const brought = (kind: Entry['kind'], more: Partial<Entry> = {}) => toRow(entry({ kind, expiresAt: 7, ...more }))
    expect([brought('topup'), brought('restore'), brought('return')].map(({ expiredAt }) => expiredAt)).toEqual([
      7, 7, 7,
    ])
    expect([brought('charge'), brought('topup', { state: 'pending' })].map(({ expiredAt }) => expiredAt)).toEqual([
      null,
      null,
    ])
    expect([toRow(entry()).isPending, brought('restore').amountCents, brought('return').type]).toEqual([
      false,
      25_000,
      'other',
    ])
  })

  it('cuts months in the time zone of the company', () => {
    const { start, end } = monthIn('America/Chicago', '2026-11')
    expect([new Date(start).toISOString(), new Date(end).toISOString()]).toEqual([
      '2026-11-01T05:00:00.000Z',
      '2026-12-01T06:00:00.000Z',
    ])
    expect(new Date(monthIn('UTC', '2026-12').end).toISOString()).toBe('2027-01-01T00:00:00.000Z')
  })

  it('WAL-044 is CSV with a header line, and the header alone for an empty month', () => {
    expect(statementCsv([])).toBe('id,title,created_at,expired_at,amount,transaction_type\r\n')
    const rows = [toRow(entry({ title: '=cmd|1', expiresAt: at })), toRow(entry({ kind: 'charge', title: 'a,b' }))]
    expect(statementCsv(rows)).toBe(
      'id,title,created_at,expired_at,amount,transaction_type\r\n' +
        "top-1,'=cmd|1,2026-11-21T12:00:00.000Z,2026-11-21T12:00:00.000Z,250.00,topup\r\n" +
        'top-1,"a,b",2026-11-21T12:00:00.000Z,,(250.00),charge\r\n',
    )
  })
})
