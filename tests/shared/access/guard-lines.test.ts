import { describe, expect, it } from 'vitest'
import { routeIds, routesOf } from '#shared/access/routes.ts'
import { fullPermissions } from '#shared/access/viewer.ts'
import { defaultModules } from '#shared/model/company.ts'
import { administrator, agency, client, executive, outcome, root, sales, withAnalytics, without } from './cast.ts'

const agencyList = '/configuration/agency-list'
const pages = ['dashboard', 'campaign-management', 'campaign-management-v1'] as const
const { local, locator, enhance, b2b } = defaultModules

describe('product-line routes', () => {
  it("RTE-036 follow the segments of the viewer's own data at once", () => {
    const renamed = agency({ modules: { ...defaultModules, local: { name: 'Site ID', url: 'abc' } } })
    expect(outcome(renamed, '/abc/dashboard')).toBe('shown')
    expect(outcome(renamed, '/siteid/dashboard')).toBe('404')
    expect(outcome(agency(), '/siteid/dashboard')).toBe('shown')
  })

  it('RTE-041 exist for the locator line as for the local one', () => {
    for (const { url } of [local, locator]) {
      for (const page of pages) expect(outcome(agency(), `/${url}/${page}`)).toBe('shown')
      expect(outcome(administrator(), `/${url}/leads-management`)).toBe('shown')
    }
  })

  it.each([
    { name: 'RTE-042 enhance exists only with url and name', line: 'enhance', own: enhance },
    { name: 'RTE-043 b2b exists only with url and name', line: 'b2b', own: b2b },
  ])('$name', ({ line, own }) => {
    for (const page of pages) {
      const path = `/${own.url}/${page}`
      expect(outcome(agency(), path)).toBe('shown')
      for (const blank of [{ name: ' ' }, { url: '' }]) {
        const modules = { ...defaultModules, [line]: { ...own, ...blank } }
        expect(outcome(agency({ modules }), path)).toBe('404')
      }
      expect(outcome(agency({ modules: { local, locator } }), path)).toBe('404')
    }
    expect(outcome(administrator(), `/${own.url}/leads-management`)).toBe('shown')
  })

  it('fall back to the default name and URL for the two standard lines', () => {
    expect(outcome(agency({ modules: { local: { name: '', url: '' } } }), '/siteid/dashboard')).toBe('shown')
    expect(outcome(agency({ modules: {} }), '/siteid/dashboard')).toBe('404')
  })

  it('cannot hide a page of ours', () => {
    const modules = { local: { name: 'Mine', url: 'configuration' }, locator: { name: 'Odd', url: 'a/b' } }
    expect(outcome(agency({ modules }), '/configuration/general-setting')).toBe('shown')
    expect(outcome(agency({ modules }), '/a/b/dashboard')).toBe('404')
  })

  it.each([{ name: 'RTE-045 dashboard sends system users to the Agency List', page: 'dashboard' }])(
    '$name',
    ({ page }) => {
      for (const { url } of Object.values(defaultModules)) {
        expect(outcome(root(), `/${url}/${page}`)).toBe(agencyList)
        expect(outcome(sales(), `/${url}/${page}`)).toBe(agencyList)
      }
    },
  )

  it.each(['campaign-management', 'campaign-management-v1'])(
    'RTE-046 %s sends system users to the Agency List',
    (page) => {
      for (const { url } of Object.values(defaultModules)) {
        expect(outcome(root(), `/${url}/${page}`)).toBe(agencyList)
        expect(outcome(sales(), `/${url}/${page}`)).toBe(agencyList)
      }
    },
  )

  it('the campaigns of all products send operators there as well: campaigns belong to agencies', () => {
    expect(outcome(root(), '/campaign')).toBe(agencyList)
    expect(outcome(sales(), '/campaign')).toBe('404')
    expect(outcome(client(), '/campaign')).toBe('shown')
  })

  it.each([
    { name: 'RTE-047 a client who may not add campaigns', page: 'campaign-management' },
    { name: 'RTE-108+ RTE-047 the same on the older page', page: 'campaign-management-v1' },
  ])("$name is sent to that line's own dashboard", ({ page }) => {
    const blocked = { disableClientAddCampaign: true }
    for (const { url } of Object.values(defaultModules)) {
      expect(outcome(client(blocked), `/${url}/${page}`)).toBe(`/${url}/dashboard`)
    }
    expect(outcome(agency(blocked), `/siteid/${page}`)).toBe('shown')
    expect(outcome(client(blocked), '/campaign-setup')).toBe('/campaign')
  })

  it('RTE-048 clients who may add campaigns see campaign-management', () => {
    expect(outcome(client(), '/siteid/campaign-management')).toBe('shown')
    expect(outcome(client(), '/campaign-setup')).toBe('shown')
  })

  it.each([
    { name: 'no beta', beta: { isBeta: false, appliesToAllAgencies: false }, isBetaCompany: false, to: 'shown' },
    {
      name: 'beta for everybody',
      beta: { isBeta: true, appliesToAllAgencies: true },
      isBetaCompany: false,
      to: 'shown',
    },
    { name: 'beta, takes part', beta: { isBeta: true, appliesToAllAgencies: false }, isBetaCompany: true, to: 'shown' },
    { name: 'beta, left out', beta: { isBeta: true, appliesToAllAgencies: false }, isBetaCompany: false, to: '404' },
  ])('b2b with $name', ({ beta, isBetaCompany, to }) => {
    const viewer = agency({ isBetaCompany, betas: { ...agency().betas, b2b: beta } })
    expect(outcome(viewer, '/b2bid/dashboard')).toBe(to)
    expect(outcome(viewer, '/siteid/dashboard')).toBe('shown')
  })
})

describe('pages that send people on', () => {
  it('RTE-049 client management sends system users to the Agency List, but not account executives', () => {
    expect(outcome(root(), '/configuration/client-management')).toBe(agencyList)
    expect(outcome(executive({ isSystemUser: true }), '/configuration/client-management')).toBe('shown')
    expect(outcome(sales({ isSystemUser: true }), '/configuration/client-management')).toBe('404')
  })

  it.each([
    { name: 'RTE-021 an agency without a card', viewer: agency({ hasCard: false }), to: '/user/profile-setup' },
    { name: 'RTE-021 a client without the lead menu', viewer: client({ menuLeads: false }), to: '/user/profile-setup' },
    { name: 'RTE-022 a client with card and lead menu', viewer: client(), to: 'shown' },
    { name: 'RTE-023 a system user', viewer: root({ menuLeads: false }), to: 'shown' },
  ])('$name on profile-setup-v1: $to', ({ viewer, to }) => {
    expect(outcome(viewer, '/user/profile-setup-v1')).toBe(to)
  })
})

describe('report analytics', () => {
  const path = '/configuration/report-analytics'

  it.each([
    { name: 'RTE-060 root staff with the permission', viewer: root({ permissions: withAnalytics }), to: 'shown' },
    { name: 'RTE-061 ROL-12 root staff without it', viewer: root(), to: '404' },
    {
      name: 'RTE-062 a system user of another company',
      viewer: root({ isRootCompany: false, permissions: withAnalytics }),
      to: '404',
    },
    { name: 'RTE-063 in view mode', viewer: agency({ isViewing: true }), to: 'shown' },
    {
      name: 'RTE-063 in the view mode of an operator with the permission',
      viewer: agency({ isViewing: true, viewModePermissions: withAnalytics }),
      to: 'shown',
    },
    {
      name: 'RTE-063 in the view mode of an operator without the permission, whom the server refuses',
      viewer: agency({ isViewing: true, viewModePermissions: fullPermissions }),
      to: '404',
    },
    { name: 'RTE-064 an agency', viewer: agency({ permissions: withAnalytics }), to: '404' },
    { name: 'RTE-064 a client', viewer: client({ permissions: withAnalytics }), to: '404' },
    { name: 'RTE-064 sales', viewer: sales({ permissions: withAnalytics }), to: '404' },
  ])('$name: $to', ({ viewer, to }) => {
    expect(outcome(viewer, path)).toBe(to)
  })
})

describe('the route table', () => {
  it.each([
    { module: 'campaign', paths: ['/Audience', '/Client'] },
    { module: 'leads', paths: ['/siteid/dashboard'] },
    {
      module: 'settings',
      paths: ['general-setting', 'administrator-list', 'role-list', 'client-management'].map(
        (page) => `/configuration/${page}`,
      ),
    },
    { module: 'campaign', paths: ['/campaign', '/campaign-setup'] },
    { module: 'adsDesign', paths: ['/banner/create', '/banner/list'] },
    { module: 'leads', paths: ['/siteid/campaign-management', '/siteid/campaign-management-v1'] },
    // They show campaigns and nothing else, which the server keeps with the leads.
    { module: 'leads', paths: ['/campaign', '/campaign-setup'] },
    { module: 'settings', paths: ['/integrations', '/integrations/sendgrid'] },
  ] as const)('RTE-072 the pages of $module go with its permission', ({ module, paths }) => {
    for (const path of paths) {
      expect(outcome(agency(), path)).toBe('shown')
      expect(outcome(agency({ permissions: without(module) }), path)).toBe('404')
    }
  })

  it('RTE-073 carries the kinds of user on each guarded route', () => {
    const types = Object.fromEntries(routesOf({ local }).map((route) => [route.path, route.userTypes?.toSorted()]))
    expect(types).toMatchObject({
      '/download-auth/:pkdoc': ['administrator', 'agency', 'user'],
      '/integrations': ['agency', 'client', 'user'],
      '/integrations/:id': ['agency', 'client', 'user'],
      '/siteid/leads-management': ['administrator'],
      '/configuration/sales-connect-account': ['sales'],
      '/configuration/administrator-list': ['agency', 'user'],
    })
    expect(types['/user/questionnaire']).not.toContain('client')
    expect(types['/configuration/general-setting']).not.toContain('sales')
  })

  it('names every page once and every id has a page', () => {
    const routes = routesOf(defaultModules)
    expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length)
    expect(new Set(routes.map(({ id }) => id))).toEqual(new Set(routeIds))
  })
})
