import { Paper, Stack } from '@mantine/core'
import { useMe } from '../../api/session-store.ts'
import { useTenant } from '../../api/tenant.ts'
import { useCall } from '../../api/use-call.ts'
import { OwnDomain } from './own-domain.tsx'
import { SubDomain } from './sub-domain.tsx'

export default function DomainTab({ mayChange }: { mayChange: boolean }) {
  const { companyId } = useMe()
  const { subdomain } = useTenant().data
  const { data } = useCall('domains.get', { companyId })
  return (
    <Paper p="lg">
      <Stack gap="xl">
        <OwnDomain companyId={companyId} mayChange={mayChange} />
        {mayChange && data?.whyNot === '' && subdomain !== '' && (
          <SubDomain companyId={companyId} present={subdomain} />
        )}
      </Stack>
    </Paper>
  )
}
