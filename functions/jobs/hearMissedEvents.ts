import { hearMissedEvents } from '../domain/payments/events/missed.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('hearMissedEvents', { run: (context) => hearMissedEvents(context, context.message) })
