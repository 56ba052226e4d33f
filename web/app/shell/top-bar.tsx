import { ActionIcon, Tooltip } from '@mantine/core'
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import type { ReactNode } from 'react'
import { TrailRoom } from '../../ui/trail.tsx'
import { ThemeButton } from './theme-button.tsx'
import classes from './top-bar.module.css'

type Props = {
  onMenu: () => void
  /** There is no sidebar: what stands at its head stands here, and the person's menu opens from here at every width. */
  mark?: ReactNode
  children?: ReactNode
}

/** Not a `header`: panels over the page bring one of their own. */
export function TopBar({ onMenu, mark, children }: Props) {
  return (
    <section className={classes.bar} aria-label="Top bar" data-surface="box">
      {mark && (
        <div className={classes.mark} data-surface="sidebar">
          {mark}
        </div>
      )}
      <Tooltip label="Menu">
        <ActionIcon
          className={classes.menu}
          size="lg"
          aria-label="Open menu"
          data-alone={mark ? true : undefined}
          data-opens-menu
          onClick={onMenu}
        >
          <IconMenu2 size={20} />
        </ActionIcon>
      </Tooltip>
      <TrailRoom className={classes.trail} />
      {children}
      {/* On a phone it stands in the menu. */}
      <div className={classes.theme}>
        <ThemeButton />
      </div>
    </section>
  )
}
