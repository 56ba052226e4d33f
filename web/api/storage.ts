// The names under which the browser keeps things. Everything but the theme belongs to the signed-in person.

export const storageKeys = {
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  expiresIn: 'expires_in',
  theme: 'user-theme',
  user: 'userData',
  originalUser: 'userDataOri',
  /** Our own extra keys: how lists are set up, the address as the server saw it, and campaigns that are being typed. */
  lists: 'list_settings',
  address: 'client_address',
  campaignDrafts: 'campaign_drafts',
} as const

export type Tokens = { accessToken: string; refreshToken: string; expiresIn: number }

/** A browser may forbid storage altogether; then a session lives as long as its page. */
const memory = new Map<string, string>()

export function readKey(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

export function writeKey(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value === null) memory.delete(key)
    else memory.set(key, value)
  }
}

export const accessToken = () => readKey(storageKeys.accessToken) || null
export const refreshToken = () => readKey(storageKeys.refreshToken) || null
/** Whether somebody looks through other eyes: what was put aside for the way back says so by itself. */
export const isLooking = () => readKey(storageKeys.originalUser) !== null

export function keepTokens(tokens: Tokens) {
  writeKey(storageKeys.accessToken, tokens.accessToken)
  writeKey(storageKeys.refreshToken, tokens.refreshToken)
  writeKey(storageKeys.expiresIn, String(tokens.expiresIn))
}

/** Forgets what this tab alone keeps of a person: where they were, and which notices they were told. */
export function clearTab() {
  try {
    sessionStorage.clear()
  } catch {
    // Forbidden storage holds nothing.
  }
}

/**
 * Forgets the signed-in person. The theme is the browser's own choice and stays. A session that ended leaves an empty token, by which
 * other tabs know it from a person who left.
 */
export function clearStorage(hasEnded = false) {
  for (const key of Object.values(storageKeys))
    if (key !== storageKeys.theme) writeKey(key, hasEnded && key === storageKeys.accessToken ? '' : null)
  clearTab()
}
