import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { Link } from 'react-router-dom'
import type { ActionId } from '#shared/access/admits.ts'
import type { MenuLink } from '#shared/access/menu.ts'
import { profileMenu } from '#shared/access/profile-menu.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { initialsOf } from '#shared/text.ts'
import type { UserData } from '../../api/session-store.ts'
import classes from './profile-menu.module.css'

type Props = { viewer: Viewer; user: UserData; onAction: (action: ActionId) => void }

export function ProfileMenu({ viewer, user, onAction }: Props) {
  return (
    <div className={classes.profile}>
      <Menu position="top-start" width={220} withinPortal={false}>
        <Menu.Target>
          <UnstyledButton className={classes.button} data-opens-menu>
            <VisuallyHidden>Profile menu</VisuallyHidden>
            <Avatar src={user.picture || null} alt="" size={32} radius="xl" aria-hidden>
              {initialsOf(user.name)}
            </Avatar>
            <span className={classes.who} data-collapsible>
              <Text size="sm" fw={500} truncate dir="auto">
                {user.name}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {user.email}
              </Text>
            </span>
            <IconChevronRight size={14} aria-hidden data-collapsible />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown data-surface="box">
          <Menu.Label dir="auto">{user.companyName}</Menu.Label>
          {profileMenu(viewer).map((item) => (
            <Item key={item.id} item={item} onAction={onAction} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

function Item({ item, onAction }: { item: MenuLink; onAction: Props['onAction'] }) {
  if ('to' in item) {
    return (
      <Menu.Item component={Link} to={item.to}>
        {item.label}
      </Menu.Item>
    )
  }
  return 'action' in item ? <Menu.Item onClick={() => onAction(item.action)}>{item.label}</Menu.Item> : null
}
