import { serve } from '../kit/serve.ts'

export const handler = serve('documents', (name) => import(`./documents/${name}.ts`))
