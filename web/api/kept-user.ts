// The person as the browser keeps them over a reload. In view mode there are two: who is looked at, and who looks.
import type { UserData } from './session-store.ts'
import { accessToken, readKey, storageKeys, type Tokens, writeKey } from './storage.ts'
import type { Tenant } from './tenant.ts'
import { readSecret, writeSecret } from './vault.ts'

/** Raised with the shape of what is kept, so that what an older version stored is not read. */
const VERSION = 3

/** What a look through other eyes adds: the tenant of the person looked at, its end, and the sign-in to go back to. */
export type Look = { home: Tenant; endsAt: number; own: Tokens }
export type Kept = { version: number; at: number; user: UserData; look?: Look | undefined }

async function read(name: string): Promise<Kept | null> {
  // @NOTE the seal proves that this very application wrote it, and the version that it has today's shape.
  const kept = (await readSecret(name)) as Kept | null
  return kept?.version === VERSION ? kept : null
}

/** The person whom the stored token belongs to, if they are the one who is kept. */
export async function keptUser(id: string): Promise<Kept | null> {
  const kept = await read(storageKeys.user)
  return kept?.user.id === id ? kept : null
}

export async function keepUser(user: UserData, look?: Look): Promise<void> {
  await writeSecret(storageKeys.user, { version: VERSION, at: Date.now(), user, look } satisfies Kept)
  // Sealing takes a moment, and the session may have ended in it.
  if (!accessToken()) writeKey(storageKeys.user, null)
}

/** The person who looks. */
export async function keptOriginal(): Promise<UserData | null> {
  return (await read(storageKeys.originalUser))?.user ?? null
}

/** Puts the person aside as they are, byte for byte, and takes them back the same way. */
export const putAside = () => writeKey(storageKeys.originalUser, readKey(storageKeys.user))
export function takeBack(): void {
  writeKey(storageKeys.user, readKey(storageKeys.originalUser))
  writeKey(storageKeys.originalUser, null)
}
