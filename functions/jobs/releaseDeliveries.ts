import { releaseTool } from '../domain/deliveries/release.ts'
import { consume } from '../kit/consume.ts'

/** Enough for a page of those that wait. */
const RESERVE_MS = 20_000

export const handler = consume('releaseDeliveries', {
  async run({ message, remainingMs, ...services }) {
    const said = await releaseTool(services, message, () => remainingMs() > RESERVE_MS)
    if (said !== undefined) return said
    await services.queues.send('releaseDeliveries', message)
    return 'goes on in another run'
  },
})
