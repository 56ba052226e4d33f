import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'

/** Why nothing can be changed here, in the place of the buttons that would. */
export function HeldNote({ children }: { children: ReactNode }) {
  return (
    <Alert color="gray" role="note" maw={760} mb="lg">
      {children}
    </Alert>
  )
}
