import { area } from '#shared/contracts/area.ts'
import * as domains from '#shared/contracts/domains.ts'
import * as settings from '#shared/contracts/settings.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('settings', area({ ...settings, ...domains }), (name) => import(`./settings/${name}.ts`))
