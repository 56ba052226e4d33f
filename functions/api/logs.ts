import { serve } from '../kit/serve.ts'

export const handler = serve('logs', (name) => import(`./logs/${name}.ts`))
