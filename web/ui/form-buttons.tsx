import { Group, type GroupProps } from '@mantine/core'
import type { ReactNode } from 'react'

/**
 * The buttons at the foot of a form. A field that is left shows its fault, or loses it, and moves them: they take no focus from
 * it, so that the press still meets them.
 */
export function FormButtons(props: GroupProps & { children: ReactNode }) {
  return <Group justify="flex-end" gap="xs" onMouseDown={(event) => event.preventDefault()} {...props} />
}
