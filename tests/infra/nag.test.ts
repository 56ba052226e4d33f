import { Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, it } from 'vitest'
import { environment, stages } from '#infra/environments.ts'
import { makePlatform } from '#infra/platform.ts'

type Acknowledged = { where: string; rule: string; reason: string }

/** Findings of AwsSolutions, and everything that was acknowledged with its reason. */
function examine(stage: (typeof stages)[number]) {
  const { app } = makePlatform(environment(stage), {
    code: 'stubs',
    checks: false,
    app: { builtinCloudFormationValidation: false },
  })
  app.synth()
  const findings = new AwsSolutionsChecks(app).validateScope(app).violations
  const acknowledged: Acknowledged[] = app.node.findAll().flatMap((construct) =>
    construct.node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) =>
        Object.entries(data as Record<string, string>).map(([rule, reason]) => ({
          where: construct.node.path,
          rule: rule.replace(/^\w+::(?=AwsSolutions)/, ''),
          reason,
        })),
      ),
  )
  return {
    findings: findings.map(
      ({ ruleName, violatingResources }) =>
        `${ruleName} ${violatingResources.map(({ constructPath }) => constructPath).join(', ')}`,
    ),
    acknowledged,
  }
}

describe.each(stages)('AwsSolutions in %s', (stage) => {
  const { findings, acknowledged } = examine(stage)

  it('leaves no finding open', () => expect(findings).toEqual([]))

  it('gives each acknowledgement a sentence as its reason', () => {
    expect(acknowledged.length).toBeGreaterThan(0)
    for (const { rule, reason } of acknowledged) expect(reason, rule).toMatch(/^[A-Z].{25,}\.$/)
  })

  it('acknowledges few rules, and wildcards only one by one', () => {
    const kinds = new Set(acknowledged.map(({ rule }) => rule.replace(/\[.*/, '')))
    expect([...kinds].sort()).toEqual([
      'Annotation::@aws-cdk/aws-cloudfront:emptyDomainNames',
      'AwsSolutions-APIG4',
      'AwsSolutions-CFR1',
      'AwsSolutions-CFR3',
      'AwsSolutions-IAM5',
      'AwsSolutions-SMG4',
    ])
    const wildcards = acknowledged.filter(({ rule }) => rule.startsWith('AwsSolutions-IAM5'))
    for (const { rule } of wildcards) expect(rule).toMatch(/^AwsSolutions-IAM5\[Resource::/)
    const whole = wildcards.filter(({ rule }) => rule === 'AwsSolutions-IAM5[Resource::*]')
    expect(new Set(whole.map(({ reason }) => reason)).size).toBe(1)
  })
})
