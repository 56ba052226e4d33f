import { useCallback, useContext, useEffect, useState } from 'react'
import { PlaceContext } from './place.tsx'
import { noteUnsaved, type Place, type Unsaved } from './unsaved.ts'

/** Notes that something in a place has changes, for as long as it has them. Answers what tells that they were saved. */
export function useUnsaved(place: Place | null, isDirty: boolean, onDiscard?: () => void, secret?: string): () => void {
  const [own] = useState<Unsaved>(() => ({ place, discard: onDiscard, secret, isSettled: false }))
  useEffect(() => {
    own.place = place
    own.discard = onDiscard
    own.secret = secret
  })
  useEffect(() => {
    if (!isDirty) return
    own.isSettled = false
    const forget = noteUnsaved(own)
    const ask = (event: BeforeUnloadEvent) => {
      if (!own.isSettled) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => {
      forget()
      window.removeEventListener('beforeunload', ask)
    }
  }, [isDirty, own])
  return useCallback(() => {
    own.isSettled = true
  }, [own])
}

/**
 * Anything that would take the form away asks first, as long as it has changes: the browser, links, and the dialog, panel or
 * row that it stands in. `onDiscard` takes a form away that would stay where it is. Answers what tells that the changes
 * were saved.
 */
export const useLeaveGuard = (isDirty: boolean, onDiscard?: () => void): (() => void) =>
  useUnsaved(useContext(PlaceContext), isDirty, onDiscard)

/** The same for something that is shown this once: who leaves is asked whether they have it. */
export const useSecretGuard = (secret: string): (() => void) =>
  useUnsaved(useContext(PlaceContext), true, undefined, secret)
