import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { noFilter } from './log-filter.ts'
import { Logs } from './logs.tsx'

type Props = { row: { companyId: string; companyName: string }; onClose: () => void }

/** The audit log of an agency, over its list. */
export default function LogsDialog({ row, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const [filter, setFilter] = useState(noFilter)
  const [page, setPage] = useState(1)
  const state = {
    filter,
    page,
    setPage,
    setFilter: (next: typeof filter) => {
      setFilter(next)
      setPage(1)
    },
  }
  return (
    <Dialog
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title={`Agency User's Logs: ${row.companyName}`}
      size="80rem"
    >
      <Logs companyId={row.companyId} state={state} />
    </Dialog>
  )
}
