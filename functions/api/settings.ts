import { area } from '#shared/contracts/lib/area.ts'
import * as settings from '#shared/contracts/settings/calls.ts'
import * as informationTypes from '#shared/contracts/settings/information-types.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve(
  'settings',
  area({ ...settings, ...informationTypes }),
  (name) => import(`./settings/${name}.ts`),
)
