// Versions of the functions without which nobody comes in or pays are rolled out a little first, and taken back by an alarm.
import { describe, expect, it } from 'vitest'
import { NAMESPACE } from '#shared/metrics.ts'
import { type Found, synth } from './synth.ts'

const { of } = synth('prod')
const careful = ['api/session', 'api/public', 'api/payments', 'hooks/page'].sort()
const text = (value: unknown) => JSON.stringify(value)
const found = (type: string, id: string) => of(type, 'api').find((resource) => resource.id === id)
const refIn = (value: unknown, key: 'Ref' | 'Fn::GetAtt') =>
  [...text(value).matchAll(new RegExp(`"${key}":\\[?"(\\w+)"`, 'g'))].map(([, id = '']) => id)

type Alias = Found & { UpdatePolicy: { CodeDeployLambdaAliasUpdate: { DeploymentGroupName: unknown } } }
// @NOTE CDK writes what rolls an alias out beside its properties.
const aliases = of('AWS::Lambda::Alias') as Alias[]

const functionOf = (alias: Alias) =>
  found('AWS::Lambda::Function', refIn(alias.Properties.FunctionName, 'Ref')[0] ?? '')
const groupOf = (alias: Alias) => {
  const [id = ''] = refIn(alias.UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName, 'Ref')
  return found('AWS::CodeDeploy::DeploymentGroup', id)
}

describe('a new version of a careful function', () => {
  it('is called by the gateway as what is live, and by no other name', () => {
    expect(aliases.map((alias) => functionOf(alias)?.Properties.Description).sort()).toEqual(careful)
    const targets = of('AWS::ApiGatewayV2::Integration').map(({ Properties }) => text(Properties.IntegrationUri))
    const permissions = of('AWS::Lambda::Permission', 'routes').map(({ Properties }) => text(Properties.FunctionName))
    for (const alias of aliases) {
      const whole = functionOf(alias)?.id ?? ''
      for (const named of [targets, permissions]) {
        expect(named.filter((uri) => uri.includes(alias.id))).toHaveLength(1)
        expect(named.filter((uri) => uri.includes(whole))).toEqual([])
      }
    }
  })

  it('meets a tenth of the requests for five minutes, and goes back where an alarm of its own rings', () => {
    for (const alias of aliases) {
      const group = groupOf(alias)?.Properties
      expect(group).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
        },
        AlarmConfiguration: { Enabled: true },
      })
      const [alarmId = ''] = refIn(group?.AlarmConfiguration, 'Ref')
      const metrics = text(found('AWS::CloudWatch::Alarm', alarmId)?.Properties.Metrics)
      expect(metrics).toContain('"Errors"')
      expect(metrics).toContain(functionOf(alias)?.id)
      expect(metrics).toContain('Failed"')
    }
  })

  it('counts answers that say a failure too, out of the lines of its own log', () => {
    const filters = of('AWS::Logs::MetricFilter', 'api')
    expect(filters.length).toBe(careful.length)
    for (const { Properties } of filters) {
      expect(Properties.FilterPattern).toBe('{ ($.level = "ERROR") && ($.message = "failed") }')
      const [transformation] = Properties.MetricTransformations as unknown as {
        MetricName: string
        MetricNamespace: string
      }[]
      expect(transformation?.MetricNamespace).toBe(NAMESPACE)
      const [log = ''] = refIn(Properties.LogGroupName, 'Ref')
      const writer = of('AWS::Lambda::Function', 'api').find((made) =>
        text(made.Properties.LoggingConfig).includes(log),
      )
      const alarm = of('AWS::CloudWatch::Alarm', 'api').find((each) =>
        text(each.Properties.Metrics).includes(`"${transformation?.MetricName}"`),
      )
      expect(text(alarm?.Properties.Metrics)).toContain(writer?.id)
    }
  })

  it('is rolled out by somebody who may do nothing else', () => {
    const policy = of('AWS::IAM::Policy', 'api').find(({ id }) => id.startsWith('CanariesRole'))
    const statements = policy?.Properties.PolicyDocument as unknown as {
      Statement: { Action: string | string[]; Resource: unknown }[]
    }
    const actions = [...new Set(statements.Statement.flatMap(({ Action }) => Action))].sort()
    expect(actions).toEqual([
      'cloudwatch:DescribeAlarms',
      'lambda:GetAlias',
      'lambda:GetProvisionedConcurrencyConfig',
      'lambda:UpdateAlias',
    ])
    expect(text(statements)).not.toContain('"*"')
    const role = of('AWS::IAM::Role', 'api').find(({ id }) => id.startsWith('CanariesRole'))
    expect(role?.Properties.ManagedPolicyArns).toBeUndefined()
  })
})
