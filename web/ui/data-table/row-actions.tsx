import { ActionIcon, Group, Menu, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { Fragment, useId } from 'react'
import { type RowAction, splitActions } from './table-types.ts'

type Props = { actions: readonly RowAction[]; of: string; start?: boolean }

/** What may not be done can still be reached: only what has the focus can say why. */
export const held = (why: string | undefined) => (why ? { 'aria-disabled': true, 'data-disabled': true } : {})

function InView({ action, of }: { action: RowAction; of: string }) {
  const { label, icon, onClick, danger, disabled, why } = action
  const id = useId()
  return (
    <Tooltip label={why ? `${label}: ${why}` : label} multiline={Boolean(why)} {...(why && { maw: 280 })}>
      <ActionIcon
        aria-label={`${label} ${of}`.trim()}
        color={danger ? 'red' : 'gray'}
        disabled={disabled ?? false}
        {...held(why)}
        {...(why && { 'aria-describedby': id })}
        onClick={why ? undefined : onClick}
      >
        {icon}
        {why && <VisuallyHidden id={id}>{why}</VisuallyHidden>}
      </ActionIcon>
    </Tooltip>
  )
}

export function InMenu({ action }: { action: RowAction }) {
  const { label, icon, onClick, danger, disabled, why } = action
  return (
    <Menu.Item
      leftSection={icon}
      color={danger ? 'red' : ''}
      disabled={disabled ?? false}
      {...held(why)}
      closeMenuOnClick={!why}
      onClick={why ? undefined : onClick}
      maw={320}
    >
      {label}
      {why && (
        <Text size="xs" c="dimmed">
          {why}
        </Text>
      )}
    </Menu.Item>
  )
}

export function RowActions({ actions, of, start = false }: Props) {
  const { inView, inMenu } = splitActions(actions)
  const firstDanger = inMenu.find((each) => each.danger)
  return (
    <Group gap={2} justify={start ? 'flex-start' : 'flex-end'} wrap="nowrap">
      {inView.map((action) => (
        <InView key={action.key} action={action} of={of} />
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
                <InMenu action={action} />
              </Fragment>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}
