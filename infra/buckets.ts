import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type CfnBucket,
  HttpMethods,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import type { JobName } from '#shared/job-names.ts'
import { type Job, jobs } from '#shared/jobs.ts'
import { type BucketName, buckets } from '#shared/stores.ts'
import type { Environment } from './environments.ts'
import type { WorkQueue } from './queues.ts'

/** What every bucket of ours is: private, encrypted, TLS only, owned by us alone. */
export const closed = (environment: Environment): BucketProps => ({
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  encryption: BucketEncryption.S3_MANAGED,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
  removalPolicy: environment.isProtected ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
})

/** Where other buckets write who asked for what. */
export function makeLogBucket(scope: Construct, environment: Environment): IBucket {
  const logs = new Bucket(scope, 'AccessLogs', {
    ...closed(environment),
    lifecycleRules: [
      {
        expiration: Duration.days(environment.logRetentionDays),
        abortIncompleteMultipartUploadAfter: Duration.days(1),
      },
    ],
  })
  return toInterface(logs)
}

/** @NOTE the library's own types disagree under exactOptionalPropertyTypes: an optional property of IBucket may be undefined in Bucket. */
export const toInterface = (bucket: Bucket): IBucket => bucket as IBucket

export function makeBucket(scope: Construct, name: BucketName, environment: Environment, more: BucketProps): Bucket {
  const { uploads, expireDays } = buckets[name]
  return new Bucket(scope, `${name.charAt(0).toUpperCase()}${name.slice(1)}`, {
    ...closed(environment),
    versioned: true,
    serverAccessLogsPrefix: `${name}/`,
    lifecycleRules: [
      {
        abortIncompleteMultipartUploadAfter: Duration.days(1),
        noncurrentVersionExpiration: Duration.days(environment.isProtected ? 35 : 7),
        // What says that an object was removed, once nothing of it is left.
        expiredObjectDeleteMarker: true,
      },
      ...Object.entries(expireDays).map(([prefix, days]) => ({ prefix, expiration: Duration.days(days) })),
    ],
    // Tenants' own domains are not known here. The signature is the credential and no cookie travels, so any origin may post.
    ...(uploads && {
      cors: [
        {
          allowedOrigins: ['*'],
          allowedMethods: [HttpMethods.POST, HttpMethods.GET],
          allowedHeaders: ['*'],
          exposedHeaders: ['etag'],
          maxAge: 3600,
        },
      ],
    }),
    ...more,
  })
}

const takenUploads = (queues: Record<JobName, WorkQueue>) =>
  Object.entries<Job>(jobs).flatMap(([name, { onUpload }]) =>
    // @NOTE the keys are those of the object above.
    onUpload ? [{ onUpload, ...queues[name as JobName] }] : [],
  )

/** The file store may send to queues of jobs that begin with an upload. Their stack comes first, so the bucket finds the right. */
export function letUploadsIn(queues: Record<JobName, WorkQueue>): void {
  for (const { queue } of takenUploads(queues))
    queue.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        // The bucket's own name here would make bucket and queue wait for each other.
        conditions: { StringEquals: { 'aws:SourceAccount': queue.stack.account } },
      }),
    )
}

/** Objects under a job's prefix become its messages. Written out, because the library would bring a function with wide rights for it. */
export function sendUploadsToQueues(bucket: Bucket, queues: Record<JobName, WorkQueue>): void {
  const cfnBucket = bucket.node.defaultChild as CfnBucket // @NOTE the bucket's own resource, by the library's convention
  cfnBucket.notificationConfiguration = {
    queueConfigurations: takenUploads(queues).map(({ onUpload, arn }) => ({
      event: 's3:ObjectCreated:*',
      queue: arn,
      filter: {
        s3Key: {
          rules: [
            { name: 'prefix', value: onUpload.prefix },
            { name: 'suffix', value: onUpload.suffix },
          ],
        },
      },
    })),
  }
}
