import type { Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs'
import type { IBucket } from 'aws-cdk-lib/aws-s3'

/** Access logs by way of log delivery: the older kind does not exist for distributions of many tenants. */
export function logAccess(stack: Stack, distributionId: string, bucket: IBucket): void {
  const source = new CfnDeliverySource(stack, 'AccessSource', {
    name: `${stack.stackName}-access`,
    logType: 'ACCESS_LOGS',
    resourceArn: `arn:aws:cloudfront::${stack.account}:distribution/${distributionId}`,
  })
  const destination = new CfnDeliveryDestination(stack, 'AccessDestination', {
    name: `${stack.stackName}-access`,
    outputFormat: 'json',
    destinationResourceArn: bucket.arnForObjects('edge'),
  })
  const delivery = new CfnDelivery(stack, 'AccessDelivery', {
    deliverySourceName: source.name,
    deliveryDestinationArn: destination.attrArn,
    // No paths, query strings, cookies or referrers: they may hold what people typed, and links of mails carry their token in the
    // path. Which call it was says the API's own log.
    recordFields: [
      'timestamp',
      'x-edge-location',
      'sc-bytes',
      'cs-method',
      'x-host-header',
      'sc-status',
      'c-ip',
      'x-edge-result-type',
      'x-edge-request-id',
      'time-taken',
      'ssl-protocol',
      'cs(User-Agent)',
    ],
  })
  delivery.addResourceDependency(source)
  bucket.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
      actions: ['s3:PutObject'],
      resources: [bucket.arnForObjects('edge/*')],
      conditions: {
        StringEquals: { 'aws:SourceAccount': stack.account },
        ArnLike: { 'aws:SourceArn': `arn:aws:logs:${stack.region}:${stack.account}:delivery-source:*` },
      },
    }),
  )
}
