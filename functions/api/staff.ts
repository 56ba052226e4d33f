import { area } from '#shared/contracts/lib/area.ts'
import * as staff from '#shared/contracts/staff/calls.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('staff', area(staff), (name) => import(`./staff/${name}.ts`))
