import { memo } from 'react'
import type { ActionId } from '#shared/access/admits.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { UserData } from '../../api/session-store.ts'
import { BrandMark } from '../brand-mark.tsx'
import { MenuList } from './menu-list.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import classes from './sidebar.module.css'

export type SidebarProps = { viewer: Viewer; user: UserData; onAction: (action: ActionId) => void }

/** Brand, pages, and the person's own menu; the same in the drawer of a phone. */
export const Sidebar = memo(function Sidebar({ viewer, user, onAction }: SidebarProps) {
  return (
    <div className={classes.sidebar}>
      <div className={classes.brand}>
        <BrandMark />
      </div>
      <nav aria-label="Main" className={classes.nav}>
        <MenuList viewer={viewer} />
      </nav>
      <ProfileMenu viewer={viewer} user={user} onAction={onAction} />
    </div>
  )
})
