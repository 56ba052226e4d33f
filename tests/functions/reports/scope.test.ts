// What a report is about, and how many campaigns of an agency it may look at one by one.
import { expect, it } from 'vitest'
import {
  findCampaigns,
  listCampaigns,
  MOST_CAMPAIGNS,
  openBook,
  type Scope,
  scopeOf,
} from '#functions/domain/reports/scope.ts'
import { harness } from '#tests/support/harness.ts'

const h = await harness()
const { northlight, brightSmiles, root, campaigns } = h.cast

it('is one campaign under its own product alone, a client, or an agency', () => {
  const of = (line: 'local' | 'b2b' | undefined) =>
    scopeOf({ company: brightSmiles, campaign: { ...campaigns.smiles, line: 'local' }, line }).of
  expect([of('local'), of(undefined)]).toEqual(['campaign', 'campaign'])
  expect(() => of('b2b')).toThrow('This campaign was not found.')
  const whole = (company: typeof root) => scopeOf({ company, campaign: undefined, line: undefined }).of
  expect([whole(brightSmiles), whole(northlight)]).toEqual(['client', 'agency'])
  expect(() => whole(root)).toThrow('Leads belong to agencies and their clients. Choose one.')
})

it('has the campaigns of one product of a client', async () => {
  const of = async (line: 'local' | 'b2b' | undefined) =>
    (await listCampaigns(h.db, { of: 'client', client: brightSmiles, line })).map((each) => each.line)
  const all = await of(undefined)
  expect(all).toContain('local')
  expect(await of('local')).toEqual(all.filter((line) => line === 'local'))
  expect(await of('b2b')).toEqual(all.filter((line) => line === 'b2b'))
})

it('looks at five hundred campaigns of an agency, and asks for a client where there are more', async () => {
  const scope: Scope = { of: 'agency', agency: { ...northlight, hasLeadMonths: false }, line: undefined }
  const found = await listCampaigns(h.db, scope)
  // As many rows as only a large agency has, without making them.
  const dbOf = (count: number): typeof h.db => {
    const counts = async () => new Map([['local' as const, { active: count }]])
    const campaignList = Object.create(h.db.campaignList, { counts: { value: counts } })
    return Object.create(h.db, { campaignList: { value: campaignList } })
  }
  expect(await findCampaigns(dbOf(MOST_CAMPAIGNS), scope)).toEqual(found)
  expect(await findCampaigns(dbOf(MOST_CAMPAIGNS + 1), scope)).toBeUndefined()
  const many = 'There are too many campaigns. Choose a client or a campaign.'
  await expect(listCampaigns(dbOf(MOST_CAMPAIGNS + 1), scope)).rejects.toThrow(many)
  const days = { from: '2026-11-01', to: '2026-11-30' }
  await expect(openBook(dbOf(MOST_CAMPAIGNS + 1), scope, days)).rejects.toThrow(many)
})
