// `npm run cloudformation:crosscheck -- <endpoint>`: deploys templates to another program that speaks CloudFormation, such as moto's
// server, and says which resources it made. What such a program does not know it leaves out; what it refuses is worth a look.
import { Template } from 'aws-cdk-lib/assertions'
import { environment } from '#infra/environments.ts'
import { makePlatform } from '#infra/platform.ts'

const usage = 'npm run cloudformation:crosscheck -- <endpoint, such as http://127.0.0.1:5000> [data | queues | alerts]'
/** What only synthesis writes into templates, and nobody deploys. */
const isMetadata = ([, { Type }]: [string, { Type: string }]) => Type === 'AWS::CDK::Metadata'

const [endpoint, name = 'data', more] = process.argv.slice(2)
const { stacks } = makePlatform(environment('dev'), {
  code: 'stubs',
  checks: false,
  app: { builtinCloudFormationValidation: false },
})
const stack = Object.entries(stacks).find(([each]) => each === name)?.[1]
if (!endpoint || !URL.canParse(endpoint) || !stack || more !== undefined) {
  console.error(`Usage: ${usage}`)
  process.exit(1)
}
// @NOTE what every template of the library holds.
const whole = Template.fromStack(stack).toJSON() as {
  Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>
}
// Labels say nothing that could be wrong, and moto cannot read those of keys.
for (const { Properties } of Object.values(whole.Resources)) delete Properties?.Tags
// The number of the bootstrap lies in an account, and an output of what is not known stops the whole.
const template = { ...whole, Parameters: {}, Rules: {}, Outputs: {} }

const authorization =
  'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/cloudformation/aws4_request, SignedHeaders=host, Signature=0'

async function ask(action: string, fields: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ Action: action, Version: '2010-05-15', ...fields })
  const answer = await fetch(endpoint ?? '', { method: 'POST', headers: { authorization }, body })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${action} was answered with ${answer.status}: ${text.slice(0, 600)}`)
  return text
}
const each = (text: string, tag: string) =>
  [...text.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, value = '']) => value)

const StackName = `crosscheck-${name}`
await ask('CreateStack', {
  StackName,
  TemplateBody: JSON.stringify(template),
  'Capabilities.member.1': 'CAPABILITY_IAM',
})
const [status = 'unknown'] = each(await ask('DescribeStacks', { StackName }), 'StackStatus')
const made = new Set(each(await ask('DescribeStackResources', { StackName }), 'LogicalResourceId'))
const counts = new Map<string, { made: number; all: number }>()
for (const [id, { Type }] of Object.entries(template.Resources).filter((resource) => !isMetadata(resource))) {
  const count = counts.get(Type) ?? { made: 0, all: 0 }
  counts.set(Type, { made: count.made + (made.has(id) ? 1 : 0), all: count.all + 1 })
}
console.log(`${name}: ${status}`)
for (const [type, { made: some, all }] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`  ${`${some}/${all}`.padStart(7)}  ${type}`)
await ask('DeleteStack', { StackName })
