import { serve } from '../kit/serve.ts'

export const handler = serve('account', (name) => import(`./account/${name}.ts`))
