// When a campaign asks the lead data provider who searched, and for which time: each hour for the hour before, never for more
// than a day, and what was begun is finished first.
import { HOUR, MINUTE } from '../dates.ts'

export const PULL_EVERY_MS = HOUR
/** Who searched longer ago is no lead any more. */
export const PULL_REACH_MS = 24 * HOUR
/** What was begun is finished for so much longer: to begin anew would be charged for again. */
const GRACE_MS = HOUR
/** A shorter time is not worth a question. */
const SHORTEST_MS = 5 * MINUTE
/** People of one page: two batches of the pipeline. */
export const PULL_PAGE = 90

/** How far the pulls of a campaign are. Instants are ms. */
export type PullState = {
  /** Searches before this instant were asked for. The window in work begins here. */
  pulledTo: number
  /** Whether nothing was asked for yet, so that `pulledTo` is the start of the campaign. */
  isNew: boolean
  /** Where the window in work ends; 0 while none is. */
  windowEnd: number
  /** What the window in work asks for, as a short text; another one makes it begin anew. */
  question: string
  /** The page of it that is asked for next, the provider's cursor of that page, and how many people it may have (0 while nobody said). */
  page: number
  cursor: string | null
  limit: number
}
export type PullWindow = Omit<PullState, 'isNew'>

/** What stands behind a window that is done or was never begun. */
export const noWindow = { windowEnd: 0, question: '', page: 0, cursor: null, limit: 0 } as const

type At = {
  now: number
  question: string
  /** Instant of the campaign's first day; 0 for none. */
  opensAt: number
  /** How long before its start a campaign's first window begins. */
  firstReachMs: number
}

/** The window to work on at an instant; undefined while too little time has passed since the last one. */
export function windowAt(state: PullState, { now, question, opensAt, firstReachMs }: At): PullWindow | undefined {
  const { isNew, ...window } = state
  const isBegun = state.windowEnd > 0 && state.question === question
  if (isBegun && state.pulledTo >= now - PULL_REACH_MS - GRACE_MS) return window
  const pulledTo = Math.max(state.pulledTo - (isNew ? firstReachMs : 0), now - PULL_REACH_MS, opensAt)
  return now - pulledTo < SHORTEST_MS ? undefined : { ...noWindow, pulledTo, windowEnd: now, question }
}

/**
 * When a campaign is looked at again that nothing was asked for: a first day and a first window are waited for, room and what to
 * look for may come with any hour.
 */
export function nextLook(window: PullWindow | undefined, { now, opensAt }: Pick<At, 'now' | 'opensAt'>): number {
  if (opensAt > now) return Math.min(opensAt + SHORTEST_MS, now + PULL_EVERY_MS)
  return window ? now + PULL_EVERY_MS : now + SHORTEST_MS
}

const MOST_WAIT_MS = HOUR
/**
 * When a question that got no answer is asked again: after 5, 10, 20, 40 and then every 60 minutes, and not before the provider
 * wants it. `failures` counts this one.
 */
export function retryAt(now: number, failures: number, retryAfterSeconds = 0): number {
  const wait = Math.min(SHORTEST_MS * 2 ** Math.min(failures - 1, 10), MOST_WAIT_MS)
  return now + Math.max(wait, retryAfterSeconds * 1000)
}

/** Names a page of a window for the provider: asked for again, it is the same one. */
export const requestIdOf = (
  campaignId: string,
  { pulledTo, windowEnd, question, page }: Pick<PullWindow, 'pulledTo' | 'windowEnd' | 'question' | 'page'>,
): string => [campaignId, pulledTo, windowEnd, question, page].join('-')
