declare module 'virtual:calls' {
  import type { CallName } from '#shared/contracts/index.ts'
  import type { CallFacts } from './call-facts.ts'

  export const calls: Record<CallName, CallFacts>
  /** `method permission` of what view mode refuses altogether. */
  export const keptFromView: readonly string[]
}

declare module 'virtual:first-calls' {
  import type { CallName } from '#shared/contracts/index.ts'
  import type { CallFacts } from './call-facts.ts'

  /** Those that the first page asks. */
  export const calls: Partial<Record<CallName, CallFacts>> & Record<'public.domainInfo', CallFacts>
}
