import { describe, expect, it } from 'vitest'
import { findLeadEnd, type LeadFacts, type LeadQuestion, leadSteps } from '#shared/lead-plan.ts'

const good: Record<LeadQuestion, LeadFacts> = {
  campaign: { status: 'active' },
  site: { isOwnSite: true },
  meter: { isTaking: true },
  limit: { isUsedUp: false },
  person: { email: 'nora@example.com' },
  exclusion: { exclusion: null },
  repeat: { mark: null },
}

async function walk(changes: Partial<Record<LeadQuestion, LeadFacts>>) {
  const asked: [LeadQuestion, string][] = []
  const ask = (question: LeadQuestion) => async (email: string) => {
    asked.push([question, email])
    return { ...good, ...changes }[question]
  }
  const end = await findLeadEnd({
    campaign: ask('campaign'),
    site: ask('site'),
    meter: ask('meter'),
    limit: ask('limit'),
    person: ask('person'),
    exclusion: ask('exclusion'),
    repeat: ask('repeat'),
  })
  return { end, asked }
}

describe('findLeadEnd', () => {
  it('lets a visit through that passes every question, and tells the address to those after the person', async () => {
    const { end, asked } = await walk({})
    expect(end).toBeUndefined()
    expect(asked).toEqual([
      ['campaign', ''],
      ['site', ''],
      ['meter', ''],
      ['limit', ''],
      ['person', ''],
      ['exclusion', 'nora@example.com'],
      ['repeat', 'nora@example.com'],
    ])
  })

  it.each([
    { ask: 'campaign', facts: { status: 'paused' }, end: 'inactive' },
    { ask: 'campaign', facts: { status: null }, end: 'inactive' },
    { ask: 'site', facts: { isOwnSite: false }, end: 'elsewhere' },
    { ask: 'meter', facts: { isTaking: false }, end: 'inactive' },
    { ask: 'limit', facts: { isUsedUp: true }, end: 'limit' },
    { ask: 'person', facts: { email: null }, end: 'unknown' },
    { ask: 'person', facts: { email: '' }, end: 'unknown' },
    { ask: 'person', facts: { email: 'nobody' }, end: 'unknown' },
    { ask: 'exclusion', facts: { exclusion: { companyId: 'com_1', kind: 'md5' } }, end: 'excluded' },
    { ask: 'repeat', facts: { mark: 'own' }, end: 'stored' },
    { ask: 'repeat', facts: { mark: 'other' }, end: 'known' },
  ] as const)('ends at $ask with $end, and asks nothing more', async ({ ask, facts, end }) => {
    const result = await walk({ [ask]: facts })
    expect(result.end).toBe(end)
    expect(result.asked.at(-1)?.[0]).toBe(ask)
  })

  it.each(leadSteps.map(({ ask }) => ask))('makes no lead when %s is not answered', async (ask) => {
    expect((await walk({ [ask]: {} })).end).toBeDefined()
  })
})
