// What happens on the platform: messages that were done, which Amazon counts anyway, and a few calls, counted out of their functions' logs.
import { Duration } from 'aws-cdk-lib'
import {
  Dashboard,
  GraphWidget,
  type IWidget,
  Metric,
  Row,
  SingleValueWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Area, CallName } from '#shared/contracts/index.ts'
import type { JobName } from '#shared/job-names.ts'
import { NAMESPACE } from '#shared/metrics.ts'
import type { Environment } from './environments.ts'
import type { WorkQueues } from './queues.ts'
import type { ApiStack } from './stacks/api.ts'

type Parts = { api: ApiStack; queues: WorkQueues }
const hourly = { period: Duration.hours(1), statistic: 'Sum' }

/** What the work of a job means to somebody who runs the business. */
const workTitles = {
  resolveVisits: 'Visits looked at',
  pullCampaign: 'Searches asked for',
  deliverLead: 'Leads delivered to tools and webhooks',
  billCampaign: 'Campaigns billed',
  collectOwed: 'Debts tried again',
  payCommissions: 'Commissions passed on',
  handleStripeEvent: "Stripe's events",
  sendMail: 'Mails sent',
  importExclusions: 'Exclusion files read',
  importClients: 'Files of clients read',
  enrich: 'Enrichments',
} as const satisfies Partial<Record<JobName, string>>

export const callTitles = {
  'session.login': 'Sign-ins',
  'session.register': 'Companies registered',
} as const satisfies Partial<Record<CallName, string>>

function workOf({ queues }: Parts, name: keyof typeof workTitles): Metric {
  return queues.jobs[name].queue.metricNumberOfMessagesDeleted({ ...hourly, label: workTitles[name] })
}

/** Those that were done. The gateway would count by route only for all routes at once, six numbers each, at some $300 a month. */
function countCalls(scope: Construct, { api }: Parts, name: keyof typeof callTitles): Metric {
  const metricName = `Done-${name}`
  const area = name.split('.')[0] as Area // @NOTE an area and a name are what the id of a call is made of.
  new MetricFilter(scope, metricName, {
    logGroup: api.areas[area].logGroup,
    metricNamespace: NAMESPACE,
    metricName,
    filterPattern: FilterPattern.all(
      FilterPattern.stringValue('$.message', '=', 'done'),
      FilterPattern.stringValue('$.call', '=', name),
      FilterPattern.numberValue('$.status', '<', 300),
    ),
  })
  return new Metric({ namespace: NAMESPACE, metricName, label: callTitles[name], ...hourly })
}

/** A row for each company that is watched. */
function tenantRows({ watchedTenants }: Environment): IWidget[] {
  const metric = (tenant: string, metricName: string, statistic: string) =>
    new Metric({ namespace: NAMESPACE, metricName, dimensionsMap: { tenant }, statistic, period: Duration.minutes(5) })
  return watchedTenants.map(
    (tenant) =>
      new Row(
        new GraphWidget({
          title: `Calls of ${tenant}`,
          left: [metric(tenant, 'Calls', 'Sum'), metric(tenant, 'CallsFailed', 'Sum')],
          right: [metric(tenant, 'CallsTook', 'p95')],
          width: 12,
        }),
        new GraphWidget({
          title: `Work of ${tenant}`,
          left: [metric(tenant, 'Work', 'Sum'), metric(tenant, 'WorkFailed', 'Sum')],
          right: [metric(tenant, 'WorkTook', 'p95')],
          width: 12,
        }),
      ),
  )
}

export function makeBusinessBoard(scope: Construct, environment: Environment, parts: Parts): Dashboard {
  // @NOTE Object.keys widens its keys.
  const works = Object.keys(workTitles) as (keyof typeof workTitles)[]
  const calls = (Object.keys(callTitles) as (keyof typeof callTitles)[]).map((name) => countCalls(scope, parts, name))
  const graph = (title: string, left: Metric[]) => new GraphWidget({ title, left, width: 12 })
  const money: JobName[] = ['billCampaign', 'collectOwed', 'payCommissions', 'handleStripeEvent']
  const isMoney = (name: JobName) => money.includes(name)
  return new Dashboard(scope, 'Business', {
    dashboardName: `leadloom-${environment.stage}-business`,
    defaultInterval: Duration.days(7),
    widgets: [
      [
        new SingleValueWidget({
          title: 'In the time that is shown',
          metrics: [...calls, ...works.map((name) => workOf(parts, name))],
          setPeriodToTimeRange: true,
          width: 24,
          height: 6,
        }),
      ],
      [
        graph(
          'Money',
          works.filter(isMoney).map((name) => workOf(parts, name)),
        ),
        graph(
          'Work',
          works.filter((name) => !isMoney(name)).map((name) => workOf(parts, name)),
        ),
      ],
      [graph('People', calls)],
      ...(environment.watchedTenants.length > 0
        ? [[new TextWidget({ markdown: '# Companies that are watched', width: 24, height: 1 })]]
        : []),
      ...tenantRows(environment).map((row) => [row]),
    ],
  })
}
