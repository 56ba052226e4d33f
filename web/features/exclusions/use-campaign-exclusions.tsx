import IconFileOff from '@tabler/icons-react/dist/esm/icons/IconFileOff.mjs'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../api/use-may.ts'
import type { RowAction } from '../../ui/data-table/table-types.ts'
import type { ListedCampaign } from './campaign-exclusions.tsx'

const CampaignExclusions = lazy(() => import('./campaign-exclusions.tsx'))

/** What a list of campaigns offers for the list of each of them, and the panel that it opens. */
export function useCampaignExclusions() {
  const mayRead = useMay()('exclusion:read', 'GET')
  const [campaign, setCampaign] = useState<ListedCampaign | null>(null)
  return {
    actionsOf: (row: ListedCampaign): RowAction[] =>
      mayRead
        ? [
            {
              key: 'exclusions',
              label: 'Exclusion list',
              icon: <IconFileOff size={16} />,
              onClick: () => setCampaign(row),
            },
          ]
        : [],
    panel: campaign && (
      <Suspense fallback={null}>
        <CampaignExclusions campaign={campaign} onClose={() => setCampaign(null)} />
      </Suspense>
    ),
  }
}
