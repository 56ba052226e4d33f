import { useMe } from '../../api/session-store.ts'
import { useMay } from '../../api/use-may.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Logs } from './logs.tsx'
import { useLogState } from './use-log-state.ts'

/** The audit log of one's own company. What is shown stands in the address. */
export default function AuditLogPage() {
  const me = useMe()
  const state = useLogState()
  const mayRead = useMay()('log:read', 'GET')
  return (
    <Page
      title="Audit Log"
      description="Who changed what, in your company and in those below it."
      trail={[{ label: 'Settings' }]}
    >
      {mayRead ? (
        <Logs companyId={me.companyId} state={state} />
      ) : (
        <EmptyState title="The audit log is not open to you" drawing="list">
          Ask a default administrator of your company.
        </EmptyState>
      )}
    </Page>
  )
}
