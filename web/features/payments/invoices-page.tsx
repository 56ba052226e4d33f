import { Stack } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { useMe } from '../../api/session-store.ts'
import { useMay } from '../../api/use-may.ts'
import { Page } from '../../ui/page.tsx'
import { AskForCard } from './ask-for-card.tsx'
import { Invoices } from './invoices.tsx'
import { Margins } from './margins.tsx'

/** What one's own company was asked to pay. */
export default function InvoicesPage() {
  const me = useMe()
  const may = useMay()
  const isAgency = !me.isSystemUser && (me.userType === 'user' || me.userType === 'agency')
  const hasMargins = isAgency && may('margin:read', 'GET')
  const mayRead = may('card:read', 'GET')
  const [query, setQuery] = useSearchParams()
  const asked = query.get('invoice')
  const areMarginsSeen = hasMargins && asked === null
  return (
    <Page title="Invoices" description="What your company was asked to pay, and what became of it.">
      <Stack gap="xl">
        {areMarginsSeen && <Margins companyId={me.companyId} isAgency />}
        {mayRead ? (
          <Invoices
            companyId={me.companyId}
            asked={asked}
            onAll={() => setQuery({})}
            title={areMarginsSeen ? 'Your invoices' : undefined}
          />
        ) : (
          <AskForCard what="see the invoices" />
        )}
      </Stack>
    </Page>
  )
}
