import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'
import type { Environment } from '../environments.ts'

type Rule = CfnWebACL.RuleProperty

export const FIREWALL_METRIC = 'Firewall'

const watched = (metricName: string) => ({ cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: true })

/** Rules that AWS keeps up to date. `counted` ones only report. */
const managed = (priority: number, name: string, counted: readonly string[] = []): Rule => ({
  name,
  priority,
  overrideAction: { none: {} },
  visibilityConfig: watched(name),
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
})

const perAddress = (priority: number, name: string, limit: number, path: string): Rule => ({
  name,
  priority,
  action: {
    block: { customResponse: { responseCode: 429, responseHeaders: [{ name: 'retry-after', value: '300' }] } },
  },
  visibilityConfig: watched(name),
  statement: {
    rateBasedStatement: {
      limit,
      evaluationWindowSec: 300,
      aggregateKeyType: 'IP',
      scopeDownStatement: {
        byteMatchStatement: {
          fieldToMatch: { uriPath: {} },
          positionalConstraint: 'STARTS_WITH',
          searchString: path,
          textTransformations: [
            { priority: 0, type: 'NORMALIZE_PATH' },
            { priority: 1, type: 'LOWERCASE' },
          ],
        },
      },
    },
  },
})

/** What is refused before it reaches us. Limits by person and tenant are counted by the functions. */
export function makeFirewall(scope: Construct, environment: Environment): CfnWebACL {
  const acl = new CfnWebACL(scope, 'Firewall', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: watched(FIREWALL_METRIC),
    rules: [
      perAddress(0, 'SignInPerAddress', 100, '/api/login'),
      perAddress(1, 'CallsPerAddress', environment.requestsPerAddress, '/api/'),
      managed(2, 'AWSManagedRulesAmazonIpReputationList'),
      managed(3, 'AWSManagedRulesKnownBadInputsRuleSet'),
      // Bodies here are encrypted or lists of addresses, often far over 8 KB; functions bound and parse them.
      managed(4, 'AWSManagedRulesCommonRuleSet', [
        'SizeRestrictions_BODY',
        'CrossSiteScripting_BODY',
        'GenericRFI_BODY',
      ]),
    ],
  })
  const log = new LogGroup(scope, 'FirewallLog', {
    // The prefix is a demand of the firewall.
    logGroupName: `aws-waf-logs-leadloom-${environment.stage}`,
    retention: environment.logRetentionDays,
    removalPolicy: environment.isProtected ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  })
  new CfnLoggingConfiguration(scope, 'FirewallLogging', {
    resourceArn: acl.attrArn,
    logDestinationConfigs: [
      Stack.of(scope).formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName: log.logGroupName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    ],
    redactedFields: [{ singleHeader: { Name: 'authorization' } }, { singleHeader: { Name: 'cookie' } }],
    // Only what was stopped is kept: allowed requests stand in the access log already.
    loggingFilter: {
      DefaultBehavior: 'DROP',
      Filters: [
        {
          Behavior: 'KEEP',
          Requirement: 'MEETS_ANY',
          Conditions: [{ ActionCondition: { Action: 'BLOCK' } }, { ActionCondition: { Action: 'COUNT' } }],
        },
      ],
    },
  })
  return acl
}
