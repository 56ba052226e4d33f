import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib'
import { AttributeType, Billing, ProjectionType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { table } from '#shared/stores.ts'
import { keepCopies, makeDataKey } from '../backups.ts'
import { makeBucket, makeLogBucket, sendUploadsToQueues } from '../buckets.ts'
import { rotationNames } from '../bundles.ts'
import type { Environment } from '../environments.ts'
import { EDGE_REGION, names } from '../names.ts'
import type { WorkQueues } from '../queues.ts'

/** Two we make and renew ourselves, `sealing` is replaced by an operator's command; `stripe` and `providers` hold keys of other companies, written by an operator. */
export type SecretName = 'keys' | 'sealing' | 'originVerify' | 'stripe' | 'providers'

const text = (name: string) => ({ name, type: AttributeType.STRING })

type Props = StackProps & { environment: Environment; queues: WorkQueues }

/** What must outlive a deployment: table, files, keys and secrets. */
export class DataStack extends Stack {
  readonly table: TableV2
  readonly files: Bucket
  /** The first signs; all are published. */
  readonly signingKeys: Key[]
  readonly secrets: Record<SecretName, Secret>

  constructor(scope: Construct, id: string, { queues, ...props }: Props) {
    super(scope, id, props)
    const { environment } = props
    const removalPolicy = environment.isProtected ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY

    const key = makeDataKey(this, environment)
    const makeTable = (name: 'Table' | 'RestoredTable') =>
      new TableV2(this, name, {
        encryption: TableEncryptionV2.customerManagedKey(key),
        partitionKey: text(table.partitionKey),
        sortKey: text(table.sortKey),
        billing: Billing.onDemand({
          maxReadRequestUnits: environment.tableCeiling.read,
          maxWriteRequestUnits: environment.tableCeiling.write,
        }),
        timeToLiveAttribute: table.ttl,
        pointInTimeRecoverySpecification: {
          pointInTimeRecoveryEnabled: true,
          recoveryPeriodInDays: environment.isProtected ? 35 : 7,
        },
        deletionProtection: environment.isProtected,
        removalPolicy,
        globalSecondaryIndexes: table.indexes.map(({ name, partitionKey, sortKey }) => ({
          indexName: name,
          partitionKey: text(partitionKey),
          sortKey: text(sortKey),
          projectionType: ProjectionType.ALL,
        })),
      })

    const first = makeTable('Table')
    // The first stays until somebody takes it out: a restore that was wrong is taken back by one word.
    const restored = environment.restoredTable && makeTable('RestoredTable')
    this.table = restored && environment.restoredTable === 'serving' ? restored : first

    const logs = makeLogBucket(this, environment)
    this.files = makeBucket(this, 'files', environment, { serverAccessLogsBucket: logs })
    sendUploadsToQueues(this.files, queues.jobs)
    keepCopies(this, environment, { table: this.table, files: this.files, key })

    this.signingKeys = environment.signingKeys.map(
      (name) =>
        new Key(this, `SigningKey-${name}`, {
          description:
            'Signs access tokens (ES256). Never rotated in place: a new name is added to the environment instead.',
          keySpec: KeySpec.ECC_NIST_P256,
          keyUsage: KeyUsage.SIGN_VERIFY,
          alias: `leadloom-${environment.stage}-access-token-${name}`,
          removalPolicy,
          pendingWindow: Duration.days(30),
        }),
    )

    const replicas = this.region === EDGE_REGION ? [] : [{ region: EDGE_REGION }]
    this.secrets = {
      keys: new Secret(this, 'Keys', {
        description: 'Keys that open encrypted request bodies. Written by its rotation.',
        removalPolicy,
      }),
      sealing: new Secret(this, 'Sealing', {
        description: 'The keys that seal values in the table. Replaced by `npm run operator -- sealing-key`.',
        // Letters and digits are base64url: 43 of them are the 32 bytes of a key.
        generateSecretString: { passwordLength: 43, excludePunctuation: true },
        removalPolicy,
      }),
      originVerify: new Secret(this, 'OriginVerify', {
        secretName: names.originVerifySecret(environment),
        description: 'The header by which functions know that a request came through our edge.',
        generateSecretString: { passwordLength: 48, excludePunctuation: true },
        replicaRegions: replicas,
        removalPolicy,
      }),
      stripe: new Secret(this, 'Stripe', {
        secretName: names.stripeSecret(environment),
        description: 'Keys of the payment provider: {"secretKey", "webhookSecrets"}. Written by an operator.',
        secretObjectValue: {},
        removalPolicy,
      }),
      providers: new Secret(this, 'Providers', {
        secretName: names.providersSecret(environment),
        description:
          'Keys of other outside services: {"leadDataKey", "adPartnerKey", "captchaSecret"}. Written by an operator.',
        secretObjectValue: {},
        removalPolicy,
      }),
    }
    const own: readonly string[] = rotationNames
    for (const [name, secret] of Object.entries(this.secrets)) {
      Validations.of(secret).acknowledge({
        id: 'AwsSolutions-SMG4',
        reason: own.includes(name)
          ? 'It is rotated: the schedule stands in the jobs stack beside its worker, and the rule looks only into the stack of the secret.'
          : name === 'sealing'
            ? 'An operator replaces it step by step, because what it sealed is sealed anew in between; the few functions that need it are named in infra/powers.ts.'
            : 'Another company issues these keys and they are replaced in its console; docs/operating.md says how and how often.',
      })
    }
    this.tellOperators()
  }

  /** What a person's tools need to know of this environment; `cdk deploy --outputs-file` writes it down. */
  private tellOperators(): void {
    const tell = (id: string, value: string) => new CfnOutput(this, id, { value })
    tell('TableName', this.table.tableName)
    tell('FilesBucket', this.files.bucketName)
    tell('KeysSecretArn', this.secrets.keys.secretArn)
    tell('SealingSecretArn', this.secrets.sealing.secretArn)
  }
}
