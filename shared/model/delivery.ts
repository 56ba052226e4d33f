// Where leads go beside our own lists, and what became of each on its way there.
import * as z from 'zod'
import { toolSlugs } from '../integrations/slugs.ts'
import { Happening } from './happening.ts'

/** Kinds of places that leads are delivered to: addresses that are told, and outside tools by their slugs. */
export const destinationKinds = ['webhook', ...toolSlugs] as const
export type DestinationKind = (typeof destinationKinds)[number]

/** One place: by its kind, its company and scope (a campaign, or `all`), and its id there. Messages and rows hold no more of it. */
export const Destination = z.object({
  kind: z.enum(destinationKinds),
  id: z.string(),
  companyId: z.string(),
  scope: z.string(),
  /** What people call it; it stays readable after the place was removed. */
  name: z.string(),
})
export type Destination = z.output<typeof Destination>

/**
 * `waiting`: tried, and to be tried again. `skipped`: it could never be delivered there, by no fault of the receiver.
 * `failed`: given up, and listed until somebody sends it again.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'skipped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** `status`: of the receiver's answer, 0 where there was none. `words`: what it said, or what stood in the way. */
export const Attempt = z.object({ at: z.number(), status: z.number(), ms: z.number(), words: z.string() })
export type Attempt = z.output<typeof Attempt>

export const Delivery = z.object({
  companyId: z.string(),
  campaignId: z.string(),
  /** The agency of the campaign, whose deliveries wait for each other; empty in rows from before it was kept. */
  agencyId: z.string().default(''),
  leadId: z.string(),
  /** Instant of storing the lead, which its key begins with. */
  leadAt: z.number(),
  /** What is told instead of a lead; then `leadId` and `leadAt` are its id and when it happened. */
  happening: Happening.optional(),
  destination: Destination,
  state: z.enum(deliveryStates),
  attempts: z.array(Attempt).default([]),
  /** Failed tries of this round; sending it again begins a new one. */
  tries: z.number().int().default(0),
  /** When it may be tried (ms). */
  nextAt: z.number(),
  /** Not empty while it waits for somebody to connect the tool again; after `nextAt` it has failed. */
  heldFor: z.string().default(''),
  createdAt: z.number(),
  /** Since when it waits for a receiver that is left alone, without a try in between; 0 while it does not. */
  restsSince: z.number().default(0),
  endedAt: z.number().default(0),
  /** Since when it waits for a connection that is lost, as its history has it; 0 where that line is gone or there is none. */
  heldSince: z.number().default(0),
  /**
   * Not empty where its tool took it and is still to say what came of it, by this name. One that waits with it asks at its next try, and
   * sends nothing. Null in rows of a version that did not write it down: there the message that asks knows the name alone.
   */
  lookAt: z.string().nullable().default(null),
  /** It was there before somebody sent it again: one that fails then is not lost. */
  hasArrived: z.boolean().default(false),
  /** The replay that began it anew, and the end that it had before: a worker that comes after one that crashed counts it once. */
  replayMark: z.string().default(''),
})
export type Delivery = z.output<typeof Delivery>

/** Names one delivery to people and calls. */
export const deliveryId = ({ leadId, destination }: Pick<Delivery, 'leadId' | 'destination'>) =>
  `${leadId}-${destination.id}`
