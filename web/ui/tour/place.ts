// Where the card of a step stands, in pixels of the window.
import type { Spot } from './use-spot.ts'

export const CARD_WIDTH = 340
/** More than any card is high. */
const CARD_ROOM = 220
const GAP = 14

export type Place = { left: number; top: number } | { left: number; bottom: number }

/** Under its target where there is room, else above it, else beside it; always inside the window. */
export function placeOf(spot: Spot, window: { width: number; height: number }): Place {
  const inside = (left: number) => Math.max(GAP, Math.min(left, window.width - CARD_WIDTH - GAP))
  const under = spot.top + spot.height
  if (under + CARD_ROOM < window.height) return { left: inside(spot.left), top: under + GAP }
  if (spot.top > CARD_ROOM) return { left: inside(spot.left), bottom: window.height - spot.top + GAP }
  const right = spot.left + spot.width + GAP
  const beside = right + CARD_WIDTH + GAP <= window.width ? right : spot.left - GAP - CARD_WIDTH
  return { left: inside(beside), top: Math.max(GAP, Math.min(spot.top + GAP, window.height - CARD_ROOM)) }
}
