import { Duration } from 'aws-cdk-lib'
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
import { Subscription, SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import type { Environment } from './environments.ts'

/** Files in docs/runbooks; a test looks that each is there. */
export const runbooks = [
  'dead-letters',
  'queue-is-late',
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

/** Where alarms go: one topic in each region that has any, read by mail. What they say is no secret. */
export function makeAlarmTopic(scope: Construct, environment: Environment): Topic {
  const topic = new Topic(scope, 'Alarms', { displayName: `Leadloom ${environment.stage}`, enforceSSL: true })
  // Not the library's helper: it would name the subscription after the address, and so another in each environment.
  new Subscription(scope, 'AlarmMail', {
    topic,
    protocol: SubscriptionProtocol.EMAIL,
    endpoint: environment.alarmEmail,
  })
  return topic
}

const nameOf = ({ stage }: Environment, name: string) => `leadloom-${stage}-${name}`
const descriptionOf = ({ runbooks: folder }: Environment, { severity, runbook }: Pick<Watch, 'severity' | 'runbook'>) =>
  `[${severity}] What to do: ${folder}/${runbook}.md`

/** Two quiet alarms, and one that tells somebody where both are on. */
export function burnWatcherOf(
  scope: Construct,
  environment: Environment,
  topic: Topic,
): (burn: Burn) => CompositeAlarm {
  const action = new SnsAction(topic)
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
    both.addAlarmAction(action)
    if (burn.severity === 'page') both.addOkAction(action)
    return both
  }
}

/** An alarm that says how urgent it is and where to read what to do. */
export function watcherOf(scope: Construct, environment: Environment, topic: Topic): (watch: Watch) => Alarm {
  const action = new SnsAction(topic)
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
    alarm.addAlarmAction(action)
    if (severity === 'page') alarm.addOkAction(action)
    return alarm
  }
}

export const fiveMinutes = { period: Duration.minutes(5) }
