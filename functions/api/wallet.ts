import { serve } from '../kit/serve.ts'

export const handler = serve('wallet', (name) => import(`./wallet/${name}.ts`))
