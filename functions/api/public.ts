import { serve } from '../kit/serve.ts'

export const handler = serve('public', (name) => import(`./public/${name}.ts`))
