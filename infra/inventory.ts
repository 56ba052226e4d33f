import { Template } from 'aws-cdk-lib/assertions'
import { scheduleNames } from '#shared/schedules.ts'
import type { Inventory } from './cost.ts'
import type { Environment } from './environments.ts'
import type { Platform } from './platform.ts'

/** Calls and work: how many, how many failed, how long they took. */
const METRICS_OF_A_TENANT = 6

/** Counts what costs by being there, from the templates themselves. */
export function takeInventory(
  { stacks }: Platform,
  { watchedTenants }: Pick<Environment, 'watchedTenants'>,
): Inventory {
  const templates = Object.values(stacks).map((stack) => Template.fromStack(stack))
  const count = (type: string) =>
    templates.reduce((sum, template) => sum + Object.keys(template.findResources(type)).length, 0)
  const acls = templates.flatMap((template) => Object.values(template.findResources('AWS::WAFv2::WebACL')))
  const alarms = templates.flatMap((template) => Object.values(template.findResources('AWS::CloudWatch::Alarm')))
  const metricsOf = ({ Properties: { Metrics = [{ MetricStat: {} }] } }: (typeof alarms)[number]) =>
    // @NOTE a template is JSON: an alarm names one metric itself, or lists metrics and sums of them.
    (Metrics as { MetricStat?: unknown }[]).filter(({ MetricStat }) => MetricStat).length
  return {
    keys: count('AWS::KMS::Key'),
    secrets: count('AWS::SecretsManager::Secret'),
    alarmMetrics: alarms.reduce((sum, alarm) => sum + metricsOf(alarm), 0),
    compositeAlarms: count('AWS::CloudWatch::CompositeAlarm'),
    metrics: count('AWS::Logs::MetricFilter') + scheduleNames.length + METRICS_OF_A_TENANT * watchedTenants.length,
    dashboards: count('AWS::CloudWatch::Dashboard'),
    firewallRules: acls.reduce((sum, acl) => sum + (acl.Properties.Rules?.length ?? 0), 0),
    zones: 1,
  }
}
