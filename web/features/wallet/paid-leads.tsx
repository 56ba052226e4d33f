import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { useLeadPath } from '../../api/lead-path.ts'
import { useCall } from '../../api/use-call.ts'
import { BilledLeads } from '../../ui/billed-leads.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'

type Props = { companyId: string; transactionId: string; title: string; onClose: () => void }

/** The leads that a movement of the wallet paid ahead, one by one. */
export default function PaidLeads({ companyId, transactionId, title, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const [cursors, setCursors] = useState<string[]>([])
  const cursor = cursors.at(-1)
  const asked = { companyId, transactionId }
  const { data, error, isValidating, isFormer, reload } = useCall(
    'wallet.leads',
    { ...asked, ...(cursor !== undefined && { cursor }) },
    { keep: true },
  )
  const next = data?.nextCursor
  const openFile = async () => {
    const { csv = '' } = await send('wallet.leads', { ...asked, format: 'csv' })
    return new Response(csv, { headers: { 'content-type': 'text/csv;charset=utf-8' } })
  }
  return (
    <SidePanel opened={isOpen} onClose={() => setOpen(false)} onExitTransitionEnd={onClose} title={title} size={480}>
      <BilledLeads
        rows={data?.data}
        refreshing={isValidating && data !== undefined}
        error={
          error === undefined || data
            ? undefined
            : { title: 'The leads could not be loaded', text: messageOf(error), onRetry: () => void reload() }
        }
        paid="wholesale"
        pathOf={useLeadPath()}
        onEarlier={cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined}
        // As long as the page before still stands here, its end is no place to go on from.
        onLater={next ? () => !isFormer && setCursors([...cursors, next]) : undefined}
        file={{ name: `${transactionId}-leads.csv`, open: openFile }}
      />
    </SidePanel>
  )
}
