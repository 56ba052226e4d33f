import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Entry } from '#shared/money/ledger.ts'
import { type Harness, harness } from './harness.ts'
import { acting, actingOf, ownedBy, unexplained } from './tripwire.ts'

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

  it('bites at the wallet of another, its counter-accounts, its open top-ups, its host and its payment account', async () => {
    const { northlight, copper } = h.cast
    const { ledger, domain, connectedAccount } = h.db
    const own = northlight.id
    const entry = Entry.parse({
      companyId: copper.id,
      id: 'lead-1',
      kind: 'charge',
      state: 'posted',
      amountCents: 100,
      at: 1,
      title: 'Lead',
      rule: 'A lead costs what its campaign says.',
    })
    const before = h.violations.length
    const tried = [
      () => ledger.get(copper.id),
      () => ledger.listEntries(copper.id, 0, 1),
      () => ledger.listLots(copper.id),
      () => ledger.setStopped(copper.id, true),
      () => ledger.charge(entry, 1),
      () => ledger.listOpen(1),
      () => ledger.listAutomatic(),
      () => domain.claim('stolen.localhost', copper.id, 1),
      () => connectedAccount.get({ company: copper.id }),
    ]
    for (const [index, work] of tried.entries()) expect([index, await as(own, work)]).toEqual([index, 'refused'])
    expect(h.violations.length - before).toBeGreaterThanOrEqual(tried.length)
    expect(h.violations.slice(before).map((what) => /^\w+ ([A-Z]+)#/.exec(what)?.[1])).toEqual(
      expect.arrayContaining(['W', 'O', 'DUE', 'D', 'C']),
    )
    expect(await as(own, () => ledger.get(own))).toBe('done')
  })

  it('knows every kind of partition that functions/data makes', () => {
    const files = readdirSync('functions/data', { recursive: true, encoding: 'utf8' }).filter((each) =>
      /\.ts$/.test(each),
    )
    const heads = files.flatMap((file) => {
      const text = readFileSync(join('functions/data', file), 'utf8')
      return [...text.matchAll(/['`]([A-Z]+)#\$\{(\w+)/g)].map(([, head = '', what = '']) => ({ head, what }))
    })
    const ofCompany = heads.filter(({ what }) => /^(company|tenant|parent|root|scope|agency)/i.test(what))
    expect(new Set(ofCompany.map(({ head }) => head)).size).toBeGreaterThan(5)
    for (const { head } of ofCompany) expect(ownedBy(`${head}#com_01ABC#X`)).toBe('com_01ABC')
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

  it('bites when somebody reads what a company above keeps for itself', async () => {
    const { northlight, brightSmiles, users } = h.cast
    const { db } = h
    const logOf = (tenantId: string) => db.auditLog.latest({ tenantId, from: 0, to: 1 }, 1)
    const before = h.violations.length
    const asClient = (work: () => Promise<unknown>) => as(brightSmiles.id, work)
    expect(await asClient(() => logOf(northlight.id))).toBe('refused')
    expect(await asClient(() => db.role.find(northlight.id))).toBe('refused')
    expect(await asClient(() => db.ledger.listEntries(northlight.id, 0, 1))).toBe('refused')
    expect(h.violations.length - before).toBe(3)
    // What says whose it is may be read wherever it lies, and so may what is one for all below.
    const own = { tenantId: northlight.id, userId: users.cleo.id, from: 0, to: 1 }
    expect(await asClient(() => db.auditLog.latest(own, 1))).toBe('done')
    expect(await asClient(() => db.price.costsAt(northlight.id, 1))).toBe('done')
    const people = (call: string) =>
      acting
        .run({ companyId: brightSmiles.id, call }, () => db.user.listByCompany(northlight.id))
        .then(() => 'done', caused)
    expect(await people('staff.customerCare')).toBe('done')
    expect(await people('staff.list')).toBe('refused')
  })

  it('bites when somebody writes what is not theirs to change of a company above, whichever call it is', async () => {
    const { northlight, brightSmiles, harbor, users } = h.cast
    const { db } = h
    const before = h.violations.length
    const group = { id: 'grp_x', name: 'Stolen', moduleId: '', companyId: northlight.id }
    const asClient = (work: () => Promise<unknown>, call = 'campaigns.setActive') =>
      acting.run({ companyId: brightSmiles.id, call }, work).then(() => 'done', caused)
    const entry = { parentId: northlight.id, id: brightSmiles.id }
    const rename = (id: string, name: string) => () => db.company.update(id, { name }, { ...entry, id })
    expect(await asClient(() => db.companyGroup.create(group))).toBe('refused')
    expect(await asClient(() => db.user.update(users.ada.id, { reportAnalytics: true }))).toBe('refused')
    expect(await asClient(() => db.ledger.setStopped(northlight.id, true))).toBe('refused')
    expect(await asClient(() => db.company.update(northlight.id, { manualBill: true }))).toBe('refused')
    // An entry of its list is written by who is shown there, and by calls that change it.
    expect(await asClient(rename(brightSmiles.id, 'Brighter'), 'account.saveCompany')).toBe('done')
    expect(await asClient(rename(brightSmiles.id, 'Brightest'), 'leads.list')).toBe('refused')
    expect(await asClient(rename(harbor.id, 'Sunk'), 'account.saveCompany')).toBe('refused')
    expect(h.violations.length - before).toBe(6)
  })

  it('bites when a call goes on after it looked at the whole row of somebody else', async () => {
    const { northlight, copper, users } = h.cast
    const who = { companyId: northlight.id, call: 'campaigns.list', looks: [] as string[] }
    const look = () => Promise.all([h.db.company.find(copper.id), h.db.company.find(h.cast.root.id)])
    await acting.run(who, look)
    await acting.run(who, () => h.db.user.find(users.olive.id))
    expect(unexplained(who)).toEqual([`outside C#${copper.id} COMPANY`, `above U#${users.olive.id} USER`])
    // Of the two only a person has a call with a reason.
    expect(unexplained({ ...who, call: 'account.changeEmail' })).toEqual([`outside C#${copper.id} COMPANY`])
  })

  it('knows who makes a call from its token alone', async () => {
    const token = await h.tokenOf('ada')
    expect(actingOf(`Bearer ${token}`)).toEqual({ companyId: h.cast.northlight.id, holderCompanyId: undefined })
    expect(actingOf('Bearer nothing')).toBeUndefined()
    expect(actingOf(undefined)).toBeUndefined()
  })
})
