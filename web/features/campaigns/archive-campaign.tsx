import { List } from '@mantine/core'
import { confirm } from '../../ui/confirm.tsx'
import { toCount } from '../../ui/format.ts'
import type { CampaignRow } from './use-campaign-list.ts'

/** What becomes of leads, money and reports while campaigns are archived. */
export function ArchiveWords({ rows }: { rows: readonly Pick<CampaignRow, 'leadsTotal' | 'leadsRemaining'>[] }) {
  const its = rows.length === 1 ? 'Its' : 'Their'
  const left = rows.reduce((sum, { leadsRemaining }) => sum + Math.max(0, leadsRemaining ?? 0), 0)
  const hasLeads = rows.some(({ leadsTotal }) => leadsTotal > 0)
  return (
    <List size="sm" spacing={4}>
      <List.Item>
        {rows.length === 1 ? 'It leaves' : 'They leave'} this list until you filter it by the status Archived, and can
        be restored at any time.
      </List.Item>
      {hasLeads && (
        <List.Item>{its} leads stay in reports. Leads that are not billed yet are still billed, once.</List.Item>
      )}
      <List.Item>Nothing else is charged meanwhile.</List.Item>
      {left > 0 && (
        <List.Item>
          {left === 1
            ? 'One lead that is paid for and did not come stays: it can be given back, or comes'
            : `${toCount(left)} leads that are paid for and did not come stay: they can be given back, or come`}{' '}
          once {rows.length === 1 ? 'it is' : 'they are'} started again.
        </List.Item>
      )}
    </List>
  )
}

/** Whether a campaign is to be archived, once it was said what comes of it. */
export const askToArchive = (row: CampaignRow): Promise<boolean> =>
  confirm({
    title: `Archive ${row.campaignName}?`,
    children: <ArchiveWords rows={[row]} />,
    confirmLabel: 'Archive',
  })
