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
      description={
        // An agency and its clients have a book of their own each.
        me.isRootCompany
          ? 'Who changed what in your company. What was changed at an agency stands in the log of that agency, on its page.'
          : 'Who changed what, in your company and in those of your clients.'
      }
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
