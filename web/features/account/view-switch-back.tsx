import { Button } from '@mantine/core'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import type { View } from '../../api/session-store.ts'

/** The way back in the drawer of a phone. */
export function SwitchBack({ view, onSwitchBack }: { view: View; onSwitchBack: () => void }) {
  return (
    <Button
      variant="light"
      color="yellow"
      size="compact-md"
      aria-label={`Switch back to ${view.original.name}`}
      leftSection={<IconEye size={16} />}
      onClick={onSwitchBack}
    >
      Switch back
    </Button>
  )
}
