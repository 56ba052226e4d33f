import { useSearchParams } from 'react-router-dom'
import { useMe } from '../../api/session-store.ts'
import { useMay } from '../../api/use-may.ts'
import { Page } from '../../ui/page.tsx'
import { AskForCard } from './ask-for-card.tsx'
import { Invoices } from './invoices.tsx'

/** What one's own company was asked to pay. */
export default function InvoicesPage() {
  const me = useMe()
  const mayRead = useMay()('card:read', 'GET')
  const [query, setQuery] = useSearchParams()
  return (
    <Page title="Invoices" description="What your company was asked to pay, and what became of it.">
      {mayRead ? (
        <Invoices companyId={me.companyId} asked={query.get('invoice')} onAll={() => setQuery({})} />
      ) : (
        <AskForCard />
      )}
    </Page>
  )
}
