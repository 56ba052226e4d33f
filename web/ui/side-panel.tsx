import { Drawer, type DrawerProps, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './side-panel.module.css'

type Props = Omit<DrawerProps, 'title'> & { title: string; actions?: ReactNode }

/** For editing one thing out of a list: the list stays in view, and the buttons stay within reach. */
export function SidePanel({ actions, children, ...drawer }: Props) {
  return (
    <Drawer size="md" {...drawer}>
      {children}
      {actions && (
        <Group className={classes.actions} justify="flex-end" gap="xs">
          {actions}
        </Group>
      )}
    </Drawer>
  )
}
