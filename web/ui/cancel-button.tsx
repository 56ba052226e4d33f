import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLeaveHere } from './place.tsx'

type Props = ButtonProps & { onCancel: () => void; children?: ReactNode }

/** Closes the dialog, panel or row that it stands in, and asks first where that has unsaved changes. */
export function CancelButton({ onCancel, children = 'Cancel', ...button }: Props) {
  const leaveHere = useLeaveHere()
  return (
    <Button variant="default" {...button} onClick={() => leaveHere(onCancel)}>
      {children}
    </Button>
  )
}
