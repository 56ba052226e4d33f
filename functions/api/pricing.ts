import { area } from '#shared/contracts/area.ts'
import * as minimumSpend from '#shared/contracts/minimum-spend.ts'
import * as onboarding from '#shared/contracts/onboarding.ts'
import * as pricing from '#shared/contracts/pricing.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve(
  'pricing',
  area({ ...pricing, ...minimumSpend, ...onboarding }),
  (name) => import(`./pricing/${name}.ts`),
)
