import { area } from '#shared/contracts/lib/area.ts'
import * as session from '#shared/contracts/session/calls.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('session', area(session), (name) => import(`./session/${name}.ts`))
