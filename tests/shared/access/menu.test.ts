import { describe, expect, it } from 'vitest'
import { type MenuEntry, type MenuLink, settingsMenu, sidebar } from '#shared/access/menu.ts'
import { moduleNames } from '#shared/access/modules.ts'
import { fullPermissions, type Viewer } from '#shared/access/viewer.ts'
import { defaultModules } from '#shared/model/company.ts'
import { administrator, agency, client, executive, root, sales, staff, withAnalytics, without } from './cast.ts'

const ids = (entries: MenuEntry[]) => entries.map(({ id }) => id)
const flat = (entries: MenuEntry[]): MenuLink[] =>
  entries.flatMap((entry) => ('children' in entry ? entry.children : [entry]))
const pathsOf = (entries: MenuEntry[]) => flat(entries).flatMap((link) => ('to' in link ? [link.to] : []))
const find = (viewer: Viewer, id: string) => sidebar(viewer).find((entry) => entry.id === id)
const lead = ['lineDashboard', 'local', 'locator', 'enhance', 'b2b']
const work = [
  ...['lineDashboard', 'adsDesign', 'campaign', 'local', 'locator', 'enhance', 'b2b'],
  ...['dataEnrichment', 'clientManagement'],
]

describe('sidebar', () => {
  it.each<{ name: string; viewer: Viewer; items: string[] }>([
    {
      name: 'SHL-006 SHL-011 SHL-013 SHL-015 an agency',
      viewer: agency(),
      items: [...work, 'administratorList', 'generalSetting'],
    },
    { name: 'SHL-011 its staff', viewer: staff(), items: [...work, 'administratorList', 'generalSetting'] },
    {
      name: 'SHL-011 SHL-012 SHL-013 a client',
      viewer: client(),
      items: ['lineDashboard', 'adsDesign', 'campaign', ...lead.slice(1)],
    },
    {
      name: 'SHL-011 SHL-012 SHL-014 the operator',
      viewer: root(),
      items: ['agencyList', 'administratorList', 'salesAccountList', 'generalSetting', 'optOutList'],
    },
    { name: 'SHL-011 SHL-012 SHL-013 SHL-015 sales', viewer: sales(), items: ['agencyList'] },
    { name: 'SHL-014 sales of the root', viewer: sales({ isSystemUser: true }), items: ['agencyList'] },
    { name: 'SHL-011 SHL-012 an account executive', viewer: executive(), items: ['clientManagement', 'agencyList'] },
    {
      name: 'SHL-048 an administrator',
      viewer: administrator(),
      items: [...work.filter((id) => id !== 'dataEnrichment'), 'generalSetting'],
    },
    {
      name: 'SHL-048 an administrator without rights',
      viewer: administrator({ permissions: without('leads', 'settings') }),
      items: ['adsDesign', 'campaign'],
    },
    { name: 'a client who still has to set up', viewer: client({ setupComplete: false }), items: [] },
  ])('$name', ({ viewer, items }) => {
    expect(ids(sidebar(viewer))).toEqual(items)
  })

  it('SHL-006 opens the local dashboard, or that of the first line there is', () => {
    const { locator } = defaultModules
    expect(find(agency(), 'lineDashboard')).toMatchObject({ label: 'Dashboard', to: '/siteid/dashboard' })
    expect(find(agency({ modules: { locator } }), 'lineDashboard')).toMatchObject({ to: '/searchid/dashboard' })
  })

  it('SHL-008 groups what there is of campaigns', () => {
    expect(find(agency(), 'campaign')).toMatchObject({
      label: 'Campaign',
      children: [
        { label: 'Dashboard', to: '/campaign' },
        { label: 'Create Campaign', to: '/campaign-setup' },
        { label: 'Campaign Audience List', to: '/Audience' },
        { label: 'Keyword Counts', to: '/keyword-counts' },
        { label: 'Clients', to: '/Client' },
      ],
    })
  })

  it('SHL-007 groups the banners, with the clients for those who have any', () => {
    expect(find(agency(), 'adsDesign')).toMatchObject({
      label: 'Ads Design',
      children: [
        { label: 'Banner Create', to: '/banner/create' },
        { label: 'Banner List', to: '/banner/list' },
        { label: 'Clients', to: '/Client' },
      ],
    })
    const alone = { children: [{ to: '/banner/create' }, { to: '/banner/list' }] }
    expect(find(client(), 'adsDesign')).toMatchObject(alone)
    // The server gives the clients to nobody whose role lacks the settings.
    expect(find(agency({ permissions: without('settings') }), 'adsDesign')).toMatchObject(alone)
    for (const viewer of [root(), sales(), executive(), agency({ permissions: without('adsDesign') })])
      expect(find(viewer, 'adsDesign')).toBeUndefined()
  })

  it('SHL-007 SHL-008 offers no page that makes something to a role that makes nothing', () => {
    const read = { enabled: true, create: false, update: true, delete: true }
    const modules = { ...fullPermissions.modules, adsDesign: read, leads: read }
    const viewer = agency({ permissions: { ...fullPermissions, modules } })
    expect(find(viewer, 'adsDesign')).toMatchObject({ children: [{ to: '/banner/list' }, { to: '/Client' }] })
    expect(find(viewer, 'campaign')).toMatchObject({
      children: [{ to: '/campaign' }, { to: '/Audience' }, { to: '/keyword-counts' }, { to: '/Client' }],
    })
  })

  it("SHL-009 calls each line what the tenant calls it, at the tenant's URL", () => {
    const modules = { ...defaultModules, local: { name: 'My Site', url: 'mine' } }
    expect(find(agency({ modules }), 'local')).toMatchObject({ label: 'My Site', to: '/mine/campaign-management' })
    expect(find(agency(), 'local')).toMatchObject({ label: 'Site ID', to: '/siteid/campaign-management' })
    const blocked = client({ disableClientAddCampaign: true })
    expect(find(blocked, 'locator')).toMatchObject({ to: '/searchid/dashboard' })
  })

  it('CMP-05 calls the products by their usual names where nobody named them, and their module LeadsPeek', () => {
    const labels = (['local', 'locator', 'enhance', 'b2b'] as const).map((line) => find(agency(), line)?.label)
    expect(labels).toEqual(['Site ID', 'Search ID', 'Enhance ID', 'B2B ID'])
    expect(moduleNames.leads).toBe('LeadsPeek')
  })

  it('SHL-010 leaves out enhance and b2b without URL or name', () => {
    const { local, locator } = defaultModules
    const modules = { local, locator, enhance: { name: '', url: 'e' }, b2b: { name: 'B', url: '' } }
    expect(ids(sidebar(agency({ modules }))).filter((id) => lead.includes(id))).toEqual([
      'lineDashboard',
      'local',
      'locator',
    ])
  })

  it('RTE-044 never leads to leads management', () => {
    for (const person of [agency, staff, client, root, sales, executive, administrator]) {
      expect(pathsOf(sidebar(person())).filter((path) => path.endsWith('leads-management'))).toEqual([])
    }
  })

  it('SHL-015 SHL-013 each opens its own page', () => {
    expect(find(agency(), 'generalSetting')).toMatchObject({
      label: 'General Settings',
      to: '/configuration/general-setting',
    })
    expect(find(agency(), 'administratorList')).toMatchObject({ label: 'Administrator List' })
  })

  it('SHL-016 shows the Exclusion List of the platform to its operators only', () => {
    expect(find(root(), 'optOutList')).toMatchObject({
      label: 'Exclusion List',
      to: '/configuration/opt-out-list',
    })
    for (const person of [agency, staff, client, sales, executive, administrator])
      expect(find(person(), 'optOutList')).toBeUndefined()
  })

  it('SHL-017 shows Report Analytics to whom its page opens', () => {
    expect(find(root({ permissions: withAnalytics }), 'reportAnalytics')).toMatchObject({ label: 'Report Analytics' })
    expect(find(agency({ isViewing: true }), 'reportAnalytics')).toBeDefined()
    expect(find(root(), 'reportAnalytics')).toBeUndefined()
  })

  it.each([
    { name: 'card missing', change: { hasCard: false }, left: [] },
    { name: 'account not connected', change: { packageId: '' }, left: ['administratorList', 'generalSetting'] },
    { name: 'payment failed', change: { accessModuleAgency: 'paymentfailed' }, left: [] },
    { name: 'another kind of user', change: { userType: 'sales' }, left: ['agencyList'] },
    { name: 'system user', change: { isSystemUser: true }, left: root },
  ] as const)('SHL-018 SHL-021 an agency loses its lead and client items: $name', ({ change, left }) => {
    const items = ids(sidebar(agency(change)))
    expect(items.filter((id) => work.includes(id))).toEqual([])
    expect(items).toEqual(typeof left === 'function' ? ids(sidebar(left())) : left)
  })

  it('SHL-021 view mode forgives a failed payment', () => {
    const failed = { accessModuleAgency: 'paymentfailed' } as const
    expect(ids(sidebar(agency({ ...failed, isViewing: true })))).toEqual(expect.arrayContaining(work))
  })

  it('SHL-019 SHL-020 a client of an unconnected agency keeps only its campaign menu', () => {
    expect(ids(sidebar(client({ packageId: '', permissions: without('adsDesign') })))).toEqual(['campaign'])
    expect(ids(sidebar(client({ packageId: '', permissions: without('adsDesign', 'campaign') })))).toEqual([])
  })

  it('SHL-047 follows the permissions of view mode while in it', () => {
    const both = { permissions: without('campaign'), viewModePermissions: without('leads') }
    expect(ids(sidebar(agency(both)))).toContain('local')
    expect(ids(sidebar(agency(both)))).not.toContain('campaign')
    expect(ids(sidebar(agency({ ...both, isViewing: true })))).toContain('campaign')
    expect(ids(sidebar(agency({ ...both, isViewing: true })))).not.toContain('local')
  })

  it('SHL-022 CMP-06 marks B2B while it is a beta', () => {
    const withBeta = (isBeta: boolean) =>
      agency({ betas: { ...agency().betas, b2b: { isBeta, appliesToAllAgencies: true } } })
    expect(find(withBeta(true), 'b2b')).toMatchObject({ badge: 'Beta' })
    expect(find(withBeta(false), 'b2b')).not.toHaveProperty('badge')
    expect(find(withBeta(true), 'local')).not.toHaveProperty('badge')
    const closed = agency({ betas: { ...agency().betas, b2b: { isBeta: true, appliesToAllAgencies: false } } })
    expect(find(closed, 'b2b')).toBeUndefined()
  })
})

describe('support', () => {
  const offered = { isPlatformRootAgency: true, supportUrl: 'https://help.example' }

  it('SHL-004 SHL-049 is linked for agencies on the platform-root agency, when an address is configured', () => {
    expect(find(agency(offered), 'support')).toEqual({ id: 'support', label: 'Support', href: 'https://help.example' })
    expect(find(staff(offered), 'support')).toBeDefined()
    expect(find(agency({ ...offered, isPlatformRootAgency: false }), 'support')).toBeUndefined()
    expect(find(agency({ ...offered, supportUrl: null }), 'support')).toBeUndefined()
    for (const person of [client, root, sales, administrator]) expect(find(person(offered), 'support')).toBeUndefined()
  })

  it('links web addresses only', () => {
    expect(find(agency({ ...offered, supportUrl: 'javascript:alert(1)' }), 'support')).toBeUndefined()
  })
})

describe('settingsMenu', () => {
  it('SHL-023 repeats the configuration links of the sidebar', () => {
    for (const viewer of [
      agency(),
      root({ permissions: withAnalytics }),
      sales(),
      executive(),
      client(),
      administrator(),
    ]) {
      const { title, items } = settingsMenu(viewer)
      expect(title).toBe('System Settings')
      const inSidebar = flat(sidebar(viewer)).filter((link) => 'to' in link && link.to.startsWith('/configuration/'))
      expect(items).toEqual(inSidebar)
    }
  })
})
