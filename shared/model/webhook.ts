// A webhook: an address of a tenant's own, or of an automation service, that is told of leads and of what else happens.
import { DAY } from '../dates.ts'
import type { Health } from '../integrations/health.ts'

export const MOST_WEBHOOKS = 5
export const WEBHOOK_LABEL_MAX = 60
export const WEBHOOK_URL_MAX = 2000
/** So long both secrets sign after one was replaced, so that a receiver may learn the new one at any time of a day. */
export const SECRETS_OVERLAP_MS = DAY

/** What a webhook can be told of. */
export const webhookEvents = [
  'lead.created',
  'lead.credited',
  'campaign.status_changed',
  'exclusion_upload.finished',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]
/** What it is told of where nobody chose. */
export const usualEvents: readonly WebhookEvent[] = ['lead.created']
export const eventNames: Record<WebhookEvent, string> = {
  'lead.created': 'New leads',
  'lead.credited': 'Leads that were given back',
  'campaign.status_changed': 'Campaigns that start or stop',
  'exclusion_upload.finished': 'Exclusion uploads of programs',
}

/** Whose campaigns it serves: one campaign of its company, or (`all`) each campaign that has none of its own. */
export type WebhookScope = 'all' | (string & {})

/** The address and what signs lie sealed in the table; `host`, `tail` and `isPlain` are what people are shown of the address. */
export type Webhook = {
  id: string
  companyId: string
  scope: WebhookScope
  label: string
  events: readonly WebhookEvent[]
  host: string
  tail: string
  /** Asked without https, as only stand-ins of a developer's machine may be. */
  isPlain: boolean
  isEnabled: boolean
  /** Why it was switched off, where a receiver asked for it; empty otherwise. */
  offReason: string
  /** Until when (ms) letters bear the signature of the secret before this one as well; 0 where there was none. */
  oldSecretUntil: number
  createdAt: number
} & Health

/**
 * Why an address cannot be a webhook, as a sentence; null when it can. Whether its host is public only a look-up says.
 * `standIns`: hosts of a developer's machine, which may be plain and have a port.
 * @example webhookUrlFault('https://127.0.0.1/x') // 'Use the name of a host, not its number.'
 */
export function webhookUrlFault(address: string, standIns: readonly string[] = []): string | null {
  const url = URL.parse(address)
  if (!url || address.length > WEBHOOK_URL_MAX) return 'Enter the whole address, beginning with https://.'
  if (url.username || url.password) return 'Leave name and password out of the address.'
  if (standIns.includes(url.hostname)) return /^https?:$/.test(url.protocol) ? null : 'Use https.'
  if (url.protocol !== 'https:') return 'Use https.'
  if (url.port !== '') return 'Leave the port out: only the usual one of https is asked.'
  if (/^[\d.]+$|^\[/.test(url.hostname)) return 'Use the name of a host, not its number.'
  if (!url.hostname.includes('.')) return 'This host is not on the public internet.'
  return null
}

type Shown = Pick<Webhook, 'host' | 'tail' | 'isPlain'>

/** What people see of an address, which is a secret itself: its host and its last four characters. */
export function maskAddress({ host, tail, isPlain }: Shown): string {
  return `${isPlain ? 'http' : 'https'}://${host}/••••${tail}`
}

export function splitAddress(address: string): Shown {
  const { protocol, host, pathname, search } = new URL(address)
  const path = `${pathname}${search}`.replace(/^\//, '')
  // Of a short path nothing is shown: four characters would be most of it.
  return { host, tail: path.length >= 12 ? path.slice(-4) : '', isPlain: protocol === 'http:' }
}
