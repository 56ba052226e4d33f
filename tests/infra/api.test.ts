import { describe, expect, it } from 'vitest'
import { routerOf } from '#functions/kit/route.ts'
import { callTitles } from '#infra/business-board.ts'
import { hooks } from '#infra/hooks.ts'
import { toEvent } from '#infra/local/api.ts'
import { permissions } from '#shared/access/roles.ts'
import { callRoutes } from '#shared/call-routes.ts'
import { allCalls, areas, type Call, contracts, routeKeyOf } from '#shared/contracts/index.ts'
import { synth } from './synth.ts'

const { of } = synth('prod')

describe('routes', () => {
  const routes = of('AWS::ApiGatewayV2::Route')
  const functions = of('AWS::Lambda::Function', 'api')
  const keyOf = ({ Properties }: (typeof routes)[number]) => String(Properties.RouteKey)
  const targetOf = (route: (typeof routes)[number]) => {
    const target = JSON.stringify(route.Properties)
    const integration = of('AWS::ApiGatewayV2::Integration').find(({ id }) => target.includes(`"${id}"`))
    const uri = JSON.stringify(integration?.Properties)
    // It is of another stack, whose export names it; where versions are rolled out with care, by what is live.
    const live = of('AWS::Lambda::Alias').find(({ id }) => uri.includes(id))
    const named = live ? JSON.stringify(live.Properties.FunctionName) : uri
    return functions.find(({ id }) => named.includes(id))?.Properties.Description
  }

  /**
   * As the gateway chooses: a whole match first (what is written out before a parameter), then the longest shared beginning. Whether
   * a route for the very method comes before all that, or after it, Amazon does not say.
   */
  const chosen = (method: string, path: string, isMethodFirst = false) => {
    const fits = routes.filter((route) => {
      const [its = '', pattern = ''] = keyOf(route).split(' ')
      const text = pattern
        .replaceAll('.', '\\.')
        .replace('{path+}', '.+')
        .replace(/\{\w+\}/g, '[^/]+')
      return (its === method || its === 'ANY') && new RegExp(`^${text}$`).test(path)
    })
    const rank = (route: (typeof routes)[number]) => {
      const key = keyOf(route)
      const ofPath = key.includes('{path+}') ? 1000 - key.length : (key.match(/\{/g) ?? []).length
      // Within whole matches, and within shared beginnings.
      return ofPath + (isMethodFirst && key.startsWith('ANY ') ? 500 : 0)
    }
    return fits.sort((a, b) => rank(a) - rank(b))[0]
  }

  it('equal what the calls, the hooks and the refusal of unknown calls ask for', () => {
    const expected = [
      ...callRoutes().map(({ method, path }) => `${method} ${path}`),
      ...Object.values(hooks).flatMap((hook) => [...hook.routes]),
      'ANY /api/{path+}',
    ]
    expect(routes.map(keyOf).sort()).toEqual(expected.sort())
  })

  it('lead each contract to the function of its area, which finds the call', () => {
    const wrong = allCalls.flatMap(({ id, area, call }) => {
      // A value for each parameter that no path of ours has in that place.
      const path = `/api${call.path.replace(/\{\w+\}/g, 'a%20value')}`
      const route = chosen(call.method, path)
      if (!route || targetOf(route) !== `api/${area}`) return [`${id} goes astray`]
      const request = {
        method: call.method,
        path,
        query: new URLSearchParams(),
        headers: {},
        body: Buffer.alloc(0),
        ip: '',
      }
      const named = keyOf(route)
      const seen = routerOf(Object.values<Call>(contracts[area]))(toEvent(request, named))
      return seen.routeKey === routeKeyOf(call) ? [] : [`${id} is taken for ${seen.routeKey}`]
    })
    expect(wrong).toEqual([])
  })

  it('are chosen alike whether the gateway looks for the method first or for the path', () => {
    const torn = allCalls.filter(({ call }) => {
      const path = `/api${call.path.replace(/\{\w+\}/g, 'a%20value')}`
      return chosen(call.method, path) !== chosen(call.method, path, true)
    })
    expect(torn.map(({ id }) => id)).toEqual([])
    const unknown = ['GET', 'HEAD', 'POST'].flatMap((method) =>
      [false, true].map((isFirst) => chosen(method, '/api/nothing', isFirst)),
    )
    expect(new Set(unknown.map((route) => route && keyOf(route)))).toEqual(new Set(['ANY /api/{path+}']))
  })

  it('give the page what nobody else takes, and let the gateway call it there', () => {
    const [last] = routes.filter((route) => keyOf(route) === '$default')
    expect(chosen('GET', '/login')).toBeUndefined()
    const target = JSON.stringify(last?.Properties)
    const integration = of('AWS::ApiGatewayV2::Integration').find(({ id }) => target.includes(`"${id}"`))
    const [alias] = of('AWS::Lambda::Alias').filter(({ id }) => JSON.stringify(integration?.Properties).includes(id))
    const may = of('AWS::Lambda::Permission').filter(({ Properties }) =>
      JSON.stringify(Properties.FunctionName).includes(alias?.id ?? '?'),
    )
    // `<api>/<stage>/$default`: one slash less than an address with a method and a path.
    expect(may.map(({ Properties }) => JSON.stringify(Properties.SourceArn).match(/[^"]*"\]\]/)?.[0])).toEqual([
      expect.stringMatching(/^\/\*\/\*"/),
    ])
  })

  it('are shared only where another area has no call below', () => {
    const shared = callRoutes().filter(({ path }) => path.endsWith('{path+}'))
    expect(shared.length).toBeGreaterThan(10)
    for (const { area, path } of shared) {
      const below = allCalls.filter(({ call }) => `/api${call.path}`.startsWith(path.replace('{path+}', '')))
      // A path that people search by keeps a route of its own.
      expect(new Set(below.map((entry) => entry.area)), path).toEqual(new Set([area]))
    }
    const searched = allCalls.filter(({ call }) => call.path.includes('{search}'))
    expect(searched.length).toBeGreaterThan(0)
    for (const { call } of searched) expect(routes.map(keyOf)).toContain(routeKeyOf(call))
  })

  it('are not counted each by itself, which would cost hundreds of dollars: a few calls are, out of the lines of their function', () => {
    expect(JSON.stringify(of('AWS::ApiGatewayV2::Stage'))).not.toContain('DetailedMetricsEnabled')
    const filters = of('AWS::Logs::MetricFilter', 'observability')
    expect(filters.map(({ Properties }) => Properties.FilterPattern).sort()).toEqual(
      Object.keys(callTitles)
        .map((id) => `{ ($.message = "done") && ($.call = "${id}") && ($.status < 300) }`)
        .sort(),
    )
    for (const { Properties } of filters) expect(JSON.stringify(Properties.LogGroupName)).toContain('SessionApiLog')
    for (const id of Object.keys(callTitles) as (keyof typeof callTitles)[]) // @NOTE the keys of that very object
      expect(JSON.stringify(of('AWS::CloudWatch::Dashboard'))).toContain(`Done-${id}`)
  })

  it('share one integration and one permission for each function', () => {
    expect(of('AWS::ApiGatewayV2::Integration')).toHaveLength(areas.length + Object.keys(hooks).length)
    expect(of('AWS::Lambda::Permission', 'routes')).toHaveLength(areas.length + Object.keys(hooks).length)
  })

  it('keep a third of the 300 that one HTTP API takes', () =>
    expect(
      routes.length,
      `There are ${routes.length} routes: docs/operating.md, "Room to grow", says what to do.`,
    ).toBeLessThanOrEqual(200))

  it('are all behind the token check, but for those whose contract says "anyone"', () => {
    // The gateway has no authorizer: the check is the contract's `can`, applied by one piece of code for every call.
    expect(
      routes.every(
        ({ Properties }) =>
          Properties.AuthorizationType === undefined || String(Properties.AuthorizationType) === 'NONE',
      ),
    ).toBe(true)
    const known = new Set<string>(['anyone', 'signed-in', ...permissions])
    expect(allCalls.filter(({ call }) => !known.has(call.can)).map(({ id }) => id)).toEqual([])
    // A call that nobody has to sign in for belongs where people look for such calls.
    const open = allCalls.filter(({ call }) => call.can === 'anyone')
    const elsewhere = open.filter(({ area }) => !openAreas.has(area)).map(({ id }) => id)
    expect(elsewhere.sort()).toEqual(Object.keys(openCalls).sort())
  })
})

/** Signing in, what a page needs before it, and texts to read. */
const openAreas = new Set<string>(['session', 'security', 'public', 'documents'])
/** The others, and why they ask for no token. */
const openCalls = {
  'audit.openDownload': 'a browser opens the address by itself; it carries a ticket that is good for a minute',
  'sales.checkReferral': 'whoever registers has no account yet',
  'developer.token': 'a program trades the secret of its key for a token there',
  'integrations.signInReturn':
    'a tool sends a browser there; it carries a state that is good for ten minutes, and changes nothing',
}

describe('the gateway', () => {
  it('keeps an access log and bounds the whole', () => {
    const [stage] = of('AWS::ApiGatewayV2::Stage')
    expect(stage?.Properties).toMatchObject({
      StageName: '$default',
      AccessLogSettings: { DestinationArn: expect.anything() },
      DefaultRouteSettings: { ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 4000 },
    })
  })

  it('answers no foreign origin', () =>
    expect(of('AWS::ApiGatewayV2::Api')[0]?.Properties.CorsConfiguration).toBeUndefined())
})
