import { serve } from '../kit/serve.ts'

export const handler = serve('clients', (name) => import(`./clients/${name}.ts`))
