import { Template } from 'aws-cdk-lib/assertions'
import { type Environment, environment, type Stage } from '#infra/environments.ts'
import { makePlatform, type Platform } from '#infra/platform.ts'

export type StackName = keyof Platform['stacks']
export type Resource = {
  Type: string
  Properties: Record<string, never>
  DependsOn?: string[]
  DeletionPolicy?: string
}
export type StackTemplate = { Resources: Record<string, Resource>; Outputs?: Record<string, { Value: unknown }> }
export type Found = Resource & { id: string; stack: StackName }

const made = new Map<string, Synthesised>()

/**
 * Synthesises one environment; a test reads its resources by type. All files of a worker share what was made: a platform is not
 * changed once it is made, and a dozen files ask for the same one.
 */
export function synth(stage: Stage, changes: Partial<Environment> = {}): Synthesised {
  const wanted = { ...environment(stage), ...changes }
  const name = JSON.stringify(wanted)
  const known = made.get(name) ?? make(wanted)
  made.set(name, known)
  return known
}

function make(wanted: Environment) {
  const platform = makePlatform(wanted, {
    code: 'stubs',
    checks: false,
    app: { builtinCloudFormationValidation: false },
  })
  // @NOTE the keys are those of the platform's own object.
  const names = Object.keys(platform.stacks) as StackName[]
  const templates = new Map(names.map((name) => [name, Template.fromStack(platform.stacks[name])]))
  const all: Found[] = names.flatMap((stack) => {
    // @NOTE a template is JSON; each test names the properties that it looks at.
    const resources = templates.get(stack)?.toJSON().Resources as Record<string, Resource>
    return Object.entries(resources).map(([id, resource]) => ({ ...resource, id, stack }))
  })
  return {
    platform,
    all,
    // @NOTE a template is JSON.
    templates: names.map((stack) => ({ stack, template: templates.get(stack)?.toJSON() as StackTemplate })),
    of: (type: string, stack?: StackName) =>
      all.filter((found) => found.Type === type && (!stack || found.stack === stack)),
  }
}
export type Synthesised = ReturnType<typeof make>
