import { serve } from '../kit/serve.ts'

export const handler = serve('agencies', (name) => import(`./agencies/${name}.ts`))
