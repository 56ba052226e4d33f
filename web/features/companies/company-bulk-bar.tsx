import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTenant } from '../../api/tenant.ts'
import { useMay } from '../../api/use-may.ts'
import { BulkBar, focusChoice } from '../../ui/bulk-bar.tsx'
import type { CompanyRow } from './use-company-list.ts'

const BulkSales = lazy(() => import('./bulk-sales.tsx'))
const BulkCosts = lazy(() => import('./bulk-costs.tsx'))
const BulkMinimum = lazy(() => import('./bulk-minimum.tsx'))

type Props = { rows: readonly CompanyRow[]; onClear: () => void; onDone: () => void }
type Kind = 'sales' | 'costs' | 'exclude' | 'include'

/** What can be done to many companies at once; each shows first what it will change. */
export function CompanyBulkBar({ rows, onClear, onDone }: Props) {
  const may = useMay()
  const { rootId, masterId } = useTenant().data
  const [open, setOpen] = useState<Kind | null>(null)
  const isAgencies = rows[0]?.userType === 'agency'
  const close = () => setOpen(null)
  const finish = () => {
    // Without rows nothing is shown here: what stayed open would be there again with the next choice.
    close()
    focusChoice()
    onClear()
    onDone()
  }
  const maySales = isAgencies && may('sales:update', 'PUT')
  const mayCosts = isAgencies && may('cost:update', 'PUT')
  // Of agencies it is the first platform's to say, of clients their agency's.
  const mayExclude = may('minimum-spend:exclude', 'PUT') && (!isAgencies || rootId === masterId)
  return (
    <BulkBar count={rows.length} label="Chosen companies" onClear={onClear}>
      {maySales && (
        <Button size="compact-sm" variant="default" onClick={() => setOpen('sales')}>
          Assign sales people
        </Button>
      )}
      {mayCosts && (
        <Button size="compact-sm" variant="default" onClick={() => setOpen('costs')}>
          Set costs
        </Button>
      )}
      {mayExclude && (
        <>
          <Button size="compact-sm" variant="default" onClick={() => setOpen('exclude')}>
            Exclude from minimum spend
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setOpen('include')}>
            Include in minimum spend
          </Button>
        </>
      )}
      <Suspense fallback={null}>
        {open === 'sales' && <BulkSales rows={rows} onClose={close} onDone={finish} />}
        {open === 'costs' && <BulkCosts rows={rows} onClose={close} onDone={finish} />}
        {(open === 'exclude' || open === 'include') && (
          <BulkMinimum rows={rows} isExcluded={open === 'exclude'} onClose={close} onDone={finish} />
        )}
      </Suspense>
    </BulkBar>
  )
}
