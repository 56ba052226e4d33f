import { ActionIcon, Tooltip } from '@mantine/core'
import IconEyeSearch from '@tabler/icons-react/dist/esm/icons/IconEyeSearch.mjs'
import { mayViewAs } from '#shared/access/view-as.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { UserData, View } from '../../api/session-store.ts'
import { ViewEye } from '../../features/account/view-eye.tsx'

type Props = { viewer: Viewer; user: UserData; view: View | null; onSwitchBack: () => void; onViewAs: () => void }

/** The eye of the top bar: the way into other people's views, and inside one the way back. */
export function ViewControls({ viewer, user, view, onSwitchBack, onViewAs }: Props) {
  if (view) return <ViewEye user={user} view={view} onSwitchBack={onSwitchBack} />
  if (!mayViewAs(viewer)) return null
  return (
    <Tooltip label="View as someone">
      <ActionIcon size="lg" aria-label="View as someone" onClick={onViewAs}>
        <IconEyeSearch size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
