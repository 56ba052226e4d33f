// What is tried out, under the names of the wire.
import type * as z from 'zod'
import type { BetaSetting } from '#shared/contracts/settings/fields.ts'
import type { Betas } from '#shared/model/company.ts'
import { present } from '#shared/present.ts'

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

type Given = { [Name in keyof Wire]?: Wire[Name] | undefined }

export const readBetas = ({ b2b_module, data_wallet }: Given): Partial<Betas> =>
  present({ b2b: b2b_module && fromWire(b2b_module), dataWallet: data_wallet && fromWire(data_wallet) })
