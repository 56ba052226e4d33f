import { area } from '#shared/contracts/lib/area.ts'
import * as calls from '#shared/contracts/public/calls.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('public', area(calls), (name) => import(`./public/${name}.ts`))
