import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMay } from '../../api/use-may.ts'
import type { RowAction } from '../../ui/data-table/table-types.ts'
import type { AgencyRow } from './sales-dialog.tsx'

const SalesDialog = lazy(() => import('./sales-dialog.tsx'))

/** What operators say of an agency's sales people, and the dialog in which they say it. */
export function useSales(): { actionsOf: (row: AgencyRow) => RowAction[]; dialog: ReactNode } {
  const may = useMay()
  // Counted, so that one that is opened while another closes is a new one.
  const [open, setOpen] = useState<{ row: AgencyRow; at: number } | null>(null)
  const openFor = (row: AgencyRow) => setOpen((before) => ({ row, at: (before?.at ?? 0) + 1 }))
  const isOffered = may('sales:read', 'GET') && may('sales:update', 'PUT')
  return {
    actionsOf: (agency) =>
      isOffered && agency.userType === 'agency'
        ? [
            {
              key: 'sales',
              label: 'Set Sales Person',
              icon: <IconUsers size={16} />,
              onClick: () => openFor(agency),
            },
          ]
        : [],
    dialog: (
      <Suspense fallback={null}>
        {open && <SalesDialog key={open.at} row={open.row} onClose={() => setOpen(null)} />}
      </Suspense>
    ),
  }
}
