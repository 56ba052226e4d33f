import { Drawer, type DrawerProps, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { BelowHeading } from './heading.tsx'
import { PlaceContext } from './place.tsx'
import classes from './side-panel.module.css'
import { useLayer } from './use-layer.ts'

type Props = Omit<DrawerProps, 'title' | 'ref'> & {
  title: string
  actions?: ReactNode
  /** Something in it was changed and not saved. */
  isDirty?: boolean
}

/** For editing one thing out of a list: the list stays in view, and the buttons stay within reach. */
export function SidePanel({ actions, children, onClose, isDirty = false, ...drawer }: Props) {
  const { root, place, close } = useLayer({ isOpen: drawer.opened, isDirty, onClose })
  return (
    <Drawer size="md" {...drawer} ref={root} onClose={close} data-side-panel={drawer.opened || undefined}>
      <BelowHeading>
        <PlaceContext value={place}>
          {children}
          {actions && (
            <Group className={classes.actions} justify="flex-end" gap="xs">
              {actions}
            </Group>
          )}
        </PlaceContext>
      </BelowHeading>
    </Drawer>
  )
}
