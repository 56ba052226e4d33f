import { area } from '#shared/contracts/lib/area.ts'
import * as marketing from '#shared/contracts/marketing/calls.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('marketing', area(marketing), (name) => import(`./marketing/${name}.ts`))
