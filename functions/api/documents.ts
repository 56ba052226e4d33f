import * as documents from '#shared/contracts/documents/calls.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('documents', area(documents), (name) => import(`./documents/${name}.ts`))
