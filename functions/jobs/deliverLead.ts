// A lead on its way to one destination: one try for each message. Retries are messages of their own, so that a receiver that is
// down for days keeps no message from others.
import { deliver } from '../domain/integrations/deliver.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('deliverLead', {
  run: ({ message, ...services }) => deliver(services, message, Math.random()),
})
