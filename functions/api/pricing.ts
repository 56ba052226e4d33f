import { area } from '#shared/contracts/lib/area.ts'
import * as pricing from '#shared/contracts/pricing/calls.ts'
import * as minimumSpend from '#shared/contracts/pricing/minimum-spend.ts'
import * as onboarding from '#shared/contracts/pricing/onboarding.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve(
  'pricing',
  area({ ...pricing, ...minimumSpend, ...onboarding }),
  (name) => import(`./pricing/${name}.ts`),
)
