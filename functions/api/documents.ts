import { area } from '#shared/contracts/area.ts'
import * as documents from '#shared/contracts/documents.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('documents', area(documents), (name) => import(`./documents/${name}.ts`))
