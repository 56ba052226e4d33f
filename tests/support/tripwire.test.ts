import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, harness } from './harness.ts'
import { acting, actingOf } from './tripwire.ts'

describe('the tripwire', () => {
  let h: Harness
  let foreign: Harness['cast']
  beforeAll(async () => {
    h = await harness()
    foreign = await h.plant()
  })
  afterAll(() => void h.violations.splice(0))

  const caused = (error: unknown): string => {
    for (let at: unknown = error; at instanceof Error; at = at.cause)
      if (at.name === 'AccessDeniedException') return 'refused'
    return error instanceof Error && /lies outside the tree/.test(error.message) ? 'refused' : String(error)
  }
  const as = (companyId: string, work: () => Promise<unknown>) =>
    acting.run({ companyId }, work).then(() => 'done', caused)

  it('bites when a handler reads or writes what belongs to a sibling or to another root', async () => {
    const { northlight, copper, peakFitness, users } = h.cast
    const own = northlight.id
    const group = { id: 'grp_x', name: 'Stolen', moduleId: '' }
    expect(await as(own, () => h.db.companyGroup.list(copper.id))).toBe('refused')
    expect(await as(own, () => h.db.companyGroup.create({ ...group, companyId: copper.id }))).toBe('refused')
    expect(await as(own, () => h.db.campaign.list(peakFitness.id))).toBe('refused')
    expect(await as(own, () => h.db.user.listByCompany(copper.id))).toBe('refused')
    expect(await as(own, () => h.db.user.update(users.abe.id, { reportAnalytics: true }))).toBe('refused')
    expect(await as(own, () => h.db.company.update(copper.id, { manualBill: true }))).toBe('refused')
    expect(await as(own, () => h.db.campaign.list(foreign.brightSmiles.id))).toBe('refused')
    expect(await as(h.cast.root.id, () => h.db.role.find(foreign.root.id))).toBe('refused')
    expect(h.violations).toHaveLength(8)
  })

  it('lets pass what lies in one line, and the door’s own look at a row that a call names', async () => {
    const { root, northlight, copper, brightSmiles, users } = h.cast
    const own = northlight.id
    expect(await as(own, () => h.db.companyGroup.list(own))).toBe('done')
    expect(await as(own, () => h.db.campaign.list(brightSmiles.id))).toBe('done')
    expect(await as(own, () => h.db.company.find(copper.id))).toBe('done')
    expect(await as(own, () => h.db.user.find(users.abe.id))).toBe('done')
    expect(await as(root.id, () => h.db.companyGroup.list(copper.id))).toBe('done')
  })

  it('knows who makes a call from its token alone', async () => {
    const token = await h.tokenOf('ada')
    expect(actingOf(`Bearer ${token}`)).toEqual({ companyId: h.cast.northlight.id, holderCompanyId: undefined })
    expect(actingOf('Bearer nothing')).toBeUndefined()
    expect(actingOf(undefined)).toBeUndefined()
  })
})
