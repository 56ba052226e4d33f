import { area } from '#shared/contracts/lib/area.ts'
import * as exclusions from '#shared/contracts/exclusions/calls.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('exclusions', area(exclusions), (name) => import(`./exclusions/${name}.ts`))
