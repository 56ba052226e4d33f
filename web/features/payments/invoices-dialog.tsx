import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Invoices } from './invoices.tsx'

/** The invoices over the page that led to them. */
export default function InvoicesDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Dialog opened={isOpen} onClose={() => setOpen(false)} onExitTransitionEnd={onClose} title="Invoices" size="60rem">
      <Invoices companyId={companyId} />
    </Dialog>
  )
}
