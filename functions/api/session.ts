import { serve } from '../kit/serve.ts'

export const handler = serve('session', (name) => import(`./session/${name}.ts`))
