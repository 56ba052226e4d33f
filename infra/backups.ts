// What protects the table beside its own restore points: a key of ours, and copies in an account that nobody of this one can empty.
import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Schedule } from 'aws-cdk-lib/aws-events'
import { AnyPrincipal, ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import type { Environment } from './environments.ts'

const removalOf = ({ isProtected }: Environment) => (isProtected ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY)

/**
 * The key of the table. Anybody who may use the table may use it, through the table alone: so functions need no right of their own,
 * and switching the key off shuts the data, no matter what rights were taken over.
 */
export function makeDataKey(scope: Construct, environment: Environment): Key {
  const { account, region } = Stack.of(scope)
  const key = new Key(scope, 'DataKey', {
    description: 'Encrypts the table and its backups.',
    alias: `leadloom-${environment.stage}-data`,
    enableKeyRotation: true,
    removalPolicy: removalOf(environment),
    pendingWindow: Duration.days(30),
  })
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: 'ThroughTheTable',
      principals: [new AnyPrincipal()],
      actions: [
        ...['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncryptFrom', 'kms:ReEncryptTo', 'kms:GenerateDataKey'],
        ...['kms:GenerateDataKeyWithoutPlaintext', 'kms:CreateGrant', 'kms:DescribeKey'],
      ],
      resources: ['*'],
      conditions: {
        StringEquals: { 'kms:CallerAccount': account, 'kms:ViaService': `dynamodb.${region}.amazonaws.com` },
      },
    }),
  )
  return key
}

/** What the backup service may do with a table, and with a bucket. */
const policies = ['service-role/AWSBackupServiceRolePolicyForBackup', 'AWSBackupServiceRolePolicyForS3Backup']

/** A nightly copy in a vault of another account; that vault is made there, by hand. Without its address there is none. */
export function keepCopies(
  scope: Construct,
  environment: Environment,
  { table, files, key }: { table: TableV2; files: Bucket; key: Key },
): void {
  if (!environment.backupVault) return
  const vault = new BackupVault(scope, 'Vault', { encryptionKey: key, removalPolicy: removalOf(environment) })
  const plan = new BackupPlan(scope, 'Backups', {
    backupVault: vault,
    backupPlanRules: [
      new BackupPlanRule({
        ruleName: 'nightly',
        scheduleExpression: Schedule.cron({ hour: '5', minute: '0' }),
        deleteAfter: Duration.days(7),
        copyActions: [
          {
            destinationBackupVault: BackupVault.fromBackupVaultArn(scope, 'OtherVault', environment.backupVault),
            deleteAfter: Duration.days(90),
          },
        ],
      }),
    ],
  })
  const role = new Role(scope, 'BackupRole', {
    assumedBy: new ServicePrincipal('backup.amazonaws.com'),
    managedPolicies: policies.map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
  })
  for (const name of policies)
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${name}]`,
      reason: 'The policy that Amazon keeps for its own backup service; the role can be taken by that service alone.',
    })
  plan.addSelection('Table', {
    role,
    disableDefaultBackupPolicy: true,
    resources: [BackupResource.fromArn(table.tableArn), BackupResource.fromArn(files.bucketArn)],
  })
}
