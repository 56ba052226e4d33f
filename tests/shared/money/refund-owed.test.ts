// What an agency is still to get of a refund, and what operators have to see to.
import { describe, expect, it } from 'vitest'
import { RefundPart } from '#shared/model/campaign-bill.ts'
import { askedAgainOf, isAskedAgain, toSeeSince, wentOf } from '#shared/money/refund-owed.ts'

const seen = (since: number) => ({ since, rootId: 'root' })
const owed = (more: object) => ({
  ...seen(1),
  feeCents: 0,
  agencyCents: 0,
  reason: 'Refused.',
  tries: 0,
  isAsked: false,
  isSentBack: false,
  ...more,
})
const part = (more: object): RefundPart =>
  RefundPart.parse({
    billKey: 'b1',
    payer: 'client',
    lots: [],
    clientCents: 500,
    feeCents: 200,
    agencyCents: 100,
    status: 'done',
    ...more,
  })

describe('what an agency is owed of a refund', () => {
  it.each([
    { name: 'nothing', of: undefined, is: false },
    { name: 'a fee', of: owed({ feeCents: 1 }), is: true },
    { name: 'a part of its own', of: owed({ agencyCents: 1 }), is: true },
    { name: 'a part that its bank sent back', of: owed({ agencyCents: 1, isSentBack: true }), is: false },
    { name: 'a fee beside it', of: owed({ agencyCents: 1, feeCents: 1, isSentBack: true }), is: true },
    { name: 'what is asked for', of: owed({ isAsked: true }), is: true },
  ])('is asked for anew or not: $name', ({ of, is }) => expect(isAskedAgain(part({ owed: of }).owed)).toBe(is))

  it('leaves out what a bank sent back', () => {
    const of = (more: object) => askedAgainOf({ ...owed({ feeCents: 3, agencyCents: 4 }), ...more })
    expect([of({}), of({ isSentBack: true })]).toEqual([
      { feeCents: 3, agencyCents: 4 },
      { feeCents: 3, agencyCents: 0 },
    ])
  })

  it('did not go', () => {
    expect(wentOf(part({}))).toMatchObject({ clientCents: 500, feeCents: 200, agencyCents: 100 })
    const went = wentOf(part({ owed: owed({ feeCents: 150, agencyCents: 100 }) }))
    expect(went).toMatchObject({ clientCents: 500, feeCents: 50, agencyCents: 0 })
  })
})

describe('what operators have to see to', () => {
  it.each([
    { name: 'nothing', more: {}, since: undefined },
    { name: 'what is owed', more: { owed: owed({}), unknown: seen(2), waits: seen(3) }, since: 1 },
    { name: 'what nobody knows', more: { status: 'open', unknown: seen(2), waits: seen(3) }, since: 2 },
    { name: 'what waits', more: { status: 'failed', unknown: seen(2), waits: seen(3) }, since: 3 },
    { name: 'nothing of what ended', more: { status: 'done', unknown: seen(2), waits: seen(3) }, since: undefined },
  ])('is $name', ({ more, since }) => expect(toSeeSince(part(more))?.since).toBe(since))
})
