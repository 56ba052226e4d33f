import type { ReactNode } from 'react'

/** One thing that the palette leads to or does. */
export type Command = {
  id: string
  label: string
  /** Under which heading it stands. */
  group: string
  icon?: ReactNode
  /** A second line that tells it apart. */
  description?: string
  /** Other words by which it is found. */
  keywords?: string
  run: () => void
}
