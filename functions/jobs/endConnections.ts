import { endConnections, forgetConnections } from '../domain/connections/end.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('endConnections', {
  run: (context) => endConnections(context, context.message),
  failed: (context) => forgetConnections(context, context.message),
})
