// What the steps of a simulated life are taken in.
import type { WalletDeps } from '#functions/domain/wallet/top-up.ts'
import type { Services } from '#functions/kit/services.ts'
import type { Cast } from '#tests/support/cast.ts'
import type { Dice } from './dice.ts'
import type { Provider } from './provider.ts'

export type World = {
  dice: Dice
  services: Services
  cast: Cast
  provider: Provider
  deps: WalletDeps
  now: () => number
  balanceOf: (companyId: string) => number
  nextId: () => number
}
export type Step = { name: string; run: () => Promise<unknown> }
