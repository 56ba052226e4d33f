import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs'
import type { Column } from './table-types.ts'

type Props = {
  /** Those with the name of the row stay: a row without it says nothing. */
  columns: readonly Pick<Column<unknown>, 'key' | 'label' | 'card'>[]
  hidden: readonly string[]
  onHide: (hidden: string[]) => void
}

/** Which columns a table shows. A phone's cards have none to choose. */
export function ColumnMenu({ columns, hidden, onHide }: Props) {
  const offered = columns.filter(({ card }) => card !== 'title')
  const shown = offered.filter(({ key }) => !hidden.includes(key)).map(({ key }) => key)
  const show = (keys: string[]) => onHide(offered.filter(({ key }) => !keys.includes(key)).map(({ key }) => key))
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />} visibleFrom="sm">
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group aria-label="Columns" value={shown} onChange={show}>
          <Stack gap="xs">
            {offered.map(({ key, label }) => (
              <Checkbox key={key} value={key} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
