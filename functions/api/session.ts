import { area } from '#shared/contracts/area.ts'
import * as session from '#shared/contracts/session.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('session', area(session), (name) => import(`./session/${name}.ts`))
