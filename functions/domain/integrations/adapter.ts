// What every kind of destination can do. A further kind is one file beside `adapters/webhook.ts` and one line in `deliver.ts`.
import type { LeadRow } from '#shared/leads/row.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { Destination } from '#shared/model/delivery.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import type { Sealer } from '../../gateways/seal.ts'
import type { Webhooks } from '../../gateways/webhooks.ts'

export type DeliveryDeps = {
  db: Db
  sealer: Sealer
  queues: Queues
  webhooks: Webhooks
  now: () => number
}

/** One lead on its way to one destination. `id` is the same at every try, so that a receiver can tell a repetition. */
export type Parcel = { id: string; row: LeadRow; campaign: Campaign; client: Company; isTest: boolean }

/**
 * What came of one try. `retry`: it may work later, no sooner than the receiver asks. `dead`: it will not. `gone`: the receiver
 * wants nothing more; the destination is switched off. `skipped`: there is nothing to try. `status` is 0 without an answer.
 */
export type Outcome =
  | { end: 'delivered' | 'dead' | 'gone'; status: number; words: string }
  | { end: 'retry'; status: number; words: string; afterMs: number }
  | { end: 'skipped'; words: string }

export type Adapter = {
  /** Where leads of a campaign go: those that are switched on. */
  list(deps: Pick<DeliveryDeps, 'db'>, campaign: Campaign): Promise<Destination[]>
  /** One try. Throws only what is a fault of ours. */
  send(deps: DeliveryDeps, destination: Destination, parcel: Parcel): Promise<Outcome>
  /** The receiver said that it is gone. Doing it twice changes nothing. */
  switchOff(deps: DeliveryDeps, destination: Destination, why: string): Promise<void>
}
