import { serve } from '../kit/serve.ts'

export const handler = serve('settings', (name) => import(`./settings/${name}.ts`))
