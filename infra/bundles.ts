// Which functions there are and where each one's bundle lies: the build writes there, the stacks read there.
import { areas } from '#shared/contracts/index.ts'
import { jobNames } from '#shared/job-names.ts'
import { scheduleNames } from '#shared/schedules.ts'
import { hookNames } from './hooks.ts'

export type FunctionKind = 'api' | 'jobs' | 'schedules' | 'hooks' | 'rotations'
export type Bundle = { kind: FunctionKind; name: string }

/** Workers that renew a secret. */
export const rotationNames = ['originVerify', 'keys'] as const
export type RotationName = (typeof rotationNames)[number]

export const bundleId = ({ kind, name }: Bundle) => `${kind}-${name}`
export const bundleFolder = (bundle: Bundle) => `dist/functions/${bundleId(bundle)}`
export const entryOf = ({ kind, name }: Bundle) => `functions/${kind}/${name}.ts`

const of = (kind: FunctionKind, all: readonly string[]): Bundle[] => all.map((name) => ({ kind, name }))

export const bundles: Bundle[] = [
  ...of('api', areas),
  ...of('jobs', jobNames),
  ...of('schedules', scheduleNames),
  ...of('hooks', hookNames),
  ...of('rotations', rotationNames),
]

/**
 * Bound of what a function loads at its start, gzipped: code that is loaded delays the first answer of a container.
 * ElectroDB, zod and the table's client alone are about 120, and every function brings the entities of all areas.
 */
export const sizeLimitKb: Record<FunctionKind, number> = {
  api: 229,
  hooks: 204,
  jobs: 278,
  schedules: 220,
  rotations: 128,
}
