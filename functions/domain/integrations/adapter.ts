// What both kinds of destinations can do: addresses that are told, and outside tools.
import type { LeadRow } from '#shared/leads/row.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { Destination } from '#shared/model/delivery.ts'
import type { Db } from '../../data/index.ts'
import type { Tools } from '../../gateways/integrations/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import type { Sealer } from '../../gateways/seal.ts'
import type { Webhooks } from '../../gateways/webhooks.ts'

export type DeliveryDeps = {
  db: Db
  sealer: Sealer
  queues: Queues
  webhooks: Webhooks
  tools: Tools
  now: () => number
  report: (what: string, error: unknown) => void
  /** How long a worker may still work before it is ended. */
  remainingMs?: () => number
}

/** One lead on its way to one destination. `id` is the same at every try, so that a receiver can tell a repetition. */
export type Parcel = { id: string; row: LeadRow; campaign: Campaign; client: Company; isTest: boolean }

/** What a webhook is told beside leads. `campaign`: whose it is, also where it is of all campaigns of a client. */
export type Letter = {
  id: string
  body: Record<string, unknown>
  campaign: Pick<Campaign, 'agencyId' | 'rootId' | 'name'>
}

/**
 * What came of one try. `retry`: it may work later, no sooner than the receiver asks. `dead`: it will not. `gone`: the receiver
 * wants nothing more; the destination is switched off. `skipped`: there is nothing to try. `hold`: it is not to be asked before
 * then, which counts as no try; `isForConnection`: or until somebody connects the tool again; `isRest`: it failed again and again, and
 * who waits long for it looks again seldom. `status` is 0 without an answer.
 * `lookAt`: by this name the tool tells later what came of it; `isUnseen`: or would, but not to us. `isOff`: nothing was tried, because
 * the receiver is switched off, as its people know. `isUnknown`: the tool knows nothing of what it is asked about, or not yet.
 */
export type Outcome =
  | { end: 'delivered'; status: number; words: string; lookAt?: string; isUnseen?: boolean }
  | { end: 'dead'; status: number; words: string; isOff?: boolean; isUnknown?: boolean }
  | { end: 'gone'; status: number; words: string }
  | { end: 'retry'; status: number; words: string; afterMs: number }
  | { end: 'hold'; untilMs: number; isForConnection: boolean; isRest?: boolean; words: string }
  | { end: 'skipped'; words: string }

export type Adapter = {
  /** One try. Throws only what is a fault of ours. */
  send(deps: DeliveryDeps, destination: Destination, parcel: Parcel): Promise<Outcome>
}
