// Each template as CloudFormation will read it: room to grow, and everything that it names is there.
import { describe, expect, it } from 'vitest'
import { type StackTemplate, synth } from './synth.ts'

/** What Amazon takes of each in one stack; a third of it is kept free. */
const limits = { Resources: 500, Outputs: 200 } as const
const MOST_BYTES = 1_000_000
const roomOf = (limit: number) => Math.floor((limit * 2) / 3)

const variants = {
  prod: synth('prod'),
  abroad: synth('prod', { region: 'eu-central-1', signingKeys: ['b2', 'a1'] }),
  dev: synth('dev'),
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Call = { name: string; argument: Json; path: string }

/** Every call of an intrinsic function, innermost last. */
function callsIn(value: unknown, path = ''): Call[] {
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value as Record<string, Json>) // @NOTE a template is JSON.
  const [first, ...others] = entries
  const own: Call[] =
    first && others.length === 0 && (/^Fn::/.test(first[0]) || first[0] === 'Ref')
      ? [{ name: first[0], argument: first[1], path }]
      : []
  return [...own, ...entries.flatMap(([key, inner]) => callsIn(inner, `${path}/${key}`))]
}

/** What a resource of a type can be asked for. A type that is missing here is asked for in a template for the first time: look it up. */
const attributes: Record<string, readonly string[]> = {
  'AWS::ApiGatewayV2::Api': ['ApiId', 'ApiEndpoint'],
  'AWS::CloudFront::ConnectionGroup': ['Id', 'Arn', 'RoutingEndpoint', 'ETag', 'Status'],
  'AWS::CloudFront::Distribution': ['Id', 'DomainName'],
  'AWS::CloudFront::Function': ['FunctionARN', 'Stage', 'FunctionMetadata.FunctionARN'],
  'AWS::CloudFront::OriginAccessControl': ['Id'],
  'AWS::CloudWatch::Alarm': ['Arn'],
  'AWS::DynamoDB::GlobalTable': ['Arn', 'StreamArn', 'TableId'],
  'AWS::IAM::Role': ['Arn', 'RoleId'],
  'AWS::KMS::Key': ['Arn', 'KeyId'],
  'AWS::Lambda::Function': ['Arn', 'SnapStartResponse.ApplyOn', 'SnapStartResponse.OptimizationStatus'],
  'AWS::Lambda::Version': ['FunctionArn', 'Version'],
  'AWS::Logs::DeliveryDestination': ['Arn', 'DeliveryDestinationPolicy'],
  'AWS::Logs::LogGroup': ['Arn'],
  'AWS::S3::Bucket': ['Arn', 'DomainName', 'DualStackDomainName', 'RegionalDomainName', 'WebsiteURL'],
  'AWS::SES::EmailIdentity': ['DkimDNSTokenName1', 'DkimDNSTokenName2', 'DkimDNSTokenName3'].flatMap((name) => [
    name,
    name.replace('Name', 'Value'),
  ]),
  'AWS::SQS::Queue': ['Arn', 'QueueName', 'QueueUrl'],
  'AWS::WAFv2::WebACL': ['Arn', 'Capacity', 'Id', 'LabelNamespace'],
}

const isText = (value: Json | undefined): value is string => typeof value === 'string'
const isCall = (value: Json | undefined): boolean => callsIn(value).some(({ path }) => path === '')

/** What is wrong with the arguments of a call, within its own template. */
function faultsOf({ name, argument }: Call, { Resources }: StackTemplate): string[] {
  const known = (id: string) => id.startsWith('AWS::') || id in Resources
  const list = Array.isArray(argument) ? argument : []
  if (name === 'Ref') return isText(argument) && known(argument) ? [] : [`Ref of ${JSON.stringify(argument)}`]
  if (name === 'Fn::GetAtt') {
    const [id, attribute] = list
    const type = isText(id) ? Resources[id]?.Type : undefined
    if (!type || !isText(attribute)) return [`GetAtt of ${JSON.stringify(argument)}`]
    return attributes[type]?.includes(attribute) ? [] : [`GetAtt ${attribute} of a ${type}`]
  }
  if (name === 'Fn::Sub') {
    const [text, values] = isText(argument) ? [argument, {}] : list
    const given = typeof values === 'object' && values !== null ? Object.keys(values) : []
    const asked = [...String(text).matchAll(/\$\{([^!}][^}]*)\}/g)].map(([, id = '']) => id.split('.')[0] ?? '')
    return asked.filter((id) => !given.includes(id) && !known(id)).map((id) => `Sub of ${id}`)
  }
  if (name === 'Fn::Join') {
    const [separator, parts] = list
    const isWhole = list.length === 2 && isText(separator) && Array.isArray(parts)
    const areTexts = Array.isArray(parts) && parts.every((part) => isText(part) || isCall(part))
    return isWhole && areTexts ? [] : [`Join of ${JSON.stringify(argument).slice(0, 80)}`]
  }
  if (name === 'Fn::Select') {
    const [index, from] = list
    return Number.isInteger(Number(index)) && (Array.isArray(from) || isCall(from)) ? [] : ['Select']
  }
  if (name === 'Fn::Split') return list.length === 2 && isText(list[0]) && isCall(list[1]) ? [] : ['Split']
  // Of other stacks, below. Others are not used: a new one brings its rule.
  return name === 'Fn::GetStackOutput' ? [] : [`${name} has no rule here`]
}

type Asked = { StackName: string; Region: string; OutputName: string }
const askedOf = (template: StackTemplate) =>
  callsIn(template).flatMap(({ name, argument }) =>
    // @NOTE the shape of this function's argument.
    name === 'Fn::GetStackOutput' ? [argument as unknown as Asked] : [],
  )

describe.each(Object.entries(variants))('templates of %s', (_, { templates, platform }) => {
  it.each(templates.map(({ stack, template }) => [stack, template] as const))(
    '%s keeps a third of what one stack may hold',
    (stack, template) => {
      for (const part of ['Resources', 'Outputs'] as const) {
        const count = Object.keys(template[part] ?? {}).length
        const most = roomOf(limits[part])
        expect(
          count,
          `${stack} has ${count} ${part}, and Amazon takes ${limits[part]}: divide it (docs/operating.md, "Room to grow").`,
        ).toBeLessThanOrEqual(most)
      }
      expect(JSON.stringify(template).length, `${stack} in bytes`).toBeLessThan(roomOf(MOST_BYTES))
    },
  )

  it.each(templates.map(({ stack, template }) => [stack, template] as const))(
    '%s names only what it holds, and calls each function as it wants to be called',
    (_stack, template) => {
      // Not the rule on bootstrapping, which the library writes into each.
      const calls = callsIn({ Resources: template.Resources, Outputs: template.Outputs ?? {} })
      const faults = calls.flatMap((call) => faultsOf(call, template).map((fault) => `${call.path}: ${fault}`))
      expect(faults).toEqual([])
      const waits = Object.entries(template.Resources).flatMap(([id, { DependsOn = [] }]) =>
        [DependsOn].flat().map((other) => ({ id, other })),
      )
      expect(waits.filter(({ other }) => !(other in template.Resources))).toEqual([])
    },
  )

  const byName = new Map(
    templates.map(({ stack, template }) => [platform.stacks[stack].stackName, { stack, template }] as const),
  )

  it('find each output of another stack that they ask for, in the region where it stands', () => {
    const lost = templates.flatMap(({ stack, template }) =>
      askedOf(template)
        .filter(({ StackName, OutputName, Region }) => {
          const found = byName.get(StackName)
          return !found?.template.Outputs?.[OutputName] || platform.stacks[found.stack].region !== Region
        })
        .map(({ StackName, OutputName }) => `${stack} asks ${StackName} for ${OutputName}`),
    )
    expect(lost).toEqual([])
    expect(templates.flatMap(({ template }) => askedOf(template)).length).toBeGreaterThan(100)
  })

  it('give out nothing for other stacks that none of them asks for', () => {
    const asked = new Set(
      templates.flatMap(({ template }) =>
        askedOf(template).map(({ StackName, OutputName }) => `${StackName} ${OutputName}`),
      ),
    )
    const unused = templates.flatMap(({ stack, template }) =>
      Object.keys(template.Outputs ?? {})
        // The others are for people and their tools.
        .filter((id) => id.startsWith('PublishOutput') && !asked.has(`${platform.stacks[stack].stackName} ${id}`))
        .map((id) => `${stack} ${id}`),
    )
    expect(unused).toEqual([])
  })

  it('are deployed after all that they ask, and never in a circle', () => {
    const placeOf = new Map(platform.app.synth().stacks.map(({ stackName }, at) => [stackName, at]))
    const early = templates.flatMap(({ stack, template }) => {
      const { stackName, dependencies } = platform.stacks[stack]
      const waited = new Set(dependencies.map((other) => other.stackName))
      return askedOf(template)
        .filter(
          ({ StackName }) => (placeOf.get(StackName) ?? 99) >= (placeOf.get(stackName) ?? 0) || !waited.has(StackName),
        )
        .map(({ StackName }) => `${stack} before ${StackName}`)
    })
    expect([...new Set(early)]).toEqual([])
  })
})

describe('the rules above', () => {
  const template: StackTemplate = {
    Resources: { Queue: { Type: 'AWS::SQS::Queue', Properties: {} }, Odd: { Type: 'AWS::Odd::Thing', Properties: {} } },
  }
  const judged = (value: unknown) => callsIn(value).flatMap((call) => faultsOf(call, template))

  it.each([
    [{ Ref: 'Gone' }, 'Ref of'],
    [{ 'Fn::GetAtt': ['Gone', 'Arn'] }, 'GetAtt of'],
    [{ 'Fn::GetAtt': ['Queue', 'Address'] }, 'GetAtt Address of a AWS::SQS::Queue'],
    [{ 'Fn::GetAtt': ['Odd', 'Arn'] }, 'GetAtt Arn of a AWS::Odd::Thing'],
    [{ 'Fn::Sub': `a \${Gone.Arn}` }, 'Sub of Gone'],
    [{ 'Fn::Join': ['', { Ref: 'Queue' }] }, 'Join of'],
    [{ 'Fn::Join': ['', [1, {}]] }, 'Join of'],
    [{ 'Fn::ImportValue': 'x' }, 'has no rule'],
  ])('find what is wrong in %j', (value, fault) => expect(judged(value).join()).toContain(fault))

  it('let pass what is right', () =>
    expect(
      judged({
        a: { 'Fn::Sub': [`\${Here} \${Queue.Arn} \${AWS::Region} \${!Not}`, { Here: 'x' }] },
        b: { 'Fn::Join': ['-', ['x', { 'Fn::GetAtt': ['Queue', 'Arn'] }]] },
        c: { 'Fn::Select': [1, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] },
      }),
    ).toEqual([]))
})
