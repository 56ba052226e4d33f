import * as audiences from '#shared/contracts/audiences/calls.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('audiences', area(audiences), (name) => import(`./audiences/${name}.ts`))
