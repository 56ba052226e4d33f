import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Invoices } from './invoices.tsx'

type Props = { companyId: string; asked: string | null; onAll: () => void; onClose: () => void }

/** The invoices over the page that led to them. */
export default function InvoicesDialog({ companyId, asked, onAll, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Dialog opened={isOpen} onClose={() => setOpen(false)} onExitTransitionEnd={onClose} title="Invoices" size="60rem">
      <Invoices companyId={companyId} asked={asked} onAll={onAll} />
    </Dialog>
  )
}
