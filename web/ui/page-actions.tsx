import { ActionIcon, Button, Menu, Tooltip, VisuallyHidden } from '@mantine/core'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { useId } from 'react'
import { held, InMenu } from './data-table/row-actions.tsx'
import { type RowAction, splitActions } from './data-table/table-types.ts'

function InView({ action: { label, icon, onClick, danger, disabled, why } }: { action: RowAction }) {
  const id = useId()
  return (
    <Tooltip label={why} disabled={!why} multiline maw={280}>
      <Button
        variant="default"
        leftSection={icon}
        disabled={disabled ?? false}
        {...held(why)}
        {...(why && { 'aria-describedby': id })}
        {...(danger && { color: 'red', variant: 'light' })}
        onClick={why ? undefined : onClick}
      >
        {label}
        {why && (
          <VisuallyHidden id={id} aria-hidden>
            {why}
          </VisuallyHidden>
        )}
      </Button>
    </Tooltip>
  )
}

/** What may be done with the one thing that a page is about: two in view, the rest in a menu, what destroys last. */
export function PageActions({ actions, of }: { actions: readonly RowAction[]; of: string }) {
  const { inView, inMenu } = splitActions(actions)
  return (
    <>
      {inView.map((action) => (
        <InView key={action.key} action={action} />
      ))}
      {inMenu.length > 0 && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon size="lg" variant="default" aria-label={`More actions for ${of}`}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {inMenu.map((action) => (
              <InMenu key={action.key} action={action} />
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
