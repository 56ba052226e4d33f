// A tool was connected again: the leads that waited for it leave.
import { releaseHeld } from '../domain/integrations/held.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('releaseDeliveries', {
  run: async ({ message, ...services }) => `${await releaseHeld(services, message)} deliveries begin anew`,
})
