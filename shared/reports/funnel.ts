// What became of everybody who was seen: the figures of the report analytics (LED-27).
import { leadEnds } from '../leads/steps.ts'

/** Every way in which a candidate ends, and of the leads those that some destination did not get. */
const funnelEnds = [...leadEnds, 'undelivered'] as const
export type Funnel = Record<(typeof funnelEnds)[number], number>

export const toFunnel = (figures: Record<string, number>): Funnel =>
  Object.fromEntries(funnelEnds.map((end) => [end, figures[end] ?? 0])) as Funnel

/** Everybody who was seen: each has one end. */
export const seenIn = (funnel: Funnel): number => leadEnds.reduce((sum, end) => sum + funnel[end], 0)

/**
 * Those whom the provider knew: all further questions are asked after that. Who met a limit in the very moment of storing was
 * known as well; a tally cannot tell these from those who were not asked about.
 */
export const matchedIn = ({ stored, incomplete, excluded, duplicate }: Funnel): number =>
  stored + incomplete + excluded + duplicate
