// Who is signed in, as one store that every screen reads. What fills it is fetched when it is needed (session.ts).
import { useSyncExternalStore } from 'react'
import { accessToken } from './storage.ts'
import type { Tenant } from './tenant.ts'
import type { Output } from './terms.ts'

export type UserData = Output<'account.me'>
export type Setup = Output<'account.checkSetup'>

/** A look through the user's eyes: who looks, who lives at the user's own address, and when it is over. */
export type View = { original: UserData; home: Tenant; endsAt: number }

export type Session =
  | { status: 'out' | 'loading' }
  /** Nothing could be learnt about the signed-in person: neither stored nor from the server. */
  | { status: 'failed'; error: unknown }
  /** `setup` is null when it could not be loaded; `ended` while the dialog about it is still open. */
  | { status: 'in'; user: UserData; setup: Setup | null; ended: boolean; view: View | null }

let session: Session = { status: accessToken() ? 'loading' : 'out' }
const listeners = new Set<() => void>()

export const getSession = () => session

export function setSession(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

/** Told after each change; answers how to stop listening. */
export function onSession(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = (): Session => useSyncExternalStore(onSession, getSession)

/** The signed-in person, for screens that only exist for one. */
export function useMe(): UserData {
  const current = useSession()
  if (current.status !== 'in') throw new Error('This screen is for people who are signed in.')
  return current.user
}

/** Whether the person in front of the screen looks through somebody else's eyes. */
export function isGlobalViewMode(): boolean {
  return session.status === 'in' && session.view !== null
}
