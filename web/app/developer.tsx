import type { UserData } from '../api/session-store.ts'
import DeveloperDialog from '../features/developer/developer-dialog.tsx'
import { DocumentSection } from '../features/documents/document-section.tsx'

type Props = { user: UserData; isSystemUser: boolean; onClose: () => void }

/** The developer API of an agency, with the text of its agreement. */
export default function Developer(props: Props) {
  return (
    <DeveloperDialog {...props} text={<DocumentSection name="marketing-services-agreement-developer" order={2} />} />
  )
}
