import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { coverPage, goBack, wayBack } from './focus-return.ts'

type Question = {
  title: string
  /** What will happen, in words. */
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** It cannot be taken back: the button is red. */
  danger?: boolean
}

/** Asks before something happens; the promise tells the answer. Leaving the dialog by any way is a no. */
export function confirm({ title, children, confirmLabel, cancelLabel = 'Cancel', danger }: Question): Promise<boolean> {
  const way = wayBack()
  const uncover = coverPage(way)
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: (
        <Text component="div" size="sm">
          {children}
        </Text>
      ),
      labels: { confirm: confirmLabel, cancel: cancelLabel },
      confirmProps: danger ? { color: 'red' } : {},
      cancelProps: { 'data-autofocus': true },
      withCloseButton: false,
      onConfirm: () => resolve(true),
      onClose: () => {
        goBack(way)
        uncover()
        resolve(false)
      },
    })
  })
}
