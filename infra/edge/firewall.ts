import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'
import type { Environment } from '../environments.ts'
import { firewallPaths } from './firewall-paths.ts'

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

// One spelling of a path, so that no rule is passed by another one: /api/%6cogin, //api/Login, /api/x/../login.
const oneSpelling: CfnWebACL.TextTransformationProperty[] = [
  { priority: 0, type: 'URL_DECODE' },
  { priority: 1, type: 'NORMALIZE_PATH' },
  { priority: 2, type: 'LOWERCASE' },
]

const onPaths = (regexString: string): CfnWebACL.StatementProperty => ({
  regexMatchStatement: { fieldToMatch: { uriPath: {} }, regexString, textTransformations: oneSpelling },
})

const perAddress = (
  priority: number,
  name: string,
  limit: number,
  scopeDownStatement: CfnWebACL.StatementProperty,
): Rule => ({
  name,
  priority,
  action: {
    block: { customResponse: { responseCode: 429, responseHeaders: [{ name: 'retry-after', value: '300' }] } },
  },
  visibilityConfig: watched(name),
  statement: {
    rateBasedStatement: { limit, evaluationWindowSec: 300, aggregateKeyType: 'IP', scopeDownStatement },
  },
})

/** Requests of one address in five minutes. Offices share an address, so these bound floods; people are counted by the functions. */
const limits = {
  guessed: 100,
  mailed: 50,
  opened: 300,
  visits: 600,
  pages: 1500,
  // Ten thousand agencies are billed in a night by 20 charges a second, each with some three events: 18,000 in five minutes, if one
  // address sent them all. Of others each is refused by its signature before anything is read.
  events: 30_000,
} as const

const isOther = (pattern: string): CfnWebACL.StatementProperty => ({ notStatement: { statement: onPaths(pattern) } })

/** What is refused before it reaches us. Limits by person and tenant are counted by the functions. */
export function makeFirewall(scope: Construct, environment: Environment): CfnWebACL {
  const acl = new CfnWebACL(scope, 'Firewall', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: watched(FIREWALL_METRIC),
    rules: [
      perAddress(0, 'GuessesPerAddress', limits.guessed, onPaths(firewallPaths.guessed)),
      perAddress(1, 'MailsPerAddress', limits.mailed, onPaths(firewallPaths.mailed)),
      perAddress(2, 'OpenedPerAddress', limits.opened, onPaths(firewallPaths.opened)),
      perAddress(3, 'VisitsPerAddress', limits.visits, onPaths(firewallPaths.visits)),
      perAddress(4, 'PagesPerAddress', limits.pages, isOther(firewallPaths.notPages)),
      perAddress(5, 'EventsPerAddress', limits.events, onPaths(firewallPaths.events)),
      perAddress(6, 'CallsPerAddress', environment.requestsPerAddress, {
        andStatement: { statements: [onPaths(firewallPaths.calls), isOther(firewallPaths.events)] },
      }),
      managed(7, 'AWSManagedRulesAmazonIpReputationList'),
      managed(8, 'AWSManagedRulesKnownBadInputsRuleSet'),
      // Bodies here are encrypted or lists of addresses, often far over 8 KB; functions bound and parse them.
      managed(9, 'AWSManagedRulesCommonRuleSet', [
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
