// What people may say of a campaign: rules between fields, and those of its product.
import { describe, expect, it } from 'vitest'
import { campaignFaults, informationTypesOf, targetFaults } from '#shared/campaigns/rules.ts'
import { CampaignTarget } from '#shared/model/campaign.ts'
import { productLines } from '#shared/model/company.ts'
import { leadKinds } from '#shared/money/price-list.ts'

/** Noon in Chicago. */
const now = Date.parse('2027-03-10T18:00:00Z')
const [yesterday, today, tomorrow] = ['2027-03-09', '2027-03-10', '2027-03-11']
const site = {
  line: 'local',
  siteUrl: 'https://example.com',
  informationType: 'basic',
  hasMinimumLeads: false,
  minimumLeads: 0,
  startOn: '',
  endOn: '',
  timeZone: 'America/Chicago',
} as const
const nowhere = CampaignTarget.parse({ keywords: ['shoes'] })
const target = { ...nowhere, isNational: true }
type Said = Parameters<typeof campaignFaults>[0]
const faults = (more: Partial<Said>, before?: Partial<Said>) =>
  Object.keys(campaignFaults({ ...site, ...more }, target, { before: before && { ...site, ...before }, now }))

describe('CMP-25+ a campaign', () => {
  it('needs a site, or words and one kind of area', () => {
    const of = (more: object, line: 'local' | 'locator' = 'locator', siteUrl = '') =>
      Object.keys(targetFaults({ line, siteUrl }, { ...nowhere, ...more }))
    expect([of({}, 'local', 'https://example.com'), of({}, 'local')]).toEqual([[], ['siteUrl']])
    for (const area of [
      { isNational: true },
      { states: ['IL'] },
      { cities: ['Chicago, IL'] },
      { zipCodes: ['60601'] },
    ]) {
      expect(of(area)).toEqual([])
      expect(of({ ...area, keywords: [] })).toEqual(['keywords'])
    }
    expect(of({})).toEqual(['zipCodes'])
    expect([faults({ siteUrl: '' }), faults({ line: 'locator', siteUrl: '' })]).toEqual([['siteUrl'], []])
  })

  it('has days that exist, in their order, and none that has passed but those it had', () => {
    for (const days of [{}, { startOn: today }, { endOn: today }, { startOn: tomorrow, endOn: tomorrow }])
      expect(faults(days)).toEqual([])
    expect(faults({ startOn: yesterday })).toEqual(['startOn'])
    expect(faults({ endOn: yesterday })).toEqual(['endOn'])
    expect(faults({ startOn: tomorrow, endOn: today })).toEqual(['endOn'])
    expect(faults({ startOn: yesterday, endOn: yesterday }, { startOn: yesterday, endOn: yesterday })).toEqual([])
    expect(faults({ startOn: yesterday, endOn: yesterday }, { startOn: today, endOn: today })).toEqual([
      'startOn',
      'endOn',
    ])
    expect([faults({ startOn: '2028-02-30' }), faults({ endOn: '2028-02-30' })]).toEqual([['startOn'], ['endOn']])
    // Nothing else is said of days of which one does not exist.
    expect(faults({ startOn: '2028-02-30', endOn: today })).toEqual(['startOn'])
    expect(faults({ timeZone: 'Mars/Olympus', startOn: yesterday })).toEqual(['timeZone'])
  })

  it('has leads of a kind that its product carries', () => {
    for (const line of productLines)
      for (const informationType of leadKinds)
        expect(faults({ line, informationType }).includes('informationType')).toBe(
          !informationTypesOf[line].includes(informationType),
        )
    expect(informationTypesOf).toEqual({
      local: ['basic', 'advanced'],
      locator: ['basic'],
      enhance: ['basic', 'advanced'],
      b2b: ['b2b'],
    })
  })

  it('that tells of few leads says from how many on', () => {
    expect(faults({ hasMinimumLeads: true })).toEqual(['minimumLeads'])
    expect(faults({ hasMinimumLeads: true, minimumLeads: 1 })).toEqual([])
  })
})
