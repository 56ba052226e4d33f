import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import type { NodeFilter } from '#shared/model/node.ts'

export const filterNames: Record<NodeFilter, string> = {
  direct_payment: 'Direct Payment',
  payment_failed: 'Payment Failed',
  api_key_generated: 'API Key Generated',
  developer_mode: 'Developer Mode Enabled',
}

type Props = { offered: readonly NodeFilter[]; chosen: readonly string[]; onChange: (chosen: string[]) => void }

export function AgencyFilters({ offered, chosen, onChange }: Props) {
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilter size={16} />}>
          Filters
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group aria-label="Filters" value={[...chosen]} onChange={onChange}>
          <Stack gap="xs">
            {offered.map((filter) => (
              <Checkbox key={filter} value={filter} label={filterNames[filter]} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
