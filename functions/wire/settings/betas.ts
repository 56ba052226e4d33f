// What is tried out, under the names of the wire.
import type * as z from 'zod'
import type { BetaSetting } from '#shared/contracts/settings/fields.ts'
import type { Betas } from '#shared/model/company.ts'

type Wire = z.output<typeof BetaSetting>
type Beta = Betas['b2b']

const toWire = ({ isBeta, appliesToAllAgencies }: Beta): Wire['b2b_module'] => ({
  is_beta: isBeta,
  apply_to_all_agency: appliesToAllAgencies,
})
const fromWire = ({ is_beta, apply_to_all_agency }: Wire['b2b_module']): Beta => ({
  isBeta: is_beta,
  appliesToAllAgencies: apply_to_all_agency,
})

export const toBetasWire = ({ b2b, dataWallet }: Betas): Wire => ({
  b2b_module: toWire(b2b),
  data_wallet: toWire(dataWallet),
})
export const readBetas = ({ b2b_module, data_wallet }: Wire): Betas => ({
  b2b: fromWire(b2b_module),
  dataWallet: fromWire(data_wallet),
})
