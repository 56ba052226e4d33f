// A new version of a function whose fault would keep everybody out, or cost money, meets a tenth of the requests first.
import { Duration } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Alias, type IFunction, type IVersion, type Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { NAMESPACE } from '#shared/metrics.ts'
import type { Environment } from './environments.ts'

/** The name by which the gateway calls such a function. */
const LIVE = 'live'
/** Failures in a minute that take a new version back: one alone may be anybody's bad luck. */
const FAILURES = 2

/**
 * What makes functions reachable as `live`. CloudFormation hands each new version to CodeDeploy, which gives it a tenth of the
 * requests, waits five minutes, and goes back by itself where the function threw, ran out of time or answered that it failed. The
 * deployment of the stack has failed then, and CloudFormation takes back the rest of it.
 */
export function canariesOf(scope: Construct, { stage }: Environment): (id: string, made: Lambda) => IFunction {
  const application = new LambdaApplication(scope, 'Canaries')
  // The rights that Amazon's own policy gives to all functions and alarms of an account, for these alone.
  const role = new Role(scope, 'CanariesRole', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') })
  return (id, made) => {
    // @NOTE the library's classes differ from its own interfaces in an optional role.
    const alias = new Alias(scope, `${id}Live`, { aliasName: LIVE, version: made.currentVersion as IVersion })
    const alarm = new Alarm(scope, `${id}Canary`, {
      alarmName: `leadloom-${stage}-Canary-${id}`,
      alarmDescription: 'Takes a new version of a function back while it is rolled out; tells nobody by itself.',
      metric: failuresOf(scope, id, made, alias),
      threshold: FAILURES,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
    new LambdaDeploymentGroup(scope, `${id}Canaries`, {
      application,
      alias,
      alarms: [alarm],
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      role: role.withoutPolicyUpdates(),
    })
    role.addToPolicy(
      new PolicyStatement({
        actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
        resources: [made.functionArn, `${made.functionArn}:${LIVE}`],
      }),
    )
    role.addToPolicy(new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: [alarm.alarmArn] }))
    return alias as IFunction
  }
}

/** Of old and new version together: what the runtime saw, and answers of 500 and more, which the function gives in peace. */
function failuresOf(scope: Construct, id: string, made: Lambda, alias: Alias): MathExpression {
  const minute = { period: Duration.minutes(1), statistic: 'Sum' }
  const metricName = `${id}Failed`
  new MetricFilter(scope, metricName, {
    logGroup: made.logGroup,
    metricNamespace: NAMESPACE,
    metricName,
    filterPattern: FilterPattern.all(
      FilterPattern.stringValue('$.level', '=', 'ERROR'),
      FilterPattern.stringValue('$.message', '=', 'failed'),
    ),
  })
  return new MathExpression({
    label: 'failures',
    expression: 'FILL(thrown,0) + FILL(answered,0)',
    usingMetrics: {
      thrown: alias.metricErrors(minute),
      answered: new Metric({ namespace: NAMESPACE, metricName, ...minute }),
    },
    period: minute.period,
  })
}
