// Turns a power into the exact actions and ARNs it stands for.
import { Stack } from 'aws-cdk-lib'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import type { JobName } from '#shared/job-names.ts'
import { pageFiles } from '#shared/stores.ts'
import type { Environment } from './environments.ts'
import { names } from './names.ts'
import { type Owner, owners, type Power } from './powers.ts'
import type { WorkQueues } from './queues.ts'
import type { DataStack } from './stacks/data.ts'

/** A statement; one that must hold a wildcard says why. */
export type Grant = { statement: PolicyStatement; why?: string }

/** What a stack hands to its functions. The edge is there only for stacks that are built after it. */
export type Resources = {
  environment: Environment
  data: DataStack
  queues: WorkQueues
  edge?: { distributionId: string; connectionGroupId: string; routingEndpoint: string; firewallArn: string }
}

type TablePower = Extract<Power, { table: string }>

// A transaction needs the rights of the writes in it; DynamoDB knows no right of its own for it.
const readActions = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']
const writeActions = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
]

const fileActions = { get: 's3:GetObject', put: 's3:PutObject', remove: 's3:DeleteObject', list: [] } as const

function onlyKeysOf(of: readonly Owner[]): Record<string, unknown> {
  return { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': of.map((owner) => `${owners[owner]}*`) } }
}

/** One statement for all reads and one for all writes: a batch or transaction is judged by all of its keys together. */
function tableGrants(table: TableV2, powers: readonly TablePower[]): Grant[] {
  const statement = (actions: string[], resources: string[], of: readonly Owner[]) =>
    of.length && resources.length
      ? [{ statement: new PolicyStatement({ actions, resources, conditions: onlyKeysOf(of) }) }]
      : []
  const ownersOf = (some: readonly TablePower[]) => [...new Set(some.flatMap(({ of }) => of))].sort()
  const indexed = powers.filter(({ indexes }) => indexes?.length)
  const indexes = [...new Set(indexed.flatMap(({ indexes: names = [] }) => names))].sort()
  return [
    ...statement(readActions, [table.tableArn], ownersOf(powers)),
    ...statement(writeActions, [table.tableArn], ownersOf(powers.filter((power) => power.table === 'write'))),
    ...statement(
      ['dynamodb:Query'],
      indexes.map((name) => `${table.tableArn}/index/${name}`),
      ownersOf(indexed),
    ),
  ]
}

function fileGrants({ data }: Resources, power: Extract<Power, { files: unknown }>): Grant[] {
  const objects = power.files.flatMap((may) => fileActions[may])
  const grants: Grant[] = [
    {
      statement: new PolicyStatement({ actions: objects, resources: [data.files.arnForObjects(`${power.under}*`)] }),
      why: `Names of objects are made at run time; the grant ends at the folder ${power.under}.`,
    },
  ]
  if (!power.files.includes('get') && !power.files.includes('list')) return grants
  // Without the right to list, a missing object answers "forbidden" and looks like a fault of ours.
  const listed = { StringLike: { 's3:prefix': [`${power.under}*`] } }
  return [
    ...grants,
    {
      statement: new PolicyStatement({
        actions: ['s3:ListBucket'],
        resources: [data.files.bucketArn],
        conditions: listed,
      }),
    },
  ]
}

/** Who changes what stands behind the firewall must be able to read it: CloudFront looks at it in their name. */
const readsFirewall = ({ firewallArn }: NonNullable<Resources['edge']>): Grant => ({
  statement: new PolicyStatement({ actions: ['wafv2:GetWebACL'], resources: [firewallArn] }),
})

function domainGrants(scope: Construct, { edge }: Resources): Grant[] {
  if (!edge) throw new Error('Custom domains can only be managed by a stack that is built after the edge.')
  const { account } = Stack.of(scope)
  const cloudfront = `arn:aws:cloudfront::${account}`
  return [
    {
      statement: new PolicyStatement({
        actions: ['cloudfront:CreateDistributionTenant'],
        resources: [
          `${cloudfront}:distribution/${edge.distributionId}`,
          `${cloudfront}:connection-group/${edge.connectionGroupId}`,
          `${cloudfront}:distribution-tenant/*`,
        ],
      }),
      why: 'A tenant that is being created has no id yet; distribution and connection group are named.',
    },
    {
      statement: new PolicyStatement({
        actions: [
          'cloudfront:GetDistributionTenant',
          'cloudfront:GetDistributionTenantByDomain',
          'cloudfront:UpdateDistributionTenant',
          'cloudfront:DeleteDistributionTenant',
          'cloudfront:GetManagedCertificateDetails',
          'cloudfront:VerifyDnsConfiguration',
          'cloudfront:TagResource',
        ],
        resources: [`${cloudfront}:distribution-tenant/*`],
      }),
      why: 'Ids of distribution tenants are given by CloudFront at run time, one for each custom domain.',
    },
    {
      statement: new PolicyStatement({
        actions: ['acm:RequestCertificate', 'acm:DescribeCertificate'],
        resources: [`arn:aws:acm:us-east-1:${account}:certificate/*`],
      }),
      why: "CloudFront asks for each custom domain's certificate in our name; its id is given at run time.",
    },
    readsFirewall(edge),
  ]
}

function grantsOf(scope: Construct, power: Exclude<Power, TablePower>, resources: Resources): Grant[] {
  const { data, queues, environment, edge } = resources
  const exact = (actions: string[], ...arns: string[]): Grant[] => [
    { statement: new PolicyStatement({ actions, resources: arns }) },
  ]
  if ('files' in power) return fileGrants(resources, power)
  if ('site' in power)
    return exact(['s3:GetObject'], ...pageFiles.map((name) => `arn:aws:s3:::${names.siteBucket(environment)}/${name}`))
  if ('send' in power) return exact(['sqs:SendMessage'], queues.jobs[power.send].arn)
  if ('rescue' in power) return exact(['sqs:ReceiveMessage', 'sqs:DeleteMessage'], queues.jobs[power.rescue].dead.arn)
  if ('tokens' in power) {
    // All that are live: while another key becomes the first, functions of before and after it sign beside each other.
    const live = data.signingKeys.map((key) => key.keyArn)
    return exact([power.tokens === 'verify' ? 'kms:GetPublicKey' : 'kms:Sign'], ...live)
  }
  if ('secret' in power) return exact(['secretsmanager:GetSecretValue'], data.secrets[power.secret].secretArn)
  if ('rotate' in power) {
    return exact(
      [
        'secretsmanager:DescribeSecret',
        'secretsmanager:GetSecretValue',
        'secretsmanager:PutSecretValue',
        'secretsmanager:UpdateSecretVersionStage',
      ],
      data.secrets[power.rotate].secretArn,
    )
  }
  if ('mail' in power) {
    const { region, account } = Stack.of(scope)
    const ses = `arn:aws:ses:${region}:${account}`
    return exact(
      ['ses:SendEmail', 'ses:SendRawEmail'],
      `${ses}:identity/${environment.domain}`,
      `${ses}:configuration-set/${names.configurationSet(environment)}`,
    )
  }
  if ('domains' in power) return domainGrants(scope, resources)
  if (!edge) throw new Error("The edge's header can only be set by a stack that is built after the edge.")
  return [
    ...exact(
      ['cloudfront:GetDistribution', 'cloudfront:UpdateDistribution'],
      `arn:aws:cloudfront::${Stack.of(scope).account}:distribution/${edge.distributionId}`,
    ),
    readsFirewall(edge),
  ]
}

/** The statements of a function's powers. */
export function grantsFor(scope: Construct, powers: readonly Power[], resources: Resources): Grant[] {
  const onTable = powers.filter((power) => 'table' in power)
  const others = powers.filter((power): power is Exclude<Power, TablePower> => !('table' in power))
  return [
    ...tableGrants(resources.data.table, onTable),
    ...others.flatMap((power) => grantsOf(scope, power, resources)),
  ]
}

/** Jobs that a set of powers may send to: each becomes a variable with the address of its queue. */
export const sendsOf = (powers: readonly Power[]): JobName[] =>
  powers.flatMap((power) => ('send' in power ? [power.send] : []))

/** Jobs whose dead letters a set of powers may take: each becomes a variable with the address of their queue. */
export const rescuesOf = (powers: readonly Power[]): JobName[] =>
  powers.flatMap((power) => ('rescue' in power ? [power.rescue] : []))
