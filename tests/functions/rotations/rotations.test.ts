import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOrigin } from '#functions/gateways/origin.ts'
import { type EdgeDouble, startEdge } from '#infra/local/doubles/edge.ts'
import { startSecrets } from '#infra/local/doubles/secrets.ts'

const steps = ['createSecret', 'setSecret', 'testSecret', 'finishSecret']
let secrets: Awaited<ReturnType<typeof startSecrets>>
let edge: EdgeDouble
let nextRing: typeof import('#functions/rotations/keys.ts')['nextRing']

const origin = (value: string) =>
  `<CallerReference>c</CallerReference><Origins><Quantity>2</Quantity><Items><Origin><Id>api</Id><DomainName>a.example</DomainName><CustomHeaders><Quantity>1</Quantity><Items><OriginCustomHeader><HeaderName>x-origin-verify</HeaderName><HeaderValue>${value}</HeaderValue></OriginCustomHeader></Items></CustomHeaders></Origin><Origin><Id>files</Id><DomainName>f.example</DomainName></Origin></Items></Origins><DefaultCacheBehavior><TargetOriginId>api</TargetOriginId><ViewerProtocolPolicy>redirect-to-https</ViewerProtocolPolicy></DefaultCacheBehavior><Comment>all tenants</Comment><Enabled>true</Enabled><ConnectionMode>tenant-only</ConnectionMode>`

beforeAll(async () => {
  edge = await startEdge({ distributionId: 'DIST', connectionGroupId: 'cg', routingEndpoint: 'd1.cloudfront.test' })
  secrets = await startSecrets({ 'origin-verify': 'first-value', keys: 'a random password' })
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local-secret',
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_CLOUDFRONT: edge.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
    EDGE_DISTRIBUTION_ID: 'DIST',
    EDGE_CONNECTION_GROUP_ID: 'cg',
    LOG_LEVEL: 'SILENT',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  })
  // Loaded late, because the log reads its level when it is loaded.
  nextRing = (await import('#functions/rotations/keys.ts')).nextRing
})
afterAll(() => Promise.all([edge.stop(), secrets.stop()]))

/** `before` is called before its last step. */
async function rotate(
  handler: (event: unknown) => Promise<void>,
  id: string,
  version: string = randomUUID(),
  before: () => void = () => undefined,
) {
  for (const Step of steps) {
    if (Step === 'finishSecret') before()
    await handler({ Step, SecretId: id, ClientRequestToken: version })
  }
}

describe('originVerify', () => {
  const now = { at: 0 }
  it('hands the edge the new value once functions take it, and they take the old one too', async () => {
    edge.setDistributionConfig(origin('first-value'))
    const { handler } = await import('#functions/rotations/originVerify.ts')
    const door = openOrigin({ values: [], secretArn: 'origin-verify', now: () => now.at })
    expect(await door.accepted('first-value')).toEqual(['first-value'])

    await rotate(handler, 'origin-verify')
    const current = secrets.valueOf('origin-verify', 'AWSCURRENT') ?? ''
    expect(current).toMatch(/^[\w-]{48}$/)
    expect(edge.distributionConfig).toContain(`<HeaderValue>${current}</HeaderValue>`)
    expect(edge.distributionConfig).toContain('<ConnectionMode>tenant-only</ConnectionMode>')
    // Requests that are still on their way carry the value of before.
    now.at += 60_000
    expect(await door.accepted(current)).toEqual([current, 'first-value'])
    expect(await door.accepted('first-value')).toContain('first-value')
  })

  it('asks for the secret at most every ten seconds, however often a wrong value is shown', async () => {
    const door = openOrigin({ values: [], secretArn: 'origin-verify', now: () => now.at })
    await door.accepted('guess')
    const before = secrets.requests.length
    for (let count = 0; count < 50; count += 1) await door.accepted(`guess ${count}`)
    expect(secrets.requests.length).toBe(before)
    now.at += 10_000
    await door.accepted('guess')
    expect(secrets.requests.length).toBe(before + 2)
  })

  it('goes on where it failed: the edge gets the value of the version that is current', async () => {
    const { handler } = await import('#functions/rotations/originVerify.ts')
    edge.deployDistribution()
    const version = randomUUID()
    const fail = () => edge.failNext('ServiceUnavailable', 503, 8)
    await expect(rotate(handler, 'origin-verify', version, fail)).rejects.toThrow()
    const current = secrets.valueOf('origin-verify', 'AWSCURRENT') ?? ''
    expect(edge.distributionConfig).not.toContain(current)
    edge.failNext('none', 500, 0)
    await rotate(handler, 'origin-verify', version)
    expect(secrets.valueOf('origin-verify', 'AWSCURRENT')).toBe(current)
    expect(edge.distributionConfig).toContain(current)
  })

  it('makes no further value while the edge has not heard of the last one: functions would know neither of its own', async () => {
    const { handler } = await import('#functions/rotations/originVerify.ts')
    const door = openOrigin({ values: [], secretArn: 'origin-verify', now: () => now.at })
    edge.deployDistribution()
    const atEdge = /<HeaderValue>([^<]+)/.exec(edge.distributionConfig)?.[1] ?? ''
    const isOpen = async () => {
      now.at += 60_000
      return (await door.accepted('who knows')).includes(atEdge)
    }
    const fail = () => edge.failNext('ServiceUnavailable', 503, 100)
    // Each time under another name, as the timetable or an operator begins it.
    for (let count = 0; count < 3; count += 1) {
      await expect(rotate(handler, 'origin-verify', randomUUID(), fail)).rejects.toThrow()
      expect(edge.distributionConfig).toContain(atEdge)
      expect(await isOpen()).toBe(true)
    }
    edge.failNext('none', 500, 0)
    // Told now, it takes some minutes until all locations send it.
    const told = secrets.valueOf('origin-verify', 'AWSCURRENT') ?? ''
    for (let count = 0; count < 2; count += 1)
      await expect(rotate(handler, 'origin-verify')).rejects.toThrow('Not everybody uses the current value yet')
    expect(edge.distributionConfig).toContain(told)
    expect(secrets.valueOf('origin-verify', 'AWSCURRENT')).toBe(told)
    edge.deployDistribution()
    await rotate(handler, 'origin-verify')
    expect(edge.distributionConfig).toContain(secrets.valueOf('origin-verify', 'AWSCURRENT'))
    now.at += 60_000
    expect(await door.accepted('who knows')).toContain(told)
  })

  it('takes the given values on one machine and asks nobody', async () => {
    const before = secrets.requests.length
    const door = openOrigin({ values: ['local'], now: () => 0 })
    expect(await door.accepted('other')).toEqual(['local'])
    expect(secrets.requests.length).toBe(before)
  })
})

describe('keys', () => {
  type Ring = { encryption: { kid: string; d: string }[]; signing?: unknown[] }
  const ringOf = (text: string | undefined) => JSON.parse(text ?? '{}') as Ring
  const kids = (text: string | undefined) => ringOf(text).encryption.map(({ kid }) => kid)

  it('starts with two keys, from the password that the secret begins with', async () => {
    const { handler } = await import('#functions/rotations/keys.ts')
    await rotate(handler, 'keys')
    const ring = ringOf(secrets.valueOf('keys', 'AWSCURRENT'))
    expect(ring.encryption).toHaveLength(2)
    // The key that seals values lies in a secret of its own.
    expect(Object.keys(ring)).toEqual(['encryption'])
  })

  it('uses the key that was announced before, announces a new one, and keeps the last', () => {
    const first = nextRing('password')
    const [a, b] = kids(first)
    const second = nextRing(first)
    expect(kids(second)).toEqual([b, expect.any(String), a])
    const third = nextRing(second)
    expect(kids(third)).toEqual([kids(second)[1], expect.any(String), b])
    expect(new Set(kids(third)).size).toBe(3)
  })

  it('never touches what else is in the ring', () => {
    const first = nextRing('password')
    const second = nextRing(JSON.stringify({ ...ringOf(first), signing: ['kept'] }))
    expect(ringOf(second)).toMatchObject({ signing: ['kept'] })
  })

  it('leaves a ring that it cannot read as it is, rather than make a new one', () => {
    expect(() => nextRing('{"encryption":[]}')).toThrow(/left as it is/)
  })

  it('makes keys that open what browsers encrypt for them', async () => {
    const { openKeys } = await import('#functions/gateways/keys.ts')
    const json = JSON.stringify({
      ...ringOf(nextRing('password')),
      signing: [ringOf(nextRing('password')).encryption[0]],
    })
    const keys = await openKeys({ json })
    const published = keys.publicKeys.filter(({ use }) => use === 'enc')
    expect(published).toHaveLength(2)
    expect(published.every(({ kid }) => keys.decryptionKey(kid)?.asymmetricKeyType === 'ec')).toBe(true)
    expect(JSON.stringify(keys.publicKeys)).not.toContain('"d"')
  })
})
