import { serve } from '../kit/serve.ts'

export const handler = serve('exclusions', (name) => import(`./exclusions/${name}.ts`))
