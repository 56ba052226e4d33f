import { ActionIcon, Button, Menu } from '@mantine/core'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { type RowAction, splitActions } from './data-table/table-types.ts'

/** What may be done with the one thing that a page is about: two in view, the rest in a menu, what destroys last. */
export function PageActions({ actions, of }: { actions: readonly RowAction[]; of: string }) {
  const { inView, inMenu } = splitActions(actions)
  return (
    <>
      {inView.map(({ key, label, icon, onClick, disabled, why }) => (
        <Button
          key={key}
          variant="default"
          leftSection={icon}
          disabled={disabled || Boolean(why)}
          title={why}
          onClick={onClick}
        >
          {label}
        </Button>
      ))}
      {inMenu.length > 0 && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon size="lg" variant="default" aria-label={`More actions for ${of}`}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {inMenu.map(({ key, label, icon, onClick, danger, disabled, why }) => (
              <Menu.Item
                key={key}
                leftSection={icon}
                disabled={disabled || Boolean(why)}
                title={why}
                onClick={onClick}
                {...(danger && { color: 'red' })}
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
