import { Group, Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { BelowHeading } from './heading.tsx'
import { PlaceContext } from './place.tsx'
import { useLayer } from './use-layer.ts'

type Props = Omit<ModalProps, 'title' | 'ref'> & {
  title: string
  /** The buttons under the content; the one that does it comes last. */
  actions?: ReactNode
  /** Something in it was changed and not saved. */
  isDirty?: boolean
}

/** A short form or a message over the page. Escape closes it, once unsaved changes may go, and gives the focus back. */
export function Dialog({ actions, children, onClose, isDirty = false, ...modal }: Props) {
  const { root, place, close } = useLayer({ isOpen: modal.opened, isDirty, onClose })
  return (
    <Modal {...modal} ref={root} onClose={close}>
      <BelowHeading>
        <PlaceContext value={place}>
          {children}
          {actions && (
            <Group justify="flex-end" gap="xs" data-foot>
              {actions}
            </Group>
          )}
        </PlaceContext>
      </BelowHeading>
    </Modal>
  )
}
