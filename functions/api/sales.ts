import { serve } from '../kit/serve.ts'

export const handler = serve('sales', (name) => import(`./sales/${name}.ts`))
