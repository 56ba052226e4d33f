// What agencies keep for themselves of campaigns, what a person still has to set up, and features that are being tried out.
import { describe, expect, it } from 'vitest'
import { refusalToAddCampaign, refusalToShowPhone, refusalToSort } from '#shared/access/add-campaign.ts'
import { betaOf, hasCampaigns, isWalletUsed, mayBegin, mayBeginLine } from '#shared/access/beta.ts'
import { seesDestination } from '#shared/access/destinations.ts'
import { type SetupFacts, servingCompany, setupOf } from '#shared/access/setup.ts'
import { cents } from '#shared/money/cents.ts'
import { Wallet } from '#shared/money/wallet.ts'

const others = ['root', 'sales', 'agency', 'administrator'] as const

describe('of campaigns', () => {
  it('clients make none where their agency makes them', () => {
    const of = (role: (typeof others)[number] | 'client', disableClientAddCampaign: boolean) =>
      refusalToAddCampaign({ role }, { disableClientAddCampaign })
    expect([of('client', true), of('client', false)]).toEqual([expect.stringContaining('Your agency'), null])
    expect(others.map((role) => of(role, true))).toEqual([null, null, null, null])
  })

  it('clients neither sort them nor show numbers, unless nothing changes', () => {
    expect(refusalToSort({ role: 'client' }, 'a', 'b')).toContain('groups')
    expect(refusalToShowPhone({ role: 'client' }, false, true)).toContain('telephone numbers')
    for (const asked of ['a', undefined]) expect(refusalToSort({ role: 'client' }, 'a', asked)).toBeNull()
    for (const asked of [true, undefined]) expect(refusalToShowPhone({ role: 'client' }, true, asked)).toBeNull()
    for (const role of others) {
      expect(refusalToSort({ role }, 'a', 'b')).toBeNull()
      expect(refusalToShowPhone({ role }, false, true)).toBeNull()
    }
  })
})

describe('of places that leads go to', () => {
  it('clients see their own, and everybody else those of the agency too', () => {
    const sees = (role: (typeof others)[number] | 'client', companyId: string) =>
      seesDestination(role, { companyId }, { companyId: 'client' })
    expect([sees('client', 'client'), sees('client', 'agency')]).toEqual([true, false])
    for (const role of others) expect([sees(role, 'client'), sees(role, 'agency')]).toEqual([true, true])
  })
})

describe('a set-up', () => {
  const agency: SetupFacts = {
    user: { userType: 'agency', isSystemUser: false, hasCard: false, profileSetupCompleted: true },
    company: { manualBill: false, paymentFailed: false, customerPaymentId: '' },
    agency: { paymentFailed: false },
  }
  const of = (user: Partial<SetupFacts['user']>, company: Partial<SetupFacts['company']> = {}, agencyFailed = false) =>
    setupOf({
      user: { ...agency.user, ...user },
      company: { ...agency.company, ...company },
      agency: { paymentFailed: agencyFailed },
    })

  it.each([
    { name: 'no card', user: {}, company: {}, hasCard: false, isComplete: false },
    { name: 'a card', user: { hasCard: true }, company: {}, hasCard: true, isComplete: true },
    {
      name: 'a card of its company',
      user: {},
      company: { customerPaymentId: 'cus_1' },
      hasCard: true,
      isComplete: true,
    },
    {
      name: 'no profile',
      user: { hasCard: true, profileSetupCompleted: false },
      company: {},
      hasCard: true,
      isComplete: false,
    },
    { name: 'an agency billed by hand', user: {}, company: { manualBill: true }, hasCard: false, isComplete: false },
    {
      name: 'a client billed by hand',
      user: { userType: 'client' },
      company: { manualBill: true },
      hasCard: true,
      isComplete: true,
    },
    { name: 'a client without a card', user: { userType: 'client' }, company: {}, hasCard: false, isComplete: false },
    {
      name: 'a client that failed to pay',
      user: { userType: 'client', hasCard: true },
      company: { paymentFailed: true },
      hasCard: true,
      isComplete: false,
    },
    {
      name: 'an agency that failed to pay',
      user: { hasCard: true },
      company: { paymentFailed: true },
      hasCard: true,
      isComplete: true,
    },
    { name: 'a sales person', user: { userType: 'sales' }, company: {}, hasCard: false, isComplete: true },
    {
      name: 'an operator',
      user: { isSystemUser: true, profileSetupCompleted: false },
      company: {},
      hasCard: false,
      isComplete: true,
    },
  ] as const)('is complete or not: $name', ({ user, company, hasCard, isComplete }) => {
    expect(of(user, company)).toMatchObject({ hasCard, isComplete })
  })

  it('names whose payment failed', () => {
    const named = (user: Partial<SetupFacts['user']>, failed: boolean, agencyFailed: boolean) => {
      const { accessModule, accessModuleAgency } = of(user, { paymentFailed: failed }, agencyFailed)
      return [accessModule, accessModuleAgency]
    }
    expect(named({ userType: 'client' }, true, true)).toEqual(['paymentfailed', ''])
    expect(named({}, true, true)).toEqual(['', 'paymentfailed'])
    expect([named({ userType: 'client' }, false, true), named({}, true, false)]).toEqual([
      ['', ''],
      ['', ''],
    ])
  })

  it('goes by the agency of a client', () => {
    const [root, agencyRow, client] = [{ kind: 'root' }, { kind: 'agency' }, { kind: 'client' }] as const
    expect(servingCompany<{ kind: 'root' | 'agency' | 'client' }>(client, agencyRow)).toBe(agencyRow)
    expect(servingCompany<{ kind: 'root' | 'agency' | 'client' }>(agencyRow, root)).toBe(agencyRow)
    expect(servingCompany(client, undefined)).toBe(client)
  })
})

describe('what is tried out', () => {
  const stable = { isBeta: false, appliesToAllAgencies: false }
  const beta = { isBeta: true, appliesToAllAgencies: false }
  const root = (b2b: typeof beta) => ({ betas: { b2b, dataWallet: stable } })
  const agency = (isBeta: boolean) => ({ kind: 'agency', isBeta }) as const

  it('is begun by who takes part, by the root itself, and by all where it is for all', () => {
    expect(betaOf(undefined, 'b2b')).toEqual(stable)
    expect(betaOf(root(beta), 'dataWallet')).toEqual(stable)
    expect(mayBegin(root(beta), agency(false), 'b2b')).toBe(false)
    expect(mayBegin(root(beta), agency(true), 'b2b')).toBe(true)
    expect(mayBegin(root(beta), { kind: 'root', isBeta: false }, 'b2b')).toBe(true)
    expect(mayBegin(root({ isBeta: true, appliesToAllAgencies: true }), agency(false), 'b2b')).toBe(true)
    expect(mayBegin(root(stable), agency(false), 'b2b')).toBe(true)
    expect(mayBegin(root(beta), agency(false), 'dataWallet')).toBe(true)
    const lines = ['local', 'locator', 'enhance', 'b2b'] as const
    expect(lines.map((line) => mayBeginLine(root(beta), agency(false), line))).toEqual([true, true, true, false])
    expect(lines.map((line) => mayBeginLine(root(beta), agency(true), line))).toEqual([true, true, true, true])
  })

  it.each([
    { name: 'one that was never touched', more: {}, is: false },
    { name: 'one that held credit', more: { boughtCents: cents(1) }, is: true },
    { name: 'one with a chosen top-up', more: { amountCents: cents(1) }, is: true },
    { name: 'one that waits for the bank', more: { pendingAuto: 'auto-1-1' }, is: true },
    { name: 'one that is being filled by hand', more: { manualId: 'top-1' }, is: true },
  ])('keeps a wallet that is in use: $name', ({ more, is }) => {
    expect(isWalletUsed({ ...Wallet.parse({ companyId: 'com_1' }), ...more })).toBe(is)
  })

  it('keeps a product with campaigns', () => {
    expect([undefined, {}, { paused: 0 }, { paused: 0, archived: 1 }].map(hasCampaigns)).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
})
