import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import { HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2'
import type { IFunction, Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { type Area, areas } from '#shared/contracts/index.ts'
import { canariesOf } from '../canary.ts'
import type { Environment } from '../environments.ts'
import { type Maker, makerOf, title } from '../functions.ts'
import { type HookName, hookNames } from '../hooks.ts'
import type { CodeSource } from '../lambda.ts'
import { areaPowers, hookPowers } from '../powers.ts'
import type { WorkQueues } from '../queues.ts'
import { saveQueries } from '../saved-queries.ts'
import type { DataStack } from './data.ts'

type Props = StackProps & { environment: Environment; code: CodeSource; data: DataStack; queues: WorkQueues }

/** Names of an HTTP API, which the library's own formats (of a REST API) do not use: their fields would stay empty. No query, which may hold what a person typed. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    at: '$context.requestTime',
    route: '$context.routeKey',
    status: '$context.status',
    ms: '$context.responseLatency',
    functionMs: '$context.integrationLatency',
    functionStatus: '$context.integrationStatus',
    functionRequestId: '$context.integration.requestId',
    fault: '$context.error.message',
    functionFault: '$context.integrationErrorMessage',
    bytes: '$context.responseLength',
  }),
)

/** Functions whose new version meets few requests first: without them nobody comes in, sees a page, or is charged once and rightly. */
const careful: readonly (Area | HookName)[] = ['session', 'public', 'page', 'payments']

/** One function for each area of contracts and for each hook, and the gateway before them. Their routes are a stack of their own. */
export class ApiStack extends Stack {
  readonly http: HttpApi
  readonly areas: Record<Area, Lambda>
  readonly hooks: Record<HookName, Lambda>
  readonly #live = new Map<Lambda, IFunction>()

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, props)
    const { environment } = props
    const make: Maker = makerOf(this, props)
    this.http = new HttpApi(this, 'Http', { description: `Leadloom ${environment.stage}`, createDefaultStage: false })
    new HttpStage(this, 'Stage', {
      httpApi: this.http,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: environment.requestsPerSecond, burstLimit: environment.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLog(environment)),
        format: accessLogFormat,
      },
    })

    // @NOTE every area and hook becomes a key, which Object.fromEntries cannot express.
    this.areas = Object.fromEntries(
      areas.map((area) => [area, make({ kind: 'api', name: area }, areaPowers[area])]),
    ) as Record<Area, Lambda>
    this.hooks = Object.fromEntries(
      hookNames.map((name) => [name, make({ kind: 'hooks', name }, hookPowers[name])]),
    ) as Record<HookName, Lambda>

    const functions: Record<string, Lambda> = { ...this.areas, ...this.hooks }
    const addCanary = canariesOf(this, environment)
    for (const name of careful) {
      const made = functions[name]
      if (made) this.#live.set(made, addCanary(title(name), made))
    }

    saveQueries(this, environment, 'calls')
    new CfnOutput(this, 'ApiEndpoint', { value: this.http.apiEndpoint })
  }

  /** What the gateway calls in place of a function: the version that is live, where its versions are rolled out with care. */
  liveOf(made: Lambda): IFunction {
    return this.#live.get(made) ?? made
  }

  private accessLog(environment: Environment) {
    return new LogGroup(this, 'AccessLog', {
      retention: environment.logRetentionDays,
      removalPolicy: environment.isProtected ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    })
  }
}
