import { useEffect, useRef } from 'react'
import { useFocusReturn } from './focus-return.ts'
import { coverPage, isOnTop } from './layers.ts'
import { leave } from './leave.ts'
import { usePlace } from './place.tsx'
import { useUnsaved } from './use-leave-guard.ts'

type Layer = { isOpen: boolean; isDirty: boolean; onClose: () => void }

/** What dialogs and panels have in common: they ask before changes in them are lost, stay while something lies on them, and give the focus back. */
export function useLayer({ isOpen, isDirty, onClose }: Layer) {
  const root = useRef<HTMLDivElement>(null)
  const place = usePlace('layer', isOpen)
  useUnsaved(place, isOpen && isDirty)
  useFocusReturn(isOpen, root)
  useEffect(() => (isOpen ? coverPage(place) : undefined), [isOpen, place])
  return { root, place, close: () => isOnTop(place) && leave(place, onClose) }
}
