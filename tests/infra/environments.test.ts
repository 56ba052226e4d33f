import { describe, expect, it } from 'vitest'
import { environment, parseEnvironment, stages } from '#infra/environments.ts'
import { synth } from './synth.ts'

describe('environments', () => {
  const { stage: _, ...row } = environment('prod')

  it.each(Object.keys(row))('fails with the name of a missing %s', (name) => {
    const { [name as keyof typeof row]: __, ...rest } = row
    expect(() => parseEnvironment('staging', rest)).toThrow(new RegExp(`"staging".*\\b${name}\\b`))
  })

  it('names all that is missing at once', () => {
    expect(() => parseEnvironment('dev', { ...row, account: '12', hostedZoneId: undefined })).toThrow(
      /account.*hostedZoneId/,
    )
  })

  it('refuses a value that it does not know', () =>
    expect(() => parseEnvironment('dev', { ...row, retention: 3 })).toThrow(/retention/))

  it.each([undefined, 'production', 'constructor'])('refuses the name %s', (name) =>
    expect(() => environment(name)).toThrow(/env=dev\|staging\|prod/),
  )

  it('keep to accounts and domains of their own', () => {
    const all = stages.map(environment)
    expect(new Set(all.map(({ account }) => account)).size).toBe(stages.length)
    expect(new Set(all.map(({ domain }) => domain)).size).toBe(stages.length)
  })
})

describe('stacks', () => {
  const prod = synth('prod')

  it('are named by environment, protected in prod, tagged, and look nothing up', () => {
    const assembly = prod.platform.app.synth()
    expect(assembly.manifest.missing).toBeUndefined()
    expect(assembly.stacks.map(({ stackName }) => stackName)).toEqual(
      ['alerts', 'mail', 'queues', 'data', 'api', 'routes', 'edge', 'jobs', 'observability'].map(
        (name) => `leadloom-prod-${name}`,
      ),
    )
    for (const stack of assembly.stacks) {
      expect(stack.terminationProtection, stack.stackName).toBe(true)
      expect(stack.tags).toEqual({ application: 'leadloom', environment: 'prod' })
    }
    expect(
      synth('dev')
        .platform.app.synth()
        .stacks.every(({ terminationProtection }) => !terminationProtection),
    ).toBe(true)
  })

  it('ring in one place of their region: the edge brings topics of its own only where nothing else stands', () => {
    const topics = (found: ReturnType<typeof synth>) =>
      found.of('AWS::SNS::Topic').map(({ stack, id }) => `${stack} ${id.replace(/[0-9A-F]{8}$/, '')}`)
    expect(topics(prod)).toEqual(['alerts Page', 'alerts Ticket'])
    expect(topics(synth('prod', { region: 'eu-central-1' }))).toEqual([
      ...['alerts Page', 'alerts Ticket'],
      ...['edge Page', 'edge Ticket'],
    ])
  })

  it('have the same logical ids in every environment, so that a change of values never replaces a resource', () => {
    // A version is named after all that is in it, so that each change makes another.
    const ids = (stage: 'dev' | 'prod') =>
      synth(stage)
        .all.filter(({ Type }) => Type !== 'AWS::Lambda::Version')
        .map(({ stack, id, Type }) => `${stack} ${id} ${Type}`)
        .sort()
    expect(ids('dev')).toEqual(ids('prod'))
  })

  it('bring no functions of the library with them', () => {
    expect(
      prod.all.filter(({ Type }) => Type.startsWith('Custom::') || Type === 'AWS::CloudFormation::CustomResource'),
    ).toEqual([])
  })

  it('build in another region too: the edge stays where CloudFront wants it, and its secret is there as well', () => {
    const abroad = synth('prod', { region: 'eu-central-1' })
    expect(abroad.platform.stacks.edge.region).toBe('us-east-1')
    expect(abroad.platform.stacks.data.region).toBe('eu-central-1')
    const secret = abroad.of('AWS::SecretsManager::Secret').find(({ id }) => id.startsWith('OriginVerify'))
    expect(secret?.Properties.ReplicaRegions).toEqual([{ Region: 'us-east-1' }])
  })
})
