import { serve } from '../kit/serve.ts'

export const handler = serve('security', (name) => import(`./security/${name}.ts`))
