import { Paper } from '@mantine/core'
import { useMe } from '../../api/session-store.ts'
import { OwnDomain } from './own-domain.tsx'

export default function DomainTab({ mayChange }: { mayChange: boolean }) {
  return (
    <Paper p="lg">
      <OwnDomain companyId={useMe().companyId} mayChange={mayChange} />
    </Paper>
  )
}
