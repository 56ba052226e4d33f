import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { fiveMinutes, type Topics, watcherOf } from '../alarms.ts'
import type { Environment } from '../environments.ts'
import { FIREWALL_METRIC } from './firewall.ts'

/** The edge's numbers are kept in its own region, so its alarms stand here. */
export function watchEdge(scope: Construct, environment: Environment, topics: Topics, distributionId: string): void {
  const watch = watcherOf(scope, environment, topics)
  const errors = new Metric({
    namespace: 'AWS/CloudFront',
    metricName: '5xxErrorRate',
    dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
    statistic: 'Average',
    ...fiveMinutes,
  })
  watch({ name: 'EdgeErrors', severity: 'page', runbook: 'edge-errors', metric: errors, above: 2, periods: 2 })
  const blocked = new Metric({
    namespace: 'AWS/WAFV2',
    metricName: 'BlockedRequests',
    dimensionsMap: { WebACL: FIREWALL_METRIC, Rule: 'ALL' },
    statistic: 'Sum',
    ...fiveMinutes,
  })
  watch({
    name: 'FirewallBlocks',
    severity: 'ticket',
    runbook: 'firewall-blocks',
    metric: blocked,
    above: 5000,
    periods: 2,
  })
}
