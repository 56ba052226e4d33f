import { describe, expect, it } from 'vitest'
import { decide } from '#shared/access/guard.ts'
import {
  landingAfterSso as afterSso,
  homepage as homepageOf,
  landingOfVisitor as visitorsLanding,
} from '#shared/access/landing.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { defaultModules } from '#shared/model/company.ts'
import { administrator, agency, client, root, sales, staff, without } from './cast.ts'

/** Where people land in the application as it is. */
const landingAfterSso = (viewer: Viewer) => afterSso(viewer)
const landingOfVisitor = (viewer: Viewer) => visitorsLanding(viewer)
const homepage = (viewer: Viewer) => homepageOf(viewer)

const agencyList = '/configuration/agency-list'
const settings = '/configuration/general-setting'
const setup = '/user/profile-setup'
const connect = '/configuration/sales-connect-account'
const { local, locator } = defaultModules

describe('landingAfterSso', () => {
  it.each([
    { name: 'RTE-082 an incomplete profile', viewer: agency({ profileSetupCompleted: false }), to: setup },
    { name: 'RTE-083 a locator client', viewer: client({ leadType: 'locator' }), to: '/searchid/dashboard' },
    { name: 'RTE-084 a local client', viewer: client({ leadType: 'local' }), to: '/siteid/dashboard' },
    { name: 'RTE-085 a sales person of the root', viewer: sales({ isSystemUser: true }), to: connect },
    { name: 'RTE-086 root staff, agency', viewer: root(), to: agencyList },
    { name: 'RTE-086 root staff, user', viewer: root({ userType: 'user' }), to: agencyList },
    { name: 'RTE-087 an agency without charges', viewer: agency({ chargesEnabled: false }), to: settings },
    { name: 'RTE-087 an agency without payouts', viewer: agency({ payoutsEnabled: false }), to: settings },
    { name: 'RTE-087 its staff likewise', viewer: staff({ payoutsEnabled: false }), to: settings },
    { name: 'RTE-088 an agency with everything', viewer: agency(), to: '/siteid/dashboard' },
    {
      name: 'RTE-088 an administrator, whatever the account',
      viewer: administrator({ chargesEnabled: false }),
      to: '/siteid/dashboard',
    },
    { name: 'RTE-089 an incomplete system user', viewer: root({ profileSetupCompleted: false }), to: setup },
    { name: 'RTE-089 an incomplete client', viewer: client({ profileSetupCompleted: false }), to: setup },
    { name: 'RTE-089 a system user without charges', viewer: root({ chargesEnabled: false }), to: agencyList },
    { name: 'a client without lead type', viewer: client({ leadType: '' }), to: '/siteid/dashboard' },
    {
      name: 'a locator client without that line',
      viewer: client({ leadType: 'locator', modules: { local } }),
      to: '/siteid/dashboard',
    },
  ])('$name: $to', ({ viewer, to }) => {
    expect(landingAfterSso(viewer)).toBe(to)
  })
})

describe('landingOfVisitor', () => {
  it.each([
    { name: 'RTE-090 a system user', viewer: root(), to: agencyList },
    {
      name: 'RTE-090 a system user before the profile counts',
      viewer: root({ profileSetupCompleted: false }),
      to: agencyList,
    },
    { name: 'RTE-090 a sales person of the root', viewer: sales({ isSystemUser: true }), to: agencyList },
    { name: 'RTE-091 a complete agency', viewer: agency(), to: '/siteid/dashboard' },
    { name: 'RTE-091 its staff', viewer: staff(), to: '/siteid/dashboard' },
    {
      name: 'RTE-092 neither charges nor payouts',
      viewer: agency({ chargesEnabled: false, payoutsEnabled: false }),
      to: settings,
    },
    { name: 'RTE-093 an incomplete agency', viewer: agency({ profileSetupCompleted: false }), to: setup },
    {
      name: 'RTE-093 incomplete and not paid out',
      viewer: agency({ profileSetupCompleted: false, chargesEnabled: false }),
      to: setup,
    },
    { name: 'RTE-101 a complete local client', viewer: client(), to: '/siteid/dashboard' },
    { name: 'RTE-101 a complete locator client', viewer: client({ leadType: 'locator' }), to: '/searchid/dashboard' },
    { name: 'RTE-101 a complete administrator', viewer: administrator(), to: '/siteid/dashboard' },
    { name: 'RTE-101 a complete sales person', viewer: sales(), to: '/siteid/dashboard' },
    { name: 'RTE-102 charges only', viewer: agency({ payoutsEnabled: false }), to: settings },
    { name: 'RTE-102 payouts only', viewer: agency({ chargesEnabled: false }), to: settings },
  ])('$name: $to', ({ viewer, to }) => {
    expect(landingOfVisitor(viewer)).toBe(to)
    expect(homepage(viewer)).toBe(to)
  })
})

describe('a landing page that is closed', () => {
  it.each([
    {
      name: 'without the local line, the next one',
      viewer: agency({ modules: { locator } }),
      to: '/searchid/dashboard',
    },
    {
      name: 'without the lead menu, the clients',
      viewer: agency({ menuLeads: false }),
      to: '/configuration/client-management',
    },
    { name: 'a client without the lead menu, the campaigns', viewer: client({ menuLeads: false }), to: '/campaign' },
    { name: 'sales without the lead menu, the agencies', viewer: sales({ menuLeads: false }), to: agencyList },
    {
      name: 'without any module, the profile',
      viewer: staff({ permissions: without('leads', 'campaign', 'adsDesign', 'settings') }),
      to: '/user/profile',
    },
    {
      name: 'RTE-100 a role of the campaigns alone, its audiences',
      viewer: staff({ permissions: without('leads', 'adsDesign', 'settings') }),
      to: '/Audience',
    },
    {
      name: 'RTE-100 a role of the advertisements alone, the banners',
      viewer: staff({ permissions: without('leads', 'campaign', 'settings') }),
      to: '/banner/list',
    },
    {
      name: 'settings without permission, the dashboard',
      viewer: agency({ chargesEnabled: false, permissions: without('settings') }),
      to: '/siteid/dashboard',
    },
  ])('$name', ({ viewer, to }) => {
    expect(landingOfVisitor(viewer)).toBe(to)
    expect(decide(viewer, to, viewer.modules).kind).not.toBe('notFound')
  })
})
