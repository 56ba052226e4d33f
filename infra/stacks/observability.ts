import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { Dashboard, GraphWidget, type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { Operation } from 'aws-cdk-lib/aws-dynamodb'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { waitingJobs } from '#shared/job-names.ts'
import { NAMESPACE } from '#shared/metrics.ts'
import { scheduleNames, schedules } from '#shared/schedules.ts'
import { type Burn, burnWatcherOf, fiveMinutes, type Topics, type Watch, watcherOf } from '../alarms.ts'
import { makeBusinessBoard } from '../business-board.ts'
import { expectedGapMinutes } from '../cron.ts'
import type { Environment } from '../environments.ts'
import { allQueues, type WorkQueues } from '../queues.ts'
import type { ApiStack } from './api.ts'
import type { DataStack } from './data.ts'
import type { JobsStack } from './jobs.ts'

type Props = StackProps & {
  environment: Environment
  topics: Topics
  data: DataStack
  queues: WorkQueues
  api: ApiStack
  jobs: JobsStack
}

/** A daily run may be so late before somebody is woken. */
const LATE_HOURS = 2
const FEW_CALLS = 20
/** `times`: as fast as what may fail in 30 days would be used up in exactly that time. */
const burns = [
  { name: 'fast', severity: 'page', times: 14.4, long: Duration.hours(1), short: Duration.minutes(5) },
  { name: 'steady', severity: 'page', times: 6, long: Duration.hours(6), short: Duration.minutes(30) },
  { name: 'slow', severity: 'ticket', times: 3, long: Duration.days(1), short: Duration.hours(2) },
] as const

/** An alarm takes ten metrics at most; functions share alarms by nine, and the tenth is their sum. */
function sumOf(label: string, metrics: IMetric[]): MathExpression[] {
  const sums: MathExpression[] = []
  for (let at = 0; at < metrics.length; at += 9) {
    const usingMetrics = Object.fromEntries(
      metrics.slice(at, at + 9).map((metric, index) => [`m${at + index}`, metric]),
    )
    sums.push(
      new MathExpression({
        label,
        expression: Object.keys(usingMetrics)
          .map((id) => `FILL(${id},0)`)
          .join('+'),
        usingMetrics,
        ...fiveMinutes,
      }),
    )
  }
  return sums
}

const callMetrics = (http: ApiStack['http']) => ({
  serverErrors: http.metricServerError({ ...fiveMinutes, statistic: 'Sum' }),
  latency: http.metricLatency({ ...fiveMinutes, statistic: Stats.percentile(95) }),
})

/** What is watched, and one page to look at. The edge's own alarms stand in its stack: its metrics live in its region. */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, props)
    const { environment, topics, data, queues, api, jobs } = props
    const watch = watcherOf(this, environment, topics)
    const functions: Lambda[] = [
      ...Object.values(api.areas),
      ...Object.values(api.hooks),
      ...Object.values(jobs.workers),
    ]

    this.watchTimetable(watch)
    this.watchServices(watch)
    this.watchObjective(api, environment, burnWatcherOf(this, environment, topics))
    this.watchTable(data, watch)
    this.watchCalls(api, watch)
    this.watchFunctions(functions, watch)
    for (const [name, worker] of Object.entries(jobs.rotations))
      watch({
        name: `Rotation-${name}`,
        severity: 'page',
        runbook: 'secret-rotation',
        metric: worker.metricErrors(fiveMinutes),
        above: 0,
      })
    this.watchMail(watch)
    makeBusinessBoard(this, environment, { api, queues })
    this.drawBoard(props)
  }

  private watchCalls({ http }: ApiStack, watch: (watch: Watch) => unknown): void {
    const { serverErrors, latency } = callMetrics(http)
    watch({ name: 'ApiErrors', severity: 'page', runbook: 'api-errors', metric: serverErrors, above: 5 })
    watch({ name: 'ApiSlow', severity: 'ticket', runbook: 'api-is-slow', metric: latency, above: 2000, periods: 3 })
  }

  private watchFunctions(functions: readonly Lambda[], watch: (watch: Watch) => unknown): void {
    const errors = sumOf(
      'errors',
      functions.map((made) => made.metricErrors(fiveMinutes)),
    )
    for (const [at, metric] of errors.entries())
      watch({ name: `FunctionErrors${at + 1}`, severity: 'ticket', runbook: 'function-errors', metric, above: 0 })
    const throttles = sumOf(
      'throttles',
      functions.map((made) => made.metricThrottles(fiveMinutes)),
    )
    for (const [at, metric] of throttles.entries())
      watch({
        name: `FunctionThrottles${at + 1}`,
        severity: 'page',
        runbook: 'function-throttles',
        metric,
        above: 0,
        periods: 2,
      })
  }

  /** Amazon puts a sender under review at 5% of bounces and 0.1% of complaints. */
  private watchMail(watch: (watch: Watch) => unknown): void {
    const reputation = (metricName: string) =>
      new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Average', period: Duration.hours(1) })
    watch({
      name: 'MailBounces',
      severity: 'page',
      runbook: 'mail-reputation',
      metric: reputation('Reputation.BounceRate'),
      above: 0.03,
    })
    watch({
      name: 'MailComplaints',
      severity: 'page',
      runbook: 'mail-reputation',
      metric: reputation('Reputation.ComplaintRate'),
      above: 0.0008,
    })
  }

  private drawBoard({ environment, api: { http }, queues, data }: Props): void {
    const { serverErrors, latency } = callMetrics(http)
    const half = (title: string, left: IMetric[], right?: IMetric[]) =>
      new GraphWidget({ title, left, ...(right && { right }), width: 12 })
    new Dashboard(this, 'Overview', {
      dashboardName: `leadloom-${environment.stage}`,
      widgets: [
        [
          half('Calls', [http.metricCount(fiveMinutes)], [serverErrors, http.metricClientError(fiveMinutes)]),
          half('Answer times', [latency, http.metricLatency({ ...fiveMinutes, statistic: 'p50' })]),
        ],
        [
          half(
            'Waiting messages',
            allQueues(queues).map(({ queue }) => queue.metricApproximateNumberOfMessagesVisible(fiveMinutes)),
          ),
          half('Table', [
            data.table.metricConsumedReadCapacityUnits(fiveMinutes),
            data.table.metricConsumedWriteCapacityUnits(fiveMinutes),
          ]),
        ],
      ],
    })
  }

  /**
   * A schedule that should have done its work and did not: no errors are no proof that anything happened, and a function that runs
   * and fails each time is called as often as one that works. An alarm looks back a day by minutes, and a week by hours.
   */
  private watchTimetable(watch: (watch: Watch) => unknown): void {
    for (const name of scheduleNames) {
      const minutes = expectedGapMinutes(schedules[name].cron)
      const isDaily = minutes > 12 * 60
      const period = isDaily ? Duration.hours(1) : Duration.minutes(2 * minutes)
      const done = new Metric({
        namespace: NAMESPACE,
        metricName: 'Done',
        dimensionsMap: { schedule: name },
        statistic: 'Sum',
        period,
      })
      const silent = new MathExpression({
        label: 'silent',
        expression: 'IF(FILL(done,0) < 1, 1, 0)',
        usingMetrics: { done },
        period,
      })
      watch({
        name: `Silent-${name}`,
        severity: 'page',
        runbook: 'schedule-is-silent',
        metric: silent,
        above: 0,
        ...(isDaily && { periods: minutes / 60 + LATE_HOURS }),
        silenceIsFault: true,
      })
    }
  }

  /** Work whose service is away begins anew instead of giving up, so neither dead letters nor the age of its queue tell of it. */
  private watchServices(watch: (watch: Watch) => unknown): void {
    for (const job of waitingJobs) {
      const metric = new Metric({
        namespace: NAMESPACE,
        metricName: 'Waits',
        dimensionsMap: { job },
        statistic: 'Sum',
        ...fiveMinutes,
      })
      watch({ name: `Waits-${job}`, severity: 'page', runbook: 'service-is-away', metric, above: 0 })
    }
  }

  /**
   * How fast what may fail in a month is used up: 2% of it within an hour, 5% within six hours, 10% within a day. A few calls at
   * night say nothing.
   */
  private watchObjective({ http }: ApiStack, environment: Environment, burn: (burn: Burn) => unknown): void {
    const share = (period: Duration) =>
      new MathExpression({
        label: 'failed of a hundred',
        expression: `IF(calls >= ${FEW_CALLS}, 100 * failed / calls, 0)`,
        usingMetrics: {
          calls: http.metricCount({ period, statistic: 'Sum' }),
          failed: http.metricServerError({ period, statistic: 'Sum' }),
        },
        period,
      })
    const mayFail = environment.failuresPer100k / 1000
    for (const { name, severity, times, long, short } of burns)
      burn({
        name: `Burn-${name}`,
        severity,
        runbook: 'objective-burns',
        above: times * mayFail,
        long: share(long),
        short: share(short),
      })
  }

  private watchTable(data: DataStack, watch: (watch: Watch) => unknown): void {
    const operations = [
      Operation.GET_ITEM,
      Operation.QUERY,
      Operation.PUT_ITEM,
      Operation.UPDATE_ITEM,
      Operation.DELETE_ITEM,
      Operation.TRANSACT_WRITE_ITEMS,
      Operation.BATCH_GET_ITEM,
      Operation.BATCH_WRITE_ITEM,
    ]
    const throttled = operations.map(
      (operation) =>
        new Metric({
          namespace: 'AWS/DynamoDB',
          metricName: 'ThrottledRequests',
          dimensionsMap: { TableName: data.table.tableName, Operation: operation },
          statistic: 'Sum',
          ...fiveMinutes,
        }),
    )
    for (const metric of sumOf('throttled', throttled))
      watch({
        name: 'TableThrottles',
        severity: 'ticket',
        runbook: 'table-throttles',
        metric,
        above: 10,
        periods: 2,
      })
  }
}
