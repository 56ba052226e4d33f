import { Logs } from './logs.tsx'
import { useLogState } from './use-log-state.ts'

/** The audit log of one company, on the page of that company. */
export default function CompanyLogs({ companyId }: { companyId: string }) {
  return <Logs companyId={companyId} state={useLogState()} />
}
