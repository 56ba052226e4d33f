// Leads of some time that are handed to one destination again.
import * as z from 'zod'
import { tryOutcomes } from './delivery-try.ts'

/** `failed`: those that did not arrive; `all`: those that did, too. */
export const replayKinds = ['failed', 'all'] as const
export type ReplayKind = (typeof replayKinds)[number]

/** Counting stops here: a preview says that there are more. */
export const MOST_COUNTED = 5000

export const Replay = z.object({
  id: z.string(),
  /** The company of the destination, and the destination's id. */
  ownerId: z.string(),
  destinationId: z.string(),
  kind: z.enum(replayKinds),
  /** Of tries from then (ms) up to, but without, then. */
  from: z.number(),
  to: z.number(),
  state: z.enum(['running', 'done', 'failed']),
  /** Found before it began; there may have been more than are counted. */
  total: z.number(),
  hasMore: z.boolean(),
  done: z.number(),
  /** The last try that was seen to; the next worker goes on behind it. */
  at: z.object({ outcome: z.enum(tryOutcomes), at: z.number(), leadId: z.string() }).optional(),
  /** Another one at each step: of two workers one goes on. */
  step: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
})
export type Replay = z.output<typeof Replay>
