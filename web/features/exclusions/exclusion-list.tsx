import { useState } from 'react'
import { useMe } from '../../api/session-store.ts'
import { SidePanel } from '../../ui/side-panel.tsx'
import { Exclusions } from './exclusions.tsx'

/** A client's own exclusion list, beside the page. */
export default function ExclusionList({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <SidePanel
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title="Exclusion List"
      size={520}
    >
      <Exclusions list={{ companyId: useMe().companyId }} keptFrom="all your campaigns" />
    </SidePanel>
  )
}
