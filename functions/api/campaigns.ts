import { serve } from '../kit/serve.ts'

export const handler = serve('campaigns', (name) => import(`./campaigns/${name}.ts`))
