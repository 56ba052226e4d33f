import * as exclusions from '#shared/contracts/exclusions/calls.ts'
import * as people from '#shared/contracts/exclusions/people.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve(
  'exclusions',
  area({ ...exclusions, ...people }),
  (name) => import(`./exclusions/${name}.ts`),
)
