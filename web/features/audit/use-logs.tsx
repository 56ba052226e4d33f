import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMay } from '../../api/use-may.ts'
import type { RowAction } from '../../ui/data-table/table-types.ts'

const LogsDialog = lazy(() => import('./logs-dialog.tsx'))

type Row = { companyId: string; companyName: string; userType: string }

/** The audit log of an agency, for those who may read it. */
export function useLogs(): { actionsOf: (row: Row) => RowAction[]; dialog: ReactNode } {
  const may = useMay()
  // Counted, so that one that is opened while another closes is a new one.
  const [open, setOpen] = useState<{ row: Row; at: number } | null>(null)
  const openFor = (row: Row) => setOpen((before) => ({ row, at: (before?.at ?? 0) + 1 }))
  const isOffered = may('log:read', 'GET')
  return {
    actionsOf: (each) =>
      isOffered && each.userType === 'agency'
        ? [{ key: 'logs', label: 'User logs', icon: <IconHistory size={16} />, onClick: () => openFor(each) }]
        : [],
    dialog: (
      <Suspense fallback={null}>
        {open && <LogsDialog key={open.at} row={open.row} onClose={() => setOpen(null)} />}
      </Suspense>
    ),
  }
}
