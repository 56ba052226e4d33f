import { ActionIcon, Text, Tooltip } from '@mantine/core'
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import type { ReactNode } from 'react'
import type { UserData } from '../../api/session-store.ts'
import { ThemeButton } from './theme-button.tsx'
import classes from './top-bar.module.css'

type Props = { user: UserData; onMenu: () => void; children?: ReactNode }

/** Not a `header`: panels over the page bring one of their own. */
export function TopBar({ user, onMenu, children }: Props) {
  return (
    <section className={classes.bar} aria-label="Top bar" data-surface="box">
      <Tooltip label="Menu">
        <ActionIcon className={classes.menu} size="lg" aria-label="Open menu" data-opens-menu onClick={onMenu}>
          <IconMenu2 size={20} />
        </ActionIcon>
      </Tooltip>
      <Text size="sm" fw={500} className={classes.company} dir="auto">
        {user.company_name}
      </Text>
      {children}
      <ThemeButton />
    </section>
  )
}
