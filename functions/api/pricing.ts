import { serve } from '../kit/serve.ts'

export const handler = serve('pricing', (name) => import(`./pricing/${name}.ts`))
