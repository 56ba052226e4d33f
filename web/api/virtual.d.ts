declare module 'virtual:calls' {
  import type { CallName } from '#shared/contracts/index.ts'
  import type { BodyKind, Method } from '#shared/contracts/lib/call.ts'

  export const calls: Record<CallName, { method: Method; path: string; body: BodyKind; idempotent: boolean }>
  /** `method permission` of what view mode refuses altogether. */
  export const keptFromView: readonly string[]
}
