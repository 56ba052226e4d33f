export const TYPE_AHEAD_MS = 1000

/** What has been typed so far, and when. */
export type Typed = { query: string; at: number }

export const nothingTyped: Typed = { query: '', at: 0 }

/** Adds a letter; after a second of silence a new word begins. */
export function typeAhead(typed: Typed, letter: string, now: number): Typed {
  const query = now - typed.at > TYPE_AHEAD_MS ? letter : typed.query + letter
  return { query: query.toLowerCase(), at: now }
}

/** The first entry whose name begins with the query, or -1. */
export function indexOfPrefix(names: readonly string[], query: string): number {
  return names.findIndex((name) => name.toLowerCase().startsWith(query))
}

/** The highlight after a step; both ends lead to the other. Nothing highlighted is -1. */
export function moveHighlight(current: number, step: 1 | -1, length: number): number {
  if (length === 0) return -1
  if (current < 0) return step === 1 ? 0 : length - 1
  return (current + step + length) % length
}
