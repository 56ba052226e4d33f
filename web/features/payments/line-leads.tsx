import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { useLeadPath } from '../../api/lead-path.ts'
import { useCall } from '../../api/use-call.ts'
import { BilledLeads } from '../../ui/billed-leads.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import type { InvoiceRow } from './invoice-details.tsx'

type Props = { companyId: string; row: InvoiceRow; line: number; onClose: () => void }

/** The leads that a line of an invoice is for. */
export default function LineLeads({ companyId, row, line, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const [cursors, setCursors] = useState<string[]>([])
  const cursor = cursors.at(-1)
  const asked = { companyId, number: row.invoiceNumber, line }
  const { data, error, isValidating, isFormer, reload } = useCall(
    'payments.invoiceLeads',
    { ...asked, ...(cursor !== undefined && { cursor }) },
    { keep: true },
  )
  const next = data?.nextCursor
  const openFile = async () => {
    const { csv = '' } = await send('payments.invoiceLeads', { ...asked, format: 'csv' })
    return new Response(csv, { headers: { 'content-type': 'text/csv;charset=utf-8' } })
  }
  return (
    <SidePanel
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title={`${row.lines[line]?.label ?? 'Leads'} on ${row.invoiceNumber}`}
      size={480}
    >
      <BilledLeads
        rows={data?.data}
        refreshing={isValidating && data !== undefined}
        error={
          error === undefined || data
            ? undefined
            : { title: 'The leads could not be loaded', text: messageOf(error), onRetry: () => void reload() }
        }
        paid={row.type === 'client' ? 'price' : 'wholesale'}
        pathOf={useLeadPath()}
        onEarlier={cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined}
        // As long as the page before still stands here, its end is no place to go on from.
        onLater={next ? () => !isFormer && setCursors([...cursors, next]) : undefined}
        file={{ name: `${row.invoiceNumber}-leads.csv`, open: openFile }}
      />
    </SidePanel>
  )
}
