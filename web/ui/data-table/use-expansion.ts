import { useContext, useEffect, useRef, useState } from 'react'
import { leave } from '../leave.ts'
import { PlaceContext } from '../place.tsx'
import type { Place } from '../unsaved.ts'
import type { Expansion } from './table-types.ts'

/** Which rows are open. A row whose content cannot be fetched closes again; who fetches says why. */
export function useExpansion<Row>(expand: Expansion<Row> | undefined, keyOf: (row: Row) => string) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const parent = useContext(PlaceContext)
  const places = useRef(new Map<string, Place>())
  const placeOf = (row: Row): Place => {
    const place = places.current.get(keyOf(row)) ?? { kind: 'row', parent, isOpen: true }
    places.current.set(keyOf(row), place)
    return place
  }
  const set = (key: string, open: boolean) =>
    setOpened((before) => {
      const after = new Set(before)
      if (open) after.add(key)
      else after.delete(key)
      return after
    })
  const toggle = (row: Row) => {
    const key = keyOf(row)
    if (opened.has(key)) return leave(placeOf(row), () => set(key, false))
    set(key, true)
    expand?.onOpen?.(row).catch(() => set(key, false))
  }
  const asked = expand?.asked
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, or the row could not be closed again.
  useEffect(() => {
    if (asked && !opened.has(keyOf(asked))) toggle(asked)
  }, [asked])
  return {
    toggle,
    /** What stands under a row goes with it. */
    placeOf,
    isOpen: (row: Row) => opened.has(keyOf(row)),
    can: (row: Row) => expand !== undefined && (expand.can?.(row) ?? true),
  }
}
