// The table's own key, and its copies in another account.
import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, it } from 'vitest'
import { synth } from './synth.ts'

const backupVault = 'arn:aws:backup:us-east-1:999999999999:backup-vault:leadloom-copies'
const plain = synth('prod')
const copied = synth('prod', { backupVault })

describe('the key of the table', () => {
  const [key] = plain.of('AWS::KMS::Key').filter(({ id }) => id.startsWith('DataKey'))

  it('is ours, renewed each year, outlives its stack and encrypts the table', () => {
    expect(key?.Properties.EnableKeyRotation).toBe(true)
    expect(key?.DeletionPolicy).toBe('Retain')
    const [table] = plain.of('AWS::DynamoDB::GlobalTable')
    expect(table?.Properties.SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS' })
    expect(JSON.stringify(table?.Properties.Replicas)).toContain(key?.id)
  })

  it('is of use through the table of this account alone', () => {
    type Statement = { Sid?: string; Condition?: unknown; Principal: { AWS?: unknown } }
    const policy = key?.Properties.KeyPolicy as unknown as { Statement: Statement[] } | undefined
    const open = (policy?.Statement ?? []).filter(({ Principal }) => Principal.AWS === '*')
    expect(open.map(({ Sid }) => Sid)).toEqual(['ThroughTheTable'])
    expect(open[0]?.Condition).toEqual({
      StringEquals: { 'kms:CallerAccount': '333333333333', 'kms:ViaService': 'dynamodb.us-east-1.amazonaws.com' },
    })
  })
})

describe('a table that was restored', () => {
  const beside = synth('prod', { restoredTable: 'beside' })
  const serving = synth('prod', { restoredTable: 'serving' })

  it('is described beside the first, under a name of its own, so that it can be imported', () => {
    const [table] = plain.of('AWS::DynamoDB::GlobalTable')
    const both = beside.of('AWS::DynamoDB::GlobalTable')
    expect(both).toHaveLength(2)
    const restored = both.find(({ id }) => id !== table?.id)
    expect(restored?.id).toMatch(/^RestoredTable/)
    expect(restored?.Properties).toEqual(table?.Properties)
    // An import takes nothing that has no such word.
    expect(restored?.DeletionPolicy).toBe('Retain')
  })

  it('serves by one word, and the first stays', () => {
    const nameOf = (all: typeof plain) =>
      JSON.stringify(
        all.platform.app.synth().stacks.find(({ stackName }) => stackName.endsWith('-data'))?.template.Outputs
          .TableName,
      )
    expect(serving.of('AWS::DynamoDB::GlobalTable')).toHaveLength(2)
    expect(nameOf(serving)).toContain('"RestoredTable')
    expect(nameOf(beside)).toContain('"Table')
  })
})

describe('copies in another account', () => {
  it('are made each night where a vault is named, and kept longer there than here', () => {
    expect(plain.of('AWS::Backup::BackupPlan')).toEqual([])
    const [plan] = copied.of('AWS::Backup::BackupPlan')
    expect(
      (plan?.Properties.BackupPlan as unknown as { BackupPlanRule: unknown[] } | undefined)?.BackupPlanRule,
    ).toMatchObject([
      {
        Lifecycle: { DeleteAfterDays: 7 },
        CopyActions: [{ DestinationBackupVaultArn: backupVault, Lifecycle: { DeleteAfterDays: 90 } }],
      },
    ])
    const [selection] = copied.of('AWS::Backup::BackupSelection')
    expect(JSON.stringify(selection?.Properties)).toMatch(/"Resources":\[.*Table.*Files/i)
  })

  it('leave no finding open', () => {
    const { app } = copied.platform
    const { violations } = new AwsSolutionsChecks(app).validateScope(app)
    expect(violations.map(({ ruleName }) => ruleName)).toEqual([])
  })
})
