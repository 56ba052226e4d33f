// A run that asks the payment provider, on a clock of its own: containers that each work at the pace of the product, and a provider
// that only counts under which keys it was asked, and when.
import { openTurns, paced, time } from '#functions/kit/pace.ts'

/** What a request to the provider takes. */
const LATENCY_MS = 600

function openProvider(now: () => number) {
  const keys = new Map<string, number>()
  const seconds = new Map<number, number>()
  const saw = (at: number) => seconds.set(Math.floor(at / 1000), (seconds.get(Math.floor(at / 1000)) ?? 0) + 1)
  const payments = {
    charge: async ({ key }: { key: string }) => {
      saw(now())
      keys.set(key, (keys.get(key) ?? 0) + 1)
      return { status: 'succeeded' as const, id: `pi_${key}` }
    },
    findCharge: async () => undefined,
    cancel: async () => false,
    refund: async () => ({ id: '', status: 'succeeded' as const }),
    refundFee: async () => ({ id: '', status: 'succeeded' as const }),
    readRefunds: async () => ({ amountCents: 0, backCents: 0, parts: [], fee: undefined, isDisputed: false }),
  }
  return { payments, keys, most: () => Math.max(0, ...seconds.values()), asked: () => [...keys.values()] }
}
export type CountingProvider = ReturnType<typeof openProvider>

/**
 * Works off messages in so many containers, each on a time of its own: the one that is earliest takes the next message. `run` does what
 * a message asks for. Answers the provider with what it saw, and how many seconds of its own time the run took.
 */
export async function workOff<Message>(
  messages: readonly Message[],
  concurrency: number,
  run: (message: Message, payments: ReturnType<typeof paced>) => Promise<unknown>,
): Promise<{ provider: CountingProvider; seconds: number }> {
  let now = 0
  Object.assign(time, {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms
    },
  })
  const provider = openProvider(() => now)
  const containers = Array.from({ length: concurrency }, () => ({ at: 0, turn: openTurns() }))
  for (const message of messages) {
    const container = containers.reduce((first, each) => (each.at < first.at ? each : first))
    now = container.at
    const before = provider.keys.size
    await run(message, paced(provider.payments, container.turn))
    container.at = now + (provider.keys.size > before ? LATENCY_MS : 0)
  }
  return { provider, seconds: Math.max(...containers.map(({ at }) => at)) / 1000 }
}
