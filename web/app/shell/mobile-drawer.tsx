import { Drawer, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './mobile-drawer.module.css'
import { Sidebar, type SidebarProps } from './sidebar.tsx'
import { ThemeButton } from './theme-button.tsx'

type Props = SidebarProps & { opened: boolean; onClose: () => void; switchBack?: ReactNode }

export function MobileDrawer({ opened, onClose, switchBack, ...sidebar }: Props) {
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="left" size={288}>
      <Drawer.Overlay />
      <Drawer.Content>
        {/* The first button would say what it does over the mark of the tenant. */}
        <div data-surface="sidebar" className={classes.content} tabIndex={-1} data-autofocus>
          <VisuallyHidden>
            <Drawer.Title>Menu</Drawer.Title>
          </VisuallyHidden>
          <div className={classes.head}>
            {switchBack}
            <ThemeButton side="right" />
            <Drawer.CloseButton aria-label="Close menu" />
          </div>
          <div className={classes.body}>
            <Sidebar {...sidebar} />
          </div>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  )
}
