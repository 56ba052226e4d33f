// The only place with runtime, memory, timeout and the path of a bundle.
import { existsSync } from 'node:fs'
import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  ApplicationLogLevel,
  Architecture,
  type CfnFunction,
  Code,
  Function as Lambda,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { type Bundle, bundleFolder, type FunctionKind } from './bundles.ts'
import type { Environment } from './environments.ts'
import type { Grant } from './grants.ts'
import { acknowledgeWildcards } from './nag.ts'

/** `bundles` are what gets deployed; `stubs` let a template be read before anything was built. */
export type CodeSource = 'bundles' | 'stubs'

/** Megabytes, and the seconds after which a run is ended. */
export const functionSettings: Record<FunctionKind, { memory: number; seconds: number }> = {
  // Memory buys processor time, and a password hash wants it: below this, sign-in is slower than it is cheaper.
  // A call outlasts one wait for something outside, so that it says itself what came of it; the gateway gives up a second later.
  api: { memory: 1024, seconds: 28 },
  hooks: { memory: 512, seconds: 10 },
  jobs: { memory: 1024, seconds: 60 },
  schedules: { memory: 512, seconds: 60 },
  rotations: { memory: 256, seconds: 120 },
}

function codeOf(bundle: Bundle, source: CodeSource): Code {
  if (source === 'stubs')
    return Code.fromInline('exports.handler = async () => { throw new Error("A stub was deployed.") }')
  const folder = bundleFolder(bundle)
  if (!existsSync(folder)) throw new Error(`${folder} is missing: run \`npm run build\` first.`)
  return Code.fromAsset(folder)
}

/** The one right that takes no resource, apart from all others: a wildcard anywhere else stops the synthesis. */
function tracesOf(scope: Construct): ManagedPolicy {
  const stack = Stack.of(scope)
  const known = stack.node.tryFindChild('Traces')
  if (known instanceof ManagedPolicy) return known
  const policy = new ManagedPolicy(stack, 'Traces', {
    description: 'Write traces to X-Ray.',
    statements: [
      new PolicyStatement({ actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], resources: ['*'] }),
    ],
  })
  Validations.of(policy).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason:
      'X-Ray takes no resource names (xray:PutTraceSegments, xray:PutTelemetryRecords); the policy holds nothing else.',
  })
  return policy
}

export type FunctionOptions = {
  environment: Environment
  code: CodeSource
  bundle: Bundle
  variables: Record<string, string>
  grants: readonly Grant[]
  timeoutSeconds?: number
}

/** A function with a role, a policy and a log group of its own, and nothing that it was not given. */
export function makeFunction(scope: Construct, id: string, options: FunctionOptions): Lambda {
  const { environment, bundle } = options
  const { memory, seconds } = functionSettings[bundle.kind]
  const logGroup = new LogGroup(scope, `${id}Log`, {
    retention: environment.logRetentionDays,
    removalPolicy: environment.isProtected ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  })
  const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
  logGroup.grantWrite(role)
  const made = new Lambda(scope, id, {
    description: `${bundle.kind}/${bundle.name}`,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: memory,
    timeout: Duration.seconds(options.timeoutSeconds ?? seconds),
    handler: 'index.handler',
    code: codeOf(bundle, options.code),
    role,
    environment: options.variables,
    logGroup,
    loggingFormat: LoggingFormat.JSON,
    applicationLogLevelV2: ApplicationLogLevel[environment.logLevel],
    systemLogLevelV2: SystemLogLevel.WARN,
  })
  // Set by hand: the construct would put a wildcard among the function's own rights.
  const resource = made.node.defaultChild as CfnFunction // @NOTE what the construct above makes
  resource.tracingConfig = { mode: 'Active' }
  tracesOf(scope).attachToRole(role)
  for (const { statement } of options.grants) role.addToPrincipalPolicy(statement)
  acknowledgeWildcards(role, options.grants)
  return made
}
