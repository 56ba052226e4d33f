// Where somebody was a moment ago, for the palette. It goes with the sign-out like everything else of a person.
export type Recent = { to: string; label: string }

const KEY = 'recent_places'
const MOST = 5

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' && value !== null && 'to' in value && 'label' in value && typeof value.label === 'string'

/** By the person, because an operator who looks as somebody else has been elsewhere. */
const keyOf = (userId: string) => `${KEY}/${userId}`

export function readRecents(userId: string): Recent[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent) : []
  } catch {
    return []
  }
}

export function noteRecent(userId: string, { to, label }: Recent): void {
  try {
    const others = readRecents(userId).filter((recent) => recent.to !== to)
    sessionStorage.setItem(keyOf(userId), JSON.stringify([{ to, label }, ...others].slice(0, MOST)))
  } catch {
    // Without storage nothing is recalled.
  }
}
