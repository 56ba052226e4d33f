import { describe, expect, it } from 'vitest'
import { profileMenu } from '#shared/access/profile-menu.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { administrator, agency, client, executive, root, sales, staff, without } from './cast.ts'

/** What people see: the menu of the application as it is. */
const ids = (viewer: Viewer) => profileMenu(viewer).map(({ id }) => id)
const api = { apiMode: true, domainIsRootCompany: true }
const walletBeta = (appliesToAllAgencies: boolean) => ({
  betas: { ...agency().betas, dataWallet: { isBeta: true, appliesToAllAgencies } },
})

describe('profileMenu', () => {
  it.each<{ name: string; item: string; shown: Viewer[]; absent: Viewer[] }>([
    { name: 'SHL-031 Profile', item: 'profile', shown: [agency(), client(), root()], absent: [sales(), executive()] },
    {
      name: 'SHL-032 Card Setting with a card',
      item: 'cardSetting',
      shown: [client(), agency()],
      // Nothing is missing of the set-up of those who pay nothing.
      absent: [client({ hasCard: false }), root(), root({ hasCard: true }), sales({ hasCard: true })],
    },
    {
      name: 'SHL-033 Card Setting when billed by hand',
      item: 'cardSetting',
      shown: [agency({ manualBill: true }), staff({ manualBill: true })],
      absent: [client({ manualBill: true })],
    },
    {
      name: 'SHL-034 SHL-035 Data Wallet',
      item: 'dataWallet',
      shown: [agency(), staff()],
      absent: [client(), sales(), root(), agency({ ownSystem: false })],
    },
    {
      name: 'SHL-036 Data Wallet as a beta',
      item: 'dataWallet',
      shown: [agency(walletBeta(true)), agency({ ...walletBeta(false), isBetaCompany: true })],
      absent: [agency(walletBeta(false))],
    },
    {
      name: 'Data Wallet that was in use before it was tried out',
      item: 'dataWallet',
      shown: [
        agency({ betas: { ...agency().betas, dataWallet: { ...walletBeta(false).betas.dataWallet, isKept: true } } }),
      ],
      absent: [],
    },
    {
      name: 'SHL-040 Exclusion List',
      item: 'clientExclusionList',
      shown: [client()],
      absent: [agency(), sales(), root()],
    },
    {
      name: 'the account for commissions',
      item: 'salesConnectAccount',
      shown: [sales(), executive()],
      absent: [agency(), client(), root()],
    },
    { name: 'SHL-037 Integrations', item: 'integrations', shown: [client()], absent: [agency(), sales()] },
  ])('$name', ({ item, shown, absent }) => {
    for (const viewer of shown) expect(ids(viewer)).toContain(item)
    for (const viewer of absent) expect(ids(viewer)).not.toContain(item)
  })

  it.each<{ name: string; item: string; shown: Viewer[]; absent: Viewer[] }>([
    {
      name: 'SHL-038 Developer',
      item: 'developer',
      // On the host of the root, and on that of an agency directly below it.
      shown: [agency(api), staff(api), agency({ ...api, domainIsRootCompany: false, isPlatformRootAgency: true })],
      absent: [
        agency({ ...api, apiMode: false }),
        agency({ ...api, domainIsRootCompany: false, isPlatformRootAgency: false }),
        client(api),
        sales(api),
      ],
    },
    {
      name: 'SHL-039 Developer needs card and account, except for system users',
      item: 'developer',
      shown: [root(api)],
      absent: [agency({ ...api, hasCard: false }), agency({ ...api, packageId: '' })],
    },
  ])('$name', ({ item, shown, absent }) => {
    for (const viewer of shown) expect(ids(viewer)).toContain(item)
    for (const viewer of absent) expect(ids(viewer)).not.toContain(item)
  })

  it('offers nothing whose calls belong to Settings to a role that leaves Settings out', () => {
    const all = ['cardSetting', 'dataWallet', 'developer']
    expect(ids(staff(api))).toEqual(expect.arrayContaining(all))
    const narrow = ids(staff({ ...api, permissions: without('settings') }))
    expect(all.filter((id) => narrow.includes(id))).toEqual([])
    expect(ids(root({ ...api, permissions: without('settings') }))).not.toContain('developer')
  })

  it('ends with the four items that everybody has', () => {
    for (const person of [agency, client, root, sales, administrator]) {
      expect(ids(person()).slice(-4)).toEqual(['changePassword', 'twoFactor', 'signIns', 'logOut'])
    }
  })

  it("VAS-018 leaves out another person's own settings in view mode", () => {
    expect(ids(agency({ isViewing: true }))).toEqual(['profile', 'cardSetting', 'dataWallet', 'logOut'])
  })

  it('keeps only the card page for whoever must go there', () => {
    expect(ids(agency({ accessModuleAgency: 'paymentfailed' }))).not.toContain('profile')
    expect(ids(agency({ accessModuleAgency: 'paymentfailed' }))).toContain('cardSetting')
  })
})
