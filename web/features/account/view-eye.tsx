import { ActionIcon, Tooltip } from '@mantine/core'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import type { UserData, View } from '../../api/session-store.ts'

type Props = { user: UserData; view: View; onSwitchBack: () => void }

/** The eye in the top bar: whose view this is, and the way back. */
export function ViewEye({ user, view, onSwitchBack }: Props) {
  const label = `Viewing as ${user.name} (${user.companyName}). Switch back to ${view.original.name}`
  return (
    <Tooltip label={label}>
      <ActionIcon size="lg" radius="xl" variant="light" color="yellow" aria-label={label} onClick={onSwitchBack}>
        <IconEye size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
