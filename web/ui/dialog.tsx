import { Group, Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = Omit<ModalProps, 'title'> & {
  title: string
  /** The buttons under the content; the one that does it comes last. */
  actions?: ReactNode
}

/** A short form or a message over the page. Escape closes it and gives the focus back. */
export function Dialog({ actions, children, ...modal }: Props) {
  return (
    <Modal {...modal}>
      {children}
      {actions && (
        <Group justify="flex-end" gap="xs" mt="lg">
          {actions}
        </Group>
      )}
    </Modal>
  )
}
