import { createContext, type ReactNode, useContext, useState } from 'react'
import { leave } from './leave.ts'
import type { Place } from './unsaved.ts'

/** What a form stands in; null for the page itself. */
export const PlaceContext = createContext<Place | null>(null)

/** A place of its own for what can go by itself. */
export function usePlace(kind: Place['kind'], isOpen = true): Place {
  const parent = useContext(PlaceContext)
  const [place] = useState<Place>(() => ({ kind, parent, isOpen }))
  place.isOpen = isOpen
  return place
}

/** Around a form that stands on a page for a while, such as one that adds something to a list. */
export function OwnPlace({ kind = 'layer', children }: { kind?: Place['kind']; children: ReactNode }) {
  return <PlaceContext value={usePlace(kind)}>{children}</PlaceContext>
}

/** For what takes away forms in the place where it stands itself, such as the button that gives up. */
export function useLeaveHere(): (go: () => void) => void {
  const place = useContext(PlaceContext)
  return (go) => leave(place ?? 'page', go)
}
