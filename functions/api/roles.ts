import { serve } from '../kit/serve.ts'

export const handler = serve('roles', (name) => import(`./roles/${name}.ts`))
