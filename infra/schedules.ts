import { Stack } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnSchedule, CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler'
import type { Construct } from 'constructs'
import { type Schedule, type ScheduleName, scheduleNames, schedules } from '#shared/schedules.ts'
import { toSchedulerCron } from './cron.ts'
import type { Environment } from './environments.ts'
import type { WorkQueue } from './queues.ts'

/**
 * One timetable entry for each schedule, sent to its queue: a function called directly would lose runs that failed.
 * The planned time travels in the message, so that a late run knows which one it is.
 */
export function makeSchedules(
  scope: Construct,
  environment: Environment,
  queues: Record<ScheduleName, WorkQueue>,
): void {
  const group = new CfnScheduleGroup(scope, 'Schedules', { name: `leadloom-${environment.stage}` })
  const role = new Role(scope, 'SchedulerRole', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  })
  role.addToPolicy(
    new PolicyStatement({
      actions: ['sqs:SendMessage'],
      // What a queue did not take is laid beside its hopeless messages, by the same role.
      resources: scheduleNames.flatMap((name) => [queues[name].arn, queues[name].dead.arn]),
    }),
  )
  for (const name of scheduleNames) {
    const entry: Schedule = schedules[name]
    new CfnSchedule(scope, `${name.charAt(0).toUpperCase()}${name.slice(1)}Schedule`, {
      name: `${environment.stage}-${name}`,
      groupName: group.ref,
      description: entry.summary,
      scheduleExpression: toSchedulerCron(entry.cron),
      scheduleExpressionTimezone: entry.timeZone,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: queues[name].arn,
        roleArn: role.roleArn,
        input: `{"schedule":"${name}","at":"<aws.scheduler.scheduled-time>"}`,
        deadLetterConfig: { arn: queues[name].dead.arn },
        retryPolicy: { maximumRetryAttempts: 10, maximumEventAgeInSeconds: 3600 },
      },
    })
  }
}
