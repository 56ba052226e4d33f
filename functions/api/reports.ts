import { serve } from '../kit/serve.ts'

export const handler = serve('reports', (name) => import(`./reports/${name}.ts`))
