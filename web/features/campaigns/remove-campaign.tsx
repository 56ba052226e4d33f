import { Button, List, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { foldText } from '#shared/model/node.ts'
import { useSend } from '../../api/use-send.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toCount } from '../../ui/format.ts'
import { notify } from '../../ui/notify.tsx'
import { refusalOf } from './mends.ts'
import type { CampaignRow } from './use-campaign-list.ts'

type Props = { row: CampaignRow; onClose: () => void }

/** Says what will become of leads, money and reports before a campaign is removed. What has leads is named once more. */
export default function RemoveCampaign({ row, onClose }: Props) {
  const { campaignName, campaignNumber, leadsTotal, leadsRemaining, productLine } = row
  const [isOpen, setOpen] = useState(true)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState('')
  const { send, sending } = useSend('campaigns.remove')
  const hasLeads = leadsTotal > 0
  const isMeant = !hasLeads || foldText(typed.trim()) === foldText(campaignName.trim())

  const remove = async () => {
    setFault('')
    try {
      await send({ campaignId: row.id })
      notify('success', `Removed ${campaignName}.`)
      setOpen(false)
    } catch (error) {
      setFault(refusalOf(error).message)
    }
  }

  return (
    <Dialog
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title={`Remove ${campaignName}?`}
      actions={
        <>
          <CancelButton onCancel={() => setOpen(false)} />
          <Button color="red" loading={sending} disabled={!isMeant} onClick={() => void remove()}>
            Remove
          </Button>
        </>
      }
    >
      <List size="sm" spacing="xs">
        <List.Item>It cannot be brought back. To keep it out of sight, archive it instead.</List.Item>
        <List.Item>
          {hasLeads
            ? `Its ${leadsTotal === 1 ? 'one lead stays' : `${toCount(leadsTotal)} leads stay`} in reports, and its invoices stay readable.`
            : 'It has no leads, so no report loses any.'}
        </List.Item>
        {hasLeads && (
          <List.Item>Leads that are not billed yet are still billed. Nothing is refunded by this.</List.Item>
        )}
        {leadsRemaining !== null && leadsRemaining > 0 && (
          <List.Item>
            {leadsRemaining === 1
              ? 'One lead that is paid for and did not come is lost, unless it is given back'
              : `${toCount(leadsRemaining)} leads that are paid for and did not come are lost, unless they are given back`}{' '}
            first, under “Leads paid ahead”.
          </List.Item>
        )}
        {productLine === 'local' && (
          <List.Item>
            The code with the number {campaignNumber} finds nobody any more. Take it off the website.
          </List.Item>
        )}
      </List>
      {hasLeads && (
        <TextInput
          mt="md"
          label={`Type the campaign's name, ${campaignName}, to remove it`}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {fault && (
        <Text size="sm" c="red" mt="md" role="alert">
          {fault}
        </Text>
      )}
    </Dialog>
  )
}
