declare module 'virtual:calls' {
  import type { CallName } from '#shared/contracts/index.ts'
  import type { BodyKind, Method } from '#shared/contracts/lib/call.ts'

  import type { FieldNames } from '#shared/contracts/lib/names.ts'

  type Facts = { method: Method; path: string; body: BodyKind; idempotent: boolean }
  /** `takes` and `answers` say which names of the wire are not ours. */
  export const calls: Record<CallName, Facts & { takes: FieldNames; answers: FieldNames }>
  /** `method permission` of what view mode refuses altogether. */
  export const keptFromView: readonly string[]
}
