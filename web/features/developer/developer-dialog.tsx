import { type ReactNode, useState } from 'react'
import type { UserData } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { NotYet } from '../../ui/not-yet.tsx'
import { DeveloperAgreement } from './developer-agreement.tsx'
import { KeyList } from './key-list.tsx'

type Props = {
  user: UserData
  /** An operator's, who need not tick. */
  isSystemUser: boolean
  /** The text of the agreement. */
  text: ReactNode
  onClose: () => void
}

/** The keys of an agency's programs; its terms first, as long as they are not accepted as they stand now. */
export default function DeveloperDialog({ user, isSystemUser, text, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const found = useCall('developer.agreement', { companyId: user.companyId })
  const { data } = found
  const close = () => setOpen(false)
  return (
    <Dialog
      opened={isOpen}
      onClose={close}
      onExitTransitionEnd={onClose}
      title={data && !data.hasDeveloperAgreement ? 'Developer agreement' : 'Developer API'}
      size="lg"
    >
      <NotYet of={found} title="The developer API could not be opened" />
      {data &&
        (data.hasDeveloperAgreement ? (
          <KeyList user={user} />
        ) : (
          <DeveloperAgreement user={user} terms={data} needsTick={!isSystemUser} text={text} onCancel={close} />
        ))}
    </Dialog>
  )
}
