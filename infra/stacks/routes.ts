import { Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib'
import { HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { callRoutes } from '#shared/call-routes.ts'
import { areas } from '#shared/contracts/index.ts'
import { hookNames, hooks } from '../hooks.ts'
import type { ApiStack } from './api.ts'

type Props = StackProps & { api: ApiStack }

/** The routes of all calls and hooks: about half of what one stack may hold, so they have one to themselves. */
export class RoutesStack extends Stack {
  readonly #api: ApiStack

  constructor(scope: Construct, id: string, { api, ...props }: Props) {
    super(scope, id, props)
    this.#api = api
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'The token is verified inside each function (kit/serve), by the permission in the contract of the call; a test walks all contracts.',
    })
    const routes = callRoutes()
    for (const area of areas) {
      const integration = this.integration(`${area}Calls`, api.areas[area])
      for (const { method, path } of routes.filter((route) => route.area === area))
        this.route(`${method} ${path}`, method, path, integration)
      // A call that nobody knows is refused by us, in the shape of every other refusal.
      if (area === 'public') this.route('unknownCall', 'ANY', '/api/{path+}', integration)
    }
    for (const name of hookNames) {
      const { routes: keys }: { routes: readonly string[] } = hooks[name]
      const isLast = keys.includes('$default')
      // Its address has one part less than all others, and the right for the whole integration would not cover it.
      const integration = this.integration(`${name}Hook`, api.hooks[name], isLast)
      if (isLast)
        new HttpRoute(this, 'Route default', { httpApi: api.http, routeKey: HttpRouteKey.DEFAULT, integration })
      for (const key of keys.filter((one) => one !== '$default')) {
        const [method, path] = key.split(' ') as [keyof typeof HttpMethod, string] // @NOTE the type of `routes` says so
        this.route(key, method, path, integration)
      }
    }
  }

  /** One permission for the whole integration: one for each route would overflow the function's policy. */
  private integration(id: string, target: Lambda, scopePermissionToRoute = false) {
    return new HttpLambdaIntegration(id, this.#api.liveOf(target), {
      scopePermissionToRoute,
      timeout: Duration.seconds(29),
    })
  }

  private route(id: string, method: keyof typeof HttpMethod, path: string, integration: HttpLambdaIntegration) {
    new HttpRoute(this, `Route ${id.replaceAll('/', ' ')}`, {
      httpApi: this.#api.http,
      routeKey: HttpRouteKey.with(path, HttpMethod[method]),
      integration,
    })
  }
}
