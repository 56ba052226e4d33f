import { Paper } from '@mantine/core'
import { useMe } from '../../api/session-store.ts'
import { Page } from '../../ui/page.tsx'
import { Exclusions } from './exclusions.tsx'

/** The list that holds for the whole platform. */
export default function OptOutPage() {
  return (
    <Page
      title="Exclusion List"
      description="People who opted out of this platform: no campaign of any agency finds them."
      kind="form"
    >
      <Paper p="lg">
        <Exclusions list={{ companyId: useMe().companyId }} keptFrom="every campaign of this platform" />
      </Paper>
    </Page>
  )
}
