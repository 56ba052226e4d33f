import { serve } from '../kit/serve.ts'

export const handler = serve('payments', (name) => import(`./payments/${name}.ts`))
