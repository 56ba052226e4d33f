import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { Fragment } from 'react'
import { type RowAction, splitActions } from './table-types.ts'

type Props = { actions: readonly RowAction[]; of: string; start?: boolean }

export function RowActions({ actions, of, start = false }: Props) {
  const { inView, inMenu } = splitActions(actions)
  const firstDanger = inMenu.find((each) => each.danger)
  return (
    <Group gap={2} justify={start ? 'flex-start' : 'flex-end'} wrap="nowrap">
      {inView.map(({ key, label, icon, onClick, danger, disabled }) => (
        <Tooltip key={key} label={label}>
          <ActionIcon
            aria-label={`${label} ${of}`.trim()}
            color={danger ? 'red' : 'gray'}
            disabled={disabled ?? false}
            onClick={onClick}
          >
            {icon}
          </ActionIcon>
        </Tooltip>
      ))}
      {inMenu.length > 0 && (
        <Menu>
          <Menu.Target>
            <ActionIcon aria-label={`More actions ${of}`.trim()}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {inMenu.map((action) => (
              <Fragment key={action.key}>
                {action === firstDanger && inMenu.length > 1 && action !== inMenu[0] && <Menu.Divider />}
                <Menu.Item
                  leftSection={action.icon}
                  color={action.danger ? 'red' : ''}
                  disabled={action.disabled ?? false}
                  onClick={action.onClick}
                >
                  {action.label}
                </Menu.Item>
              </Fragment>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}
