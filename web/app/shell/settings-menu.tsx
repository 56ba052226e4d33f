import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import { Link } from 'react-router-dom'
import { settingsMenu } from '#shared/access/menu.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { iconOf } from './icons.ts'

/** The configuration links of the sidebar once more, in the top bar; nothing where there are none. */
export function SettingsMenu({ viewer }: { viewer: Viewer }) {
  const { title, items } = settingsMenu(viewer)
  if (items.length === 0) return null
  return (
    <Menu position="bottom-end" width={220}>
      <Tooltip label={title}>
        <Menu.Target>
          <ActionIcon size="lg" aria-label={title}>
            <IconSettings size={18} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Label>{title}</Menu.Label>
        {items.map((item) => {
          const Icon = iconOf(item.id)
          return (
            'to' in item && (
              <Menu.Item key={item.id} component={Link} to={item.to} leftSection={<Icon size={16} aria-hidden />}>
                {item.label}
              </Menu.Item>
            )
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
