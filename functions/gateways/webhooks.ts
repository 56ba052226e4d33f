// Tells receivers of tenants' own, which may lie anywhere: only on the public internet, at the very address that was checked,
// within a time, without following anybody elsewhere, and keeping little of what they say.
import { webhookUrlFault } from '#shared/model/webhook.ts'
import { requestPinned } from './pinned-request.ts'
import { findPublicAddress, HostFault } from './public-host.ts'
import { howLong, signalFor, timeFor } from './time-left.ts'

export const LIMIT_MS = 15_000
const MOST_BYTES = 1024

/** Why a receiver was not reached: `refused` will not change by trying again, the others may. */
export class WebhookFault extends Error {
  override name = 'WebhookFault'
  readonly why: 'refused' | 'unreachable' | 'late'
  constructor(why: 'refused' | 'unreachable' | 'late', message: string) {
    super(message)
    this.why = why
  }
}

type Options = {
  timeoutMs?: number
  findAddress?: (host: string) => Promise<string>
  /** Hosts of this very machine that may be told, each with the port that addresses without one mean: `localhost:8787`. */
  standIns?: readonly string[]
}
export type WebhookAnswer = { status: number; text: string; retryAfter: string | undefined }
type Letter = { body: string; headers: Record<string, string> }

type Place = { address: string; port: number }

async function post(url: URL, place: Place, { body, headers }: Letter, signal: AbortSignal): Promise<WebhookAnswer> {
  const answer = await requestPinned(url, {
    method: 'POST',
    ...place,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'LeadDelivery/1.0',
    },
    body,
    mostBytes: MOST_BYTES,
    signal,
  })
  return { status: answer.status, text: answer.text, retryAfter: answer.headers['retry-after'] }
}

export function openWebhooks({ timeoutMs = LIMIT_MS, findAddress = findPublicAddress, standIns = [] }: Options = {}) {
  const ports = new Map(standIns.map((standIn) => new URL(`http://${standIn}`)).map((at) => [at.hostname, at.port]))

  async function placeOf(url: URL): Promise<Place> {
    const standIn = ports.get(url.hostname)
    if (standIn !== undefined) return { address: '127.0.0.1', port: Number(url.port || standIn || 80) }
    try {
      return { address: await findAddress(url.hostname), port: 443 }
    } catch (error) {
      const isPrivate = error instanceof HostFault && error.why === 'private'
      throw isPrivate
        ? new WebhookFault('refused', 'The host is not on the public internet.')
        : new WebhookFault('unreachable', 'There is no such host.')
    }
  }

  async function check(address: string): Promise<{ url: URL; place: Place }> {
    const fault = webhookUrlFault(address, [...ports.keys()])
    if (fault) throw new WebhookFault('refused', fault)
    const url = new URL(address)
    return { url, place: await placeOf(url) }
  }

  return {
    /** Throws `WebhookFault` where an address may not be told; the same is asked again before each delivery. */
    async check(address: string): Promise<void> {
      await check(address)
    },
    /** The receiver's answer, no matter which; a redirect is one, and is not followed. Throws `WebhookFault`. */
    async post(address: string, letter: Letter): Promise<WebhookAnswer> {
      const limitMs = timeFor(timeoutMs)
      const signal = signalFor(timeoutMs)
      const { url, place } = await check(address)
      try {
        return await post(url, place, letter, signal)
      } catch (error) {
        if (signal.aborted) throw new WebhookFault('late', `The receiver did not answer ${howLong(limitMs)}.`)
        // Names and numbers of the connection are ours; what the receiver wrote is not in them.
        const { code } = Object(error) as { code?: unknown }
        throw new WebhookFault('unreachable', `The receiver could not be reached (${String(code ?? 'no answer')}).`)
      }
    },
  }
}
export type Webhooks = ReturnType<typeof openWebhooks>
