// Who is signed in, as one store that every screen reads. Its tokens and user data outlive a reload, the rest is asked again.
import { useSyncExternalStore } from 'react'
import type { Input, Output } from '#shared/contracts/index.ts'
import { rememberAddress } from './address.ts'
import { isExpired } from './api-error.ts'
import { send } from './client.ts'
import { sessionEvents } from './session-events.ts'
import { accessToken, clearStorage, refreshToken, storageKeys, type Tokens, writeKey } from './storage.ts'
import { acceptTokens, endsSoon, refresh, subjectOf } from './tokens.ts'

export type UserData = Output<'account.me'>
export type Setup = Output<'account.checkSetup'>

export type Session =
  | { status: 'out' | 'loading' }
  /** Nothing could be learnt about the signed-in person: neither stored nor from the server. */
  | { status: 'failed'; error: unknown }
  /** `setup` is null when it could not be loaded; `ended` while the dialog about it is still open. */
  | { status: 'in'; user: UserData; setup: Setup | null; ended: boolean }

/** User data older than this is asked for again when the page loads. */
const STALE_MS = 5 * 60_000
/** Raised with the shape of user data, so that what an older version stored is not read. */
const VERSION = 1

/** Only people who are signed in have something to keep. */
const vault = () => import('./vault.ts')

type Kept = { version: number; at: number; user: UserData }

let session: Session = { status: accessToken() ? 'loading' : 'out' }
const listeners = new Set<() => void>()

function set(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

export const getSession = () => session

export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSession)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The signed-in person, for screens that only exist for one. */
export function useMe(): UserData {
  const current = useSession()
  if (current.status !== 'in') throw new Error('This screen is for people who are signed in.')
  return current.user
}

async function keptUser(id: string): Promise<Kept | null> {
  const { readSecret } = await vault()
  // @NOTE the seal proves that this very application wrote it, and the version that it has today's shape.
  const kept = (await readSecret(storageKeys.user)) as Kept | null
  return kept?.version === VERSION && kept.user.id === id ? kept : null
}

async function keepUser(user: UserData): Promise<void> {
  const { writeSecret } = await vault()
  await writeSecret(storageKeys.user, { version: VERSION, at: Date.now(), user } satisfies Kept)
  // Sealing takes a moment, and the session may have ended in it.
  if (!accessToken()) writeKey(storageKeys.user, null)
}

/** The set-up check; null when the server could not say. A refused token is thrown on. */
async function fetchSetup(id: string): Promise<Setup | null> {
  try {
    return await send('account.checkSetup', { id })
  } catch (error) {
    if (isExpired(error)) throw error
    return null
  }
}

/** Learns who the stored token belongs to. Called at the start and after each sign-in. */
export async function loadSession(): Promise<void> {
  const token = accessToken()
  if (!token) return set({ status: 'out' })
  if (session.status !== 'in') set({ status: 'loading' })
  const id = subjectOf(token)
  try {
    const kept = await keptUser(id)
    const fresh = kept && Date.now() - kept.at < STALE_MS
    // When the server is away, what was stored is better than nothing.
    const user = fresh
      ? kept.user
      : send('account.me', { id }).catch((error: unknown) =>
          kept && !isExpired(error) ? kept.user : Promise.reject(error),
        )
    const [me, setup] = await Promise.all([user, fetchSetup(id)])
    if (me !== kept?.user) await keepUser(me)
    rememberAddress(me.ip_login)
    set({ status: 'in', user: me, setup, ended: false })
  } catch (error) {
    if (accessToken()) set({ status: 'failed', error })
  }
}

async function enter(tokens: Tokens): Promise<void> {
  acceptTokens(tokens)
  await loadSession()
}

export type Challenge = Extract<Output<'session.login'>, { otp_token: string }>

/** Signs in, or answers what the second step of a careful person asks for. */
export async function signIn(
  input: Pick<Input<'session.login'>, 'username' | 'password' | 'ownedcompanyid' | 'companyrootid'>,
) {
  const answer = await send('session.login', { ...input, gtoken: '', domainName: location.hostname })
  if ('otp_token' in answer) return answer
  await enter(answer)
  return null
}

/** The second step: a mailed code, one of an authenticator, or a recovery code. */
export async function confirmSignIn(input: Input<'security.verifyLogin'>): Promise<void> {
  await enter(await send('security.verifyLogin', input))
}

/** Ends the session here at once; the server is told, and cannot keep a person waiting. */
export async function signOut(): Promise<void> {
  const token = accessToken()
  if (token && endsSoon(token) && refreshToken()) await refresh(token).catch(() => undefined)
  const told = send('session.logout', {}).catch(() => undefined)
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 3000))])
  forget()
}

/** Forgets the person without asking the server. */
export function forget() {
  clearStorage()
  set({ status: 'out' })
}

sessionEvents.listen((event) => {
  // While the page is still finding out who is there, an ended session is no interruption worth a dialog.
  if (event === 'ended' && session.status === 'in') set({ ...session, ended: true })
  else if (!(session.status === 'in' && session.ended)) set({ status: 'out' })
})

// Signing out in one tab signs out all.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === storageKeys.accessToken && event.newValue === null && session.status === 'in')
    set({ status: 'out' })
})
