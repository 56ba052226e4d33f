import { area } from '#shared/contracts/lib/area.ts'
import * as wallet from '#shared/contracts/wallet/calls.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('wallet', area(wallet), (name) => import(`./wallet/${name}.ts`))
