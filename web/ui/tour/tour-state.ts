/** Not running. Every other value is the index of a step. */
export const STOPPED = -1

export type TourMove = { to: 'start'; step?: number } | { to: 'next' } | { to: 'previous' } | { to: 'stop' }

/** Where a tour of `steps` steps stands after a move; a move beyond either end changes nothing. */
export function moveTour(step: number, move: TourMove, steps: number): number {
  const inside = (wanted: number) => wanted >= 0 && wanted < steps
  switch (move.to) {
    case 'start':
      return inside(move.step ?? 0) ? (move.step ?? 0) : step
    case 'next':
      return step !== STOPPED && inside(step + 1) ? step + 1 : step
    case 'previous':
      return step !== STOPPED && inside(step - 1) ? step - 1 : step
    case 'stop':
      return STOPPED
    default:
      return move satisfies never
  }
}

/** The keys by their codes, and what each does while a tour runs. */
const keys = {
  39: { name: 'next', move: { to: 'next' } },
  37: { name: 'previous', move: { to: 'previous' } },
  27: { name: 'stop', move: { to: 'stop' } },
} as const satisfies Record<number, { name: string; move: TourMove }>

export type TourKeys = { next?: boolean; previous?: boolean; stop?: boolean }

const isKnown = (code: number): code is keyof typeof keys => code in keys

/** The move that a key asks for, unless that key is switched off. */
export function moveOfKey(code: number, enabled: TourKeys = {}): TourMove | undefined {
  if (!isKnown(code)) return undefined
  const key = keys[code]
  return enabled[key.name] === false ? undefined : key.move
}
