import { useRef } from 'react'
import { useFocusReturn } from './focus-return.ts'
import { leave } from './leave.ts'
import { usePlace } from './place.tsx'
import { useUnsaved } from './use-leave-guard.ts'

type Layer = { isOpen: boolean; isDirty: boolean; onClose: () => void }

/** What dialogs and panels have in common: they ask before changes in them are lost, stay while something lies on them, and give the focus back. */
export function useLayer({ isOpen, isDirty, onClose }: Layer) {
  const root = useRef<HTMLDivElement>(null)
  const place = usePlace('layer', isOpen)
  useUnsaved(place, isOpen && isDirty)
  const isOnTop = useFocusReturn(isOpen, root)
  return { root, place, close: () => isOnTop() && leave(place, onClose) }
}
