import { act } from '@testing-library/react'

/** From now on the person who is signed in is looked at by somebody else. */
export async function lookAs(): Promise<void> {
  const store = await import('#web/api/session-store.ts')
  const session = store.getSession()
  if (session.status !== 'in') throw new Error('Nobody is signed in.')
  act(() => store.setSession({ ...session, user: { ...session.user, isViewMode: true } }))
}
