import { describe, expect, it } from 'vitest'
import { buckets } from '#shared/stores.ts'
import { synth } from './synth.ts'

const prod = synth('prod')
const dev = synth('dev')

describe('the table', () => {
  const [table] = prod.of('AWS::DynamoDB::GlobalTable')
  it('can be restored to any second of 35 days and is not deleted by mistake', () => {
    expect(table?.DeletionPolicy).toBe('Retain')
    expect(table?.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      Replicas: [
        {
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
        },
      ],
    })
  })
  it('may go with its stack where nothing is lost', () => {
    const [other] = dev.of('AWS::DynamoDB::GlobalTable')
    expect(other?.DeletionPolicy).toBe('Delete')
    expect(other?.Properties).toMatchObject({ Replicas: [{ DeletionProtectionEnabled: false }] })
  })
})

describe('buckets', () => {
  it.each(prod.of('AWS::S3::Bucket').map((bucket) => [`${bucket.stack}/${bucket.id}`, bucket] as const))(
    '%s is private, encrypted and TLS only',
    (_, { id, stack, Properties }) => {
      expect(Properties).toMatchObject({
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        BucketEncryption: expect.anything(),
        OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      })
      const policy = prod
        .of('AWS::S3::BucketPolicy', stack)
        .find(({ Properties: { Bucket } }) => JSON.stringify(Bucket).includes(id))
      expect(JSON.stringify(policy?.Properties)).toContain('"aws:SecureTransport":"false"')
      expect(JSON.stringify(policy?.Properties)).toContain('"NumericLessThan":{"s3:TlsVersion":1.2}')
    },
  )

  it('give up what was begun and never finished, and what has served its time', () => {
    const files = prod.of('AWS::S3::Bucket', 'data').find(({ id }) => id.startsWith('Files'))
    type Rules = { Rules: { Prefix?: string; ExpirationInDays?: number; AbortIncompleteMultipartUpload?: unknown }[] }
    const rules = (files?.Properties.LifecycleConfiguration as unknown as Rules | undefined)?.Rules ?? []
    expect(rules.some((rule) => rule.AbortIncompleteMultipartUpload)).toBe(true)
    for (const bucket of prod.of('AWS::S3::Bucket').filter(({ Properties }) => Properties.VersioningConfiguration))
      expect(JSON.stringify(bucket.Properties.LifecycleConfiguration)).toContain('"ExpiredObjectDeleteMarker":true')
    for (const [prefix, days] of Object.entries(buckets.files.expireDays))
      expect(rules).toContainEqual(expect.objectContaining({ Prefix: prefix, ExpirationInDays: days }))
  })

  it('take posts from tenants of any domain, and only the files bucket does', () => {
    const shared = prod.of('AWS::S3::Bucket').filter(({ Properties }) => Properties.CorsConfiguration)
    expect(shared.map(({ id }) => id.slice(0, 5))).toEqual(['Files'])
    expect(shared[0]?.Properties).toMatchObject({
      CorsConfiguration: { CorsRules: [{ AllowedMethods: ['POST', 'GET'], AllowedOrigins: ['*'] }] },
    })
  })
})

it('the table takes no more units a second than the environment pays for', () => {
  const [table] = prod.of('AWS::DynamoDB::GlobalTable')
  expect(JSON.stringify(table?.Properties)).toContain('"MaxReadRequestUnits":40000')
  expect(JSON.stringify(table?.Properties)).toContain('"MaxWriteRequestUnits":10000')
})

describe('keys and secrets', () => {
  it('sign with ES256, one key for each name of the environment', () => {
    const keys = prod.of('AWS::KMS::Key', 'data').filter(({ id }) => id.startsWith('SigningKey'))
    expect(
      keys.map(({ Properties, DeletionPolicy }) => [Properties.KeySpec, Properties.KeyUsage, DeletionPolicy]),
    ).toEqual([['ECC_NIST_P256', 'SIGN_VERIFY', 'Retain']])
    const two = synth('prod', { signingKeys: ['b2', 'a1'] })
    const aliases = two.of('AWS::KMS::Alias').map(({ Properties }) => String(Properties.AliasName))
    expect(aliases.filter((name) => name.includes('access-token'))).toEqual([
      'alias/leadloom-prod-access-token-b2',
      'alias/leadloom-prod-access-token-a1',
    ])
    // While the first one changes, functions that were told of it and such that were not sign beside each other.
    const mays = two
      .of('AWS::IAM::Policy', 'api')
      .flatMap(({ Properties }) => JSON.stringify(Properties).split('{"Action":'))
      .filter((statement) => statement.includes('"kms:Sign"'))
    expect(mays.length).toBeGreaterThan(0)
    expect(mays.every((may) => may.includes('SigningKeyb2') && may.includes('SigningKeya1'))).toBe(true)
  })

  it('are renewed by a worker on a timetable', () => {
    const secrets = prod.of('AWS::SecretsManager::Secret').filter(({ id }) => !/^(Sealing|Stripe|Providers)/.test(id))
    expect(secrets).toHaveLength(2)
    const schedules = prod.of('AWS::SecretsManager::RotationSchedule')
    expect(schedules).toHaveLength(secrets.length)
    for (const { id } of secrets) expect(JSON.stringify(schedules), id).toContain(id)
    for (const { Properties } of schedules)
      expect(Properties.RotationRules).toMatchObject({
        ScheduleExpression: expect.stringMatching(/^rate\(\d+ days\)$/),
      })
  })

  it('hold the key that seals values, made once and renewed by nobody', () => {
    const sealing = prod.of('AWS::SecretsManager::Secret').filter(({ id }) => id.startsWith('Sealing'))
    expect(sealing.map(({ Properties, DeletionPolicy }) => [Properties.GenerateSecretString, DeletionPolicy])).toEqual([
      [{ PasswordLength: 43, ExcludePunctuation: true }, 'Retain'],
    ])
    const schedules = prod.of('AWS::SecretsManager::RotationSchedule')
    expect(JSON.stringify(schedules)).not.toContain('Sealing')
  })

  it('of other companies begin empty, are never in a template, and only those read them who ask them', () => {
    const given = prod.of('AWS::SecretsManager::Secret').filter(({ id }) => /^(Stripe|Providers)/.test(id))
    expect(given.map(({ Properties }) => Properties.SecretString)).toEqual(['{}', '{}'])
    const readers = prod
      .of('AWS::Lambda::Function')
      .filter(({ Properties }) => JSON.stringify(Properties.Environment ?? {}).includes('PROVIDERS_SECRET_ARN'))
    expect(readers.map(({ id }) => id.slice(0, 12)).sort()).toMatchInlineSnapshot(`
      [
        "CampaignsApi",
        "CountKeyword",
        "DeliverLeadJ",
        "EndConnectio",
        "EnrichJobs80",
        "Integrations",
        "KeywordsApi6",
        "LookAtDelive",
        "MarketingApi",
        "PullCampaign",
        "ResolveVisit",
        "SessionApiC1",
        "WriteSheetJo",
      ]
    `)
  })
})
