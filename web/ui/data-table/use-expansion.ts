import { useEffect, useState } from 'react'
import type { Expansion } from './table-types.ts'

/** Which rows are open. A row whose content cannot be fetched closes again; who fetches says why. */
export function useExpansion<Row>(expand: Expansion<Row> | undefined, keyOf: (row: Row) => string) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const set = (key: string, open: boolean) =>
    setOpened((before) => {
      const after = new Set(before)
      if (open) after.add(key)
      else after.delete(key)
      return after
    })
  const toggle = (row: Row) => {
    const key = keyOf(row)
    const open = !opened.has(key)
    set(key, open)
    if (open) expand?.onOpen?.(row).catch(() => set(key, false))
  }
  const asked = expand?.asked
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, or the row could not be closed again.
  useEffect(() => {
    if (asked && !opened.has(keyOf(asked))) toggle(asked)
  }, [asked])
  return {
    toggle,
    isOpen: (row: Row) => opened.has(keyOf(row)),
    can: (row: Row) => expand !== undefined && (expand.can?.(row) ?? true),
  }
}
