import { area } from '#shared/contracts/lib/area.ts'
import * as documents from '#shared/contracts/documents/calls.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('documents', area(documents), (name) => import(`./documents/${name}.ts`))
