import { serve } from '../kit/serve.ts'

export const handler = serve('administrators', (name) => import(`./administrators/${name}.ts`))
