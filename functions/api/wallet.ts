import { area } from '#shared/contracts/area.ts'
import * as wallet from '#shared/contracts/wallet.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('wallet', area(wallet), (name) => import(`./wallet/${name}.ts`))
