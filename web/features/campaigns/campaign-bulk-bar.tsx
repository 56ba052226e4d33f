import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { BulkBar, focusChoice } from '../../ui/bulk-bar.tsx'
import type { BulkTarget } from './bulk-move.tsx'
import type { CampaignRow } from './use-campaign-list.ts'
import type { Rights } from './use-rights.ts'

const BulkMove = lazy(() => import('./bulk-move.tsx'))

type Props = { rows: readonly CampaignRow[]; rights: Rights; onClear: () => void; onDone: () => void }

const buttons: { to: BulkTarget; label: string }[] = [
  { to: 'active', label: 'Start' },
  { to: 'paused', label: 'Pause' },
  { to: 'archived', label: 'Archive' },
]

/** What can be done to many campaigns at once; each shows first what will change. */
export function CampaignBulkBar({ rows, rights, onClear, onDone }: Props) {
  const [open, setOpen] = useState<BulkTarget | null>(null)
  const finish = () => {
    // Without rows nothing is shown here: what stayed open would be there again with the next choice.
    setOpen(null)
    focusChoice()
    onClear()
    onDone()
  }
  return (
    <BulkBar count={rows.length} label="Chosen campaigns" onClear={onClear}>
      {buttons.map(({ to, label }) => (
        <Button
          key={to}
          size="compact-sm"
          variant="default"
          {...(to === 'active' && rights.whyNoStart && { disabled: true, title: rights.whyNoStart })}
          onClick={() => setOpen(to)}
        >
          {label}
        </Button>
      ))}
      <Suspense fallback={null}>
        {open && <BulkMove rows={rows} to={open} onClose={() => setOpen(null)} onDone={finish} />}
      </Suspense>
    </BulkBar>
  )
}
