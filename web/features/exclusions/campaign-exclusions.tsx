import { useState } from 'react'
import { SidePanel } from '../../ui/side-panel.tsx'
import { Exclusions } from './exclusions.tsx'

export type ListedCampaign = { id: string; companyId: string; campaignName: string }
type Props = { campaign: ListedCampaign; onClose: () => void }

/** The list of one campaign, beside the list of campaigns. */
export default function CampaignExclusions({ campaign, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const { id, companyId, campaignName } = campaign
  return (
    <SidePanel
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title={`Exclusion List of ${campaignName}`}
      size={520}
    >
      <Exclusions list={{ companyId, campaignId: id }} keptFrom="this campaign" />
    </SidePanel>
  )
}
