import { Duration, Stack } from 'aws-cdk-lib'
import {
  Alarm,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Subscription, SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import type { Environment } from './environments.ts'

/** Files in docs/runbooks; a test looks that each is there. */
export const runbooks = [
  'dead-letters',
  'queue-is-late',
  'service-is-away',
  'schedule-is-silent',
  'api-errors',
  'api-is-slow',
  'objective-burns',
  'function-errors',
  'function-throttles',
  'table-throttles',
  'edge-errors',
  'firewall-blocks',
  'mail-reputation',
  'secret-rotation',
] as const
export type Runbook = (typeof runbooks)[number]

/** `page` wakes somebody; `ticket` waits for the morning. */
export type Watch = {
  name: string
  severity: 'page' | 'ticket'
  runbook: Runbook
  metric: IMetric
  above: number
  /** How many periods in a row; one unless said. */
  periods?: number
  /** No data at all is the fault, as for a timetable that fell silent. */
  silenceIsFault?: boolean
}

/** Rings where two windows are over their bound: the long one says that it matters, the short one that it still goes on. */
export type Burn = Pick<Watch, 'name' | 'severity' | 'runbook' | 'above'> & { long: IMetric; short: IMetric }

/** Where alarms go, by how urgent they are. What they say is no secret. */
export type Topics = Record<Watch['severity'], Topic>

/** Services that tell of something. */
const tellers = ['cloudwatch.amazonaws.com']

/** Two topics in each region that has alarms. Both are read by mail; what wakes somebody rings at the pager as well. */
export function makeAlarmTopics(scope: Construct, environment: Environment): Topics {
  const make = (severity: Watch['severity']) => {
    const id = severity === 'page' ? 'Page' : 'Ticket'
    const topic = new Topic(scope, id, { displayName: `Leadloom ${environment.stage} ${severity}`, enforceSSL: true })
    // A policy of one's own, such as that on TLS, takes the place of the one by which alarms of this account may tell.
    for (const service of tellers)
      topic.addToResourcePolicy(
        new PolicyStatement({
          principals: [new ServicePrincipal(service)],
          actions: ['sns:Publish'],
          resources: [topic.topicArn],
          conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
        }),
      )
    // Not the library's helper: it would name the subscription after the address, and so another in each environment.
    const send = (name: string, protocol: SubscriptionProtocol, endpoint: string) =>
      new Subscription(scope, `${id}${name}`, { topic, protocol, endpoint })
    send('Mail', SubscriptionProtocol.EMAIL, environment.alarmEmail)
    if (severity === 'page' && environment.pagerUrl) send('Pager', SubscriptionProtocol.HTTPS, environment.pagerUrl)
    return topic
  }
  return { page: make('page'), ticket: make('ticket') }
}

const nameOf = ({ stage }: Environment, name: string) => `leadloom-${stage}-${name}`
const descriptionOf = ({ runbooks: folder }: Environment, { severity, runbook }: Pick<Watch, 'severity' | 'runbook'>) =>
  `[${severity}] What to do: ${folder}/${runbook}.md`

/** Two quiet alarms, and one that tells somebody where both are on. */
export function burnWatcherOf(
  scope: Construct,
  environment: Environment,
  topics: Topics,
): (burn: Burn) => CompositeAlarm {
  return (burn) => {
    const parts = (['long', 'short'] as const).map(
      (window) =>
        new Alarm(scope, `${burn.name}-${window}`, {
          alarmName: nameOf(environment, `${burn.name}-${window}`),
          alarmDescription: `A part of ${nameOf(environment, burn.name)}; tells nobody by itself.`,
          metric: burn[window],
          threshold: burn.above,
          evaluationPeriods: 1,
          comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
          treatMissingData: TreatMissingData.NOT_BREACHING,
        }),
    )
    const both = new CompositeAlarm(scope, burn.name, {
      compositeAlarmName: nameOf(environment, burn.name),
      alarmDescription: descriptionOf(environment, burn),
      alarmRule: AlarmRule.allOf(...parts.map((part) => AlarmRule.fromAlarm(part, AlarmState.ALARM))),
    })
    const action = new SnsAction(topics[burn.severity])
    both.addAlarmAction(action)
    if (burn.severity === 'page') both.addOkAction(action)
    return both
  }
}

/** An alarm that says how urgent it is and where to read what to do. */
export function watcherOf(scope: Construct, environment: Environment, topics: Topics): (watch: Watch) => Alarm {
  return ({ name, severity, runbook, metric, above, periods = 1, silenceIsFault = false }) => {
    const alarm = new Alarm(scope, name, {
      alarmName: nameOf(environment, name),
      alarmDescription: descriptionOf(environment, { severity, runbook }),
      metric,
      threshold: above,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: silenceIsFault ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    })
    const action = new SnsAction(topics[severity])
    alarm.addAlarmAction(action)
    if (severity === 'page') alarm.addOkAction(action)
    return alarm
  }
}

export const fiveMinutes = { period: Duration.minutes(5) }
