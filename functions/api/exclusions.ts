import * as exclusions from '#shared/contracts/exclusions/calls.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('exclusions', area(exclusions), (name) => import(`./exclusions/${name}.ts`))
