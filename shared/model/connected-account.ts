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
  generation: number
  checkedAt: number
}

export const noAccount: ConnectedAccount = {
  accountId: '',
  state: '',
  chargesEnabled: false,
  payoutsEnabled: false,
  requirements: [],
  generation: 0,
  checkedAt: 0,
}
