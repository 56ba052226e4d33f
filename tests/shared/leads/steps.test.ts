import { describe, expect, it } from 'vitest'
import { findLeadEnds, type LeadFacts, type LeadQuestion, leadSteps } from '#shared/leads/steps.ts'

const good: Record<LeadQuestion, LeadFacts> = {
  campaign: { status: 'active', isTaking: true },
  origin: { isOwnSite: true, hasConverted: false },
  room: { room: 3 },
  person: { isMatched: true },
  required: { missing: [] },
  exclusion: { exclusion: null },
  own: { isOwn: false },
  originOfRepeat: { isOwnSite: true, hasConverted: false },
  repeat: { isKnown: false },
}

type Facts = Partial<Record<LeadQuestion, LeadFacts>>
/** Candidates are told apart by what is special about them. */
async function walk(candidates: readonly Facts[]) {
  const asked: [LeadQuestion, number][] = []
  const answer = (ask: LeadQuestion) => async (open: readonly Facts[]) => {
    asked.push([ask, open.length])
    return open.map((facts) => ({ ...good, ...facts })[ask])
  }
  const ends = await findLeadEnds(candidates, {
    campaign: answer('campaign'),
    origin: answer('origin'),
    room: answer('room'),
    person: answer('person'),
    own: answer('own'),
    originOfRepeat: answer('originOfRepeat'),
    required: answer('required'),
    exclusion: answer('exclusion'),
    repeat: answer('repeat'),
  })
  return { ends: candidates.map((candidate) => ends.get(candidate)), asked }
}

describe('findLeadEnds', () => {
  it('CMP-51 asks in the order of the pipeline, and nobody is asked for who may not become a lead', async () => {
    const { ends, asked } = await walk([
      {},
      { origin: { isOwnSite: false } },
      { exclusion: { exclusion: { companyId: 'c' } } },
    ])
    expect(ends).toEqual([undefined, 'elsewhere', 'excluded'])
    expect(asked).toEqual([
      ['campaign', 3],
      ['origin', 3],
      ['room', 2],
      ['person', 2],
      ['own', 2],
      ['originOfRepeat', 2],
      ['required', 2],
      ['exclusion', 2],
      ['repeat', 1],
    ])
  })

  it.each([
    { ask: 'campaign', facts: { status: 'paused', isTaking: true }, end: 'inactive' },
    { ask: 'campaign', facts: { status: null, isTaking: true }, end: 'inactive' },
    { ask: 'campaign', facts: { status: 'active', isTaking: false }, end: 'inactive' },
    { ask: 'origin', facts: { isOwnSite: false, hasConverted: false }, end: 'elsewhere' },
    { ask: 'origin', facts: { isOwnSite: true, hasConverted: true }, end: 'converted' },
    { ask: 'room', facts: { room: 0 }, end: 'limit' },
    { ask: 'room', facts: { room: 0, full: 'noFunds' }, end: 'noFunds' },
    { ask: 'room', facts: { room: 0, full: 'cap' }, end: 'cap' },
    { ask: 'person', facts: { isMatched: false }, end: 'unmatched' },
    { ask: 'required', facts: { missing: ['Phone'] }, end: 'incomplete' },
    { ask: 'exclusion', facts: { exclusion: { companyId: 'com_1' } }, end: 'excluded' },
    { ask: 'own', facts: { isOwn: true }, end: 'stored' },
    { ask: 'originOfRepeat', facts: { isOwnSite: true, hasConverted: true }, end: 'converted' },
    { ask: 'repeat', facts: { isKnown: true }, end: 'duplicate' },
  ] as const)('ends at $ask with $end, and asks nothing more', async ({ ask, facts, end }) => {
    const { ends, asked } = await walk([{ [ask]: facts }])
    expect(ends).toEqual([end])
    expect(asked.at(-1)?.[0]).toBe(ask)
  })

  it('lets the last one through for whom there is room', async () => {
    expect((await walk([{ room: { room: 1 } }])).ends).toEqual([undefined])
  })

  it.each(leadSteps)('lets nobody through whose answer to $ask is missing', async ({ ask }) => {
    const { ends } = await walk([{ [ask]: {} }])
    expect(ends[0]).toBeDefined()
  })
})
