// The whole platform of one environment: which stacks there are and what each is given.
import { readFileSync } from 'node:fs'
import { App, type AppProps, type Stack, Tags, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import * as z from 'zod'
import type { Environment } from './environments.ts'
import type { CodeSource } from './lambda.ts'
import { EDGE_REGION } from './names.ts'
import { AlertsStack } from './stacks/alerts.ts'
import { ApiStack } from './stacks/api.ts'
import { DataStack } from './stacks/data.ts'
import { EdgeStack } from './stacks/edge.ts'
import { JobsStack } from './stacks/jobs.ts'
import { MailStack } from './stacks/mail.ts'
import { ObservabilityStack } from './stacks/observability.ts'
import { QueuesStack } from './stacks/queues.ts'
import { RoutesStack } from './stacks/routes.ts'

const CdkJson = z.object({ context: z.record(z.string(), z.unknown()) })

export type Platform = {
  app: App
  stacks: {
    alerts: AlertsStack
    queues: QueuesStack
    data: DataStack
    mail: MailStack
    api: ApiStack
    routes: RoutesStack
    edge: EdgeStack
    jobs: JobsStack
    observability: ObservabilityStack
  }
}

export type PlatformOptions = {
  code: CodeSource
  /** Run the AwsSolutions rules at synthesis; any finding without a reason stops it. */
  checks?: boolean
  app?: AppProps
}

/** Flags that decide what the library renders. Only the command-line tool reads them by itself. */
function cdkContext(): Record<string, unknown> {
  return CdkJson.parse(JSON.parse(readFileSync(new URL('../cdk.json', import.meta.url), 'utf8'))).context
}

export function makePlatform(environment: Environment, options: PlatformOptions): Platform {
  const app = new App({ ...options.app, context: { ...cdkContext(), ...options.app?.context } })
  const tags = { application: 'leadloom', environment: environment.stage }
  const props = (name: string, region = environment.region) => ({
    stackName: `leadloom-${environment.stage}-${name}`,
    env: { account: environment.account, region },
    terminationProtection: environment.isProtected,
    tags,
    environment,
    code: options.code,
  })
  const alerts = new AlertsStack(app, 'Alerts', props('alerts'))
  const { topics } = alerts
  const queueing = new QueuesStack(app, 'Queues', { ...props('queues'), topics })
  const { queues } = queueing
  const data = new DataStack(app, 'Data', { ...props('data'), queues })
  const mail = new MailStack(app, 'Mail', props('mail'))
  const api = new ApiStack(app, 'Api', { ...props('api'), data, queues })
  const { environment: _, code: __, ...ofRoutes } = props('routes')
  const routes = new RoutesStack(app, 'Routes', { ...ofRoutes, api })
  const edge = new EdgeStack(app, 'Edge', {
    ...props('edge', EDGE_REGION),
    data,
    api,
    ...(environment.region === EDGE_REGION && { topics }),
  })
  const jobs = new JobsStack(app, 'Jobs', { ...props('jobs'), data, queues, edge })
  const observability = new ObservabilityStack(app, 'Observability', {
    ...props('observability'),
    topics,
    data,
    queues,
    api,
    jobs,
  })
  const order: [Stack, Stack[]][] = [
    [queueing, [alerts]],
    [data, [queueing]],
    [api, [data, mail]],
    [routes, [api]],
    [edge, [data, api, routes]],
    [jobs, [data, edge]],
    [observability, [jobs]],
  ]
  for (const [stack, before] of order) for (const earlier of before) stack.addStackDependency(earlier)

  for (const [name, value] of Object.entries(tags)) Tags.of(app).add(name, value)
  if (options.checks !== false) Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  return { app, stacks: { alerts, queues: queueing, data, mail, api, routes, edge, jobs, observability } }
}
