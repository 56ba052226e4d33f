import { describe, expect, it } from 'vitest'
import { hooks } from '#infra/hooks.ts'
import { permissions } from '#shared/access/roles.ts'
import { allCalls, areas, routeKeyOf } from '#shared/contracts/index.ts'
import { synth } from './synth.ts'

const { of } = synth('prod')

describe('routes', () => {
  const routes = of('AWS::ApiGatewayV2::Route')
  const functions = of('AWS::Lambda::Function', 'api')
  const targetOf = (route: (typeof routes)[number]) => {
    const target = JSON.stringify(route.Properties)
    const integration = of('AWS::ApiGatewayV2::Integration').find(({ id }) => target.includes(`"${id}"`))
    const uri = JSON.stringify(integration?.Properties)
    // It is of another stack, whose export names it.
    return functions.find(({ id }) => uri.includes(id))?.Properties.Description
  }

  it('equal the contracts, the hooks and one refusal of unknown calls', () => {
    const expected = [
      ...allCalls.map(({ call }) => routeKeyOf(call)),
      ...Object.values(hooks).flatMap((hook) => [...hook.routes]),
      'ANY /api/{path+}',
    ]
    expect(routes.map(({ Properties }) => String(Properties.RouteKey)).sort()).toEqual(expected.sort())
  })

  it('lead each contract to the function of its area', () => {
    const wrong = allCalls.filter(({ area, call }) => {
      const route = routes.find(({ Properties }) => String(Properties.RouteKey) === routeKeyOf(call))
      return !route || targetOf(route) !== `api/${area}`
    })
    expect(wrong.map(({ id }) => id)).toEqual([])
  })

  it('share one integration and one permission for each function', () => {
    expect(of('AWS::ApiGatewayV2::Integration')).toHaveLength(areas.length + Object.keys(hooks).length)
    expect(of('AWS::Lambda::Permission', 'routes')).toHaveLength(areas.length + Object.keys(hooks).length)
  })

  it('stay within what one HTTP API takes', () => expect(routes.length).toBeLessThanOrEqual(300))

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
