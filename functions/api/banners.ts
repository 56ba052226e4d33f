import * as banners from '#shared/contracts/banners/calls.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('banners', area(banners), (name) => import(`./banners/${name}.ts`))
