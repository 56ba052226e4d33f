import { hideCardsBelow } from '../domain/payments/card-copies.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('hideCards', { run: (context) => hideCardsBelow(context, context.message) })
