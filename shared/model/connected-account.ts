import type { ConnectionState } from './company.ts'

/** An account at the payment provider, as we last saw it. */
export type ConnectedAccount = {
  /** Empty while there is none. */
  accountId: string
  state: ConnectionState
  chargesEnabled: boolean
  payoutsEnabled: boolean
  /** What the provider still asks for, in plain words. */
  requirements: string[]
  /** By when (ms); 0 where it names no time. */
  requiredBy: number
  generation: number
  checkedAt: number
  /** Since when campaigns stand still because it takes no cards; null while none does. */
  heldAt: number | null
  /** Since when it is not ours to ask, as far as we know; null while it is. */
  awaySince: number | null
}

export const noAccount: ConnectedAccount = {
  accountId: '',
  state: '',
  chargesEnabled: false,
  payoutsEnabled: false,
  requirements: [],
  requiredBy: 0,
  generation: 0,
  checkedAt: 0,
  heldAt: null,
  awaySince: null,
}
