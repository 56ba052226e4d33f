import { Paper } from '@mantine/core'
import { useMe } from '../../api/session-store.ts'
import { Exclusions } from './exclusions.tsx'

/** The list that holds for all clients of an agency. */
export default function AgencyExclusionsTab() {
  return (
    <Paper p="lg">
      <Exclusions list={{ companyId: useMe().companyId }} keptFrom="all campaigns of all your clients" />
    </Paper>
  )
}
