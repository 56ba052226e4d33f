import { area } from '#shared/contracts/area.ts'
import * as exclusions from '#shared/contracts/exclusions.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('exclusions', area(exclusions), (name) => import(`./exclusions/${name}.ts`))
