// One try of a delivery as the history of its destination keeps it: which lead, when, and what came of it. The lead's name and what
// was said stand with the lead and its delivery, so that nothing here is about a person.
import * as z from 'zod'
import { type Destination, type DestinationKind, deliveryStates } from './delivery.ts'

/** `waiting`: it failed, and is tried again. */
export const tryOutcomes = deliveryStates
export type TryOutcome = (typeof tryOutcomes)[number]
export const isTryOutcome = (text: string | null): text is TryOutcome => tryOutcomes.some((each) => each === text)

/** Whose history it is: of a webhook or a tool of a company. */
export type HistoryOf = Pick<Destination, 'companyId' | 'id'>

export const DeliveryTry = z.object({
  /** The company of the destination, and the destination's id. */
  ownerId: z.string(),
  destinationId: z.string(),
  outcome: z.enum(tryOutcomes),
  at: z.number(),
  companyId: z.string(),
  campaignId: z.string(),
  leadId: z.string(),
  /** Instant of storing the lead, which its key begins with. */
  leadAt: z.number(),
  /** Of the receiver's answer; 0 where there was none. */
  status: z.number(),
  /** `held`: no try, it waits for a connection that is lost. `arrived`: it was there before, so that it is not lost. */
  about: z.enum(['held', 'arrived']).optional(),
})
export type DeliveryTry = z.output<typeof DeliveryTry>

/** A tool is one destination of its company; a webhook is one by its id. */
export const historyIdOf = (kind: DestinationKind | 'zapier', webhookId = ''): string =>
  kind === 'zapier' || kind === 'webhook' ? webhookId : kind
