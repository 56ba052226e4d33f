import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'

/** Below a field or in a line: what could not be had, and the way to ask for it once more. */
export function TryAgain({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <span role="alert">
      {children}{' '}
      <Anchor component="button" type="button" inherit onClick={onRetry}>
        Try again
      </Anchor>
    </span>
  )
}
