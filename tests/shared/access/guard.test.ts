import { describe, expect, it } from 'vitest'
import { afterSignIn, notFoundText } from '#shared/access/guard.ts'
import { routesOf } from '#shared/access/routes.ts'
import { defaultModules } from '#shared/model/company.ts'
import { administrator, agency, client, executive, outcome, root, sales, staff, unconnected, without } from './cast.ts'

const agencyList = '/configuration/agency-list'
const refused = '404'

describe('decide, signed out', () => {
  it('RTE-001 sends / to the sign-in page', () => {
    expect(outcome(null, '/')).toBe('/login')
    expect(outcome(null, '/login')).toBe('shown')
  })

  it('RTE-070 RTE-075 sends every page that needs sign-in to the sign-in page, and no other', () => {
    for (const route of routesOf(defaultModules)) {
      if (route.id === 'home') continue
      const path = route.path.replace(/:\w+\??/, 'x')
      const shown = route.access === 'signed-in' ? '/login' : 'shown'
      expect(outcome(null, path), path).toBe(shown)
    }
    expect(outcome(null, '/user/profile')).toBe('/login')
    expect(outcome(null, '/siteid/dashboard')).toBe('/login')
  })

  it('knows an unknown path before it asks who is there', () => {
    expect(outcome(null, '/zzz')).toBe(refused)
    expect(outcome(agency(), '/zzz')).toBe(refused)
    expect(notFoundText(null)).toBe('The page you requested could not be found.')
    expect(notFoundText(agency())).toBe("The page you are looking for doesn't exist or has been moved.")
  })
})

describe('decide, public pages', () => {
  const paths = ['/privacy-policy', '/term-of-use', '/service-billing-agreement']
  const more = [
    '/marketing-services-agreement-developer',
    '/sso',
    '/register',
    '/agency-register',
    '/agency-register/ABC',
  ]
  const entrances = ['/reset-password-invalid', '/set-new-password/token']
  const held = [agency({ setupComplete: false }), sales(unconnected), client({ hasCard: false })]

  it.each([...paths, ...more, ...entrances])('shows %s to everybody, whatever they still have to do', (path) => {
    for (const viewer of [null, agency(), client(), root(), ...held]) expect(outcome(viewer, path)).toBe('shown')
  })
})

describe('decide, visitors only', () => {
  it('RTE-003 RTE-071 sends everybody who is signed in from the sign-in page to a landing page', () => {
    expect(routesOf(defaultModules).filter((route) => route.access === 'visitor')).toMatchObject([{ path: '/login' }])
    expect(outcome(agency(), '/login')).toBe('/siteid/dashboard')
    expect(outcome(root(), '/login')).toBe(agencyList)
    expect(outcome(root(), '/')).toBe(agencyList)
  })
})

const of = { agency, staff, client, root, sales, executive, administrator }
type Who = keyof typeof of

describe('decide, by kind of user', () => {
  it.each<{ name: string; path: string; shown: Who[]; refused: Who[] }>([
    {
      name: 'RTE-018 document download',
      path: '/download-auth/doc',
      shown: ['agency', 'staff', 'administrator'],
      refused: ['client', 'sales'],
    },
    { name: 'questionnaire', path: '/user/questionnaire', shown: ['agency', 'staff', 'sales'], refused: ['client'] },
    {
      name: 'questionnaire, new one',
      path: '/user/questionnaire-add',
      shown: ['agency', 'staff', 'sales'],
      refused: ['client'],
    },
    {
      name: 'RTE-050 RTE-051 client management',
      path: '/configuration/client-management',
      shown: ['agency', 'staff', 'executive'],
      refused: ['client', 'sales'],
    },
    {
      name: 'RTE-052 RTE-053 agency list',
      path: agencyList,
      shown: ['root', 'sales', 'executive'],
      refused: ['agency', 'staff', 'client', 'administrator'],
    },
    {
      name: 'one company',
      path: '/configuration/company/com_1',
      shown: ['agency', 'staff', 'administrator', 'root', 'sales', 'executive'],
      refused: ['client'],
    },
    {
      name: 'administrator list',
      path: '/configuration/administrator-list',
      shown: ['agency', 'staff', 'root'],
      refused: ['client', 'sales', 'executive', 'administrator'],
    },
    {
      name: 'RTE-055 sales account list',
      path: '/configuration/sales-account-list',
      shown: ['root'],
      refused: ['agency', 'staff', 'client', 'sales', 'administrator'],
    },
    {
      name: 'RTE-107 role list',
      path: '/configuration/role-list',
      shown: ['agency', 'staff', 'root'],
      refused: ['client', 'sales', 'administrator'],
    },
    {
      name: 'RTE-059 DAT-15 opt-out list',
      path: '/configuration/opt-out-list',
      shown: ['root'],
      refused: ['agency', 'staff', 'client', 'administrator', 'sales', 'executive'],
    },
    {
      name: 'RTE-057 general settings',
      path: '/configuration/general-setting',
      shown: ['agency', 'staff', 'root'],
      refused: ['sales', 'executive', 'client'],
    },
    {
      name: 'RTE-065 sales account connection',
      path: '/configuration/sales-connect-account',
      shown: ['sales', 'executive'],
      refused: ['agency', 'staff', 'client', 'root', 'administrator'],
    },
    {
      name: 'RTE-040 ROL-14 leads management',
      path: '/siteid/leads-management',
      shown: ['administrator'],
      refused: ['agency', 'staff', 'client', 'sales', 'root'],
    },
    {
      name: 'RTE-029 campaigns',
      path: '/campaign',
      shown: ['agency', 'staff', 'client', 'administrator'],
      refused: ['sales'],
    },
    {
      name: 'RTE-027 the making of banners',
      path: '/banner/create',
      shown: ['agency', 'staff', 'client', 'administrator'],
      refused: ['sales'],
    },
    {
      name: 'RTE-028 the banners',
      path: '/banner/list',
      shown: ['agency', 'staff', 'client', 'administrator'],
      refused: ['sales'],
    },
    {
      name: 'clients of campaigns',
      path: '/Client',
      shown: ['agency', 'staff', 'administrator'],
      refused: ['client', 'sales'],
    },
  ])('$name', ({ path, shown, refused: not }) => {
    for (const who of shown) expect(outcome(of[who](), path), who).toBe('shown')
    for (const who of not) expect(outcome(of[who](), path), who).toBe(refused)
  })

  it.each(['/integrations', '/integrations/1', '/integrations/sendgrid'])(
    'ROL-16 RTE-033 RTE-034 RTE-035 RTE-096 INT-01 shows %s to agencies and clients alone',
    (path) => {
      for (const who of ['client', 'agency', 'staff'] as const)
        expect([who, outcome(of[who](), path)]).toEqual([who, 'shown'])
      for (const who of ['sales', 'administrator', 'root'] as const)
        expect([who, outcome(of[who](), path)]).toEqual([who, refused])
    },
  )

  it.each(['/integrations', '/integrations/sendgrid'])(
    'ROL-08 shows %s to nobody whose role has no Settings',
    (path) => {
      for (const who of ['client', 'agency', 'staff'] as const)
        expect([who, outcome(of[who]({ permissions: without('settings') }), path)]).toEqual([who, refused])
    },
  )

  it('RTE-058 RTE-107 shows data enrichment to people of an agency and to operators alone', () => {
    const path = '/configuration/data-enrichment'
    for (const who of ['agency', 'staff', 'root'] as const)
      expect([who, outcome(of[who](), path)]).toEqual([who, 'shown'])
    for (const who of ['client', 'sales', 'administrator'] as const)
      expect([who, outcome(of[who](), path)]).toEqual([who, refused])
  })

  it('RTE-094 refuses by kind before it forces a page', () => {
    expect(outcome(sales(unconnected), '/configuration/general-setting')).toBe(refused)
    expect(outcome(client({ setupComplete: false }), '/configuration/administrator-list')).toBe(refused)
  })

  it('tells capital letters apart and forgives one slash at the end', () => {
    expect(outcome(agency(), '/Audience')).toBe('shown')
    expect(outcome(agency(), '/audience')).toBe(refused)
    expect(outcome(root(), `${agencyList}/`)).toBe('shown')
    expect(outcome(root(), `${agencyList}//`)).toBe(refused)
    expect(outcome(agency(), '/integrations/1/2')).toBe(refused)
    expect(outcome(agency(), '/integrations//')).toBe(refused)
  })
})

describe('afterSignIn', () => {
  it.each([
    {
      name: 'returns to the address first asked for',
      viewer: agency(),
      wanted: '/user/profile?tab=2',
      to: '/user/profile?tab=2',
    },
    { name: 'lands when nothing was asked for', viewer: agency(), wanted: null, to: '/siteid/dashboard' },
    { name: 'lands when the page is not theirs', viewer: client(), wanted: agencyList, to: '/siteid/dashboard' },
    {
      name: 'lands when they must see another page first',
      viewer: agency({ hasCard: false }),
      wanted: '/campaign',
      to: '/siteid/dashboard',
    },
    {
      name: 'does not return to a page that needs no sign-in',
      viewer: agency(),
      wanted: '/register',
      to: '/siteid/dashboard',
    },
    { name: 'does not return to a page for visitors', viewer: agency(), wanted: '/login', to: '/siteid/dashboard' },
    { name: 'never leaves the site', viewer: agency(), wanted: '//evil.example/user/profile', to: '/siteid/dashboard' },
    { name: 'never runs a script', viewer: agency(), wanted: 'javascript:alert(1)', to: '/siteid/dashboard' },
    {
      name: 'needs the module',
      viewer: agency({ permissions: without('campaign') }),
      wanted: '/campaign',
      to: '/siteid/dashboard',
    },
  ])('$name', ({ viewer, wanted, to }) => {
    expect(afterSignIn(viewer, wanted)).toBe(to)
  })
})
