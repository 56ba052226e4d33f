import { Stack } from '@mantine/core'
import { useMay } from '../../api/use-may.ts'
import { Invoices } from './invoices.tsx'
import { Margins } from './margins.tsx'

/** A client's money as those above it see it: what its campaigns bring, and what it was asked to pay. */
export function ClientMoney({ companyId }: { companyId: string }) {
  const maySeeMargins = useMay()('margin:read', 'GET')
  return (
    <Stack gap="xl">
      {maySeeMargins && <Margins companyId={companyId} />}
      <section aria-label="Invoices of this client">
        <Invoices companyId={companyId} title="Invoices" />
      </section>
    </Stack>
  )
}
