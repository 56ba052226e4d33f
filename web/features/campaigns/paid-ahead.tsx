import { Alert, Button, Group, Stack, Switch, Table, Text } from '@mantine/core'
import { useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { toCount } from '../../ui/format.ts'
import { HeldNote } from '../../ui/held-note.tsx'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import { dollarText } from './start-campaign.tsx'
import type { CampaignRow } from './use-campaign-list.ts'
import type { Rights } from './use-rights.ts'

const states = {
  on: 'More is bought by itself when less than 10% of the leads are left.',
  off: 'Nothing is bought by itself. The campaign stops when its last lead has come.',
  under_way: 'A payment for more leads is under way.',
  failed: 'The payment for more leads was declined. It is tried again; settle it to go on at once.',
} as const

const leadsText = (count: number) => (count === 1 ? '1 lead' : `${toCount(count)} leads`)

type Props = { row: CampaignRow; rights: Rights; onClose: () => void }

/** What a prepaid campaign has bought and what is left of it; whether it buys more; and giving back what did not come. */
export default function PaidAhead({ row, rights, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const [isAsking, setAsking] = useState(false)
  const found = useCall('campaigns.currentTopUp', { id: row.id })
  const stop = useSend('campaigns.stopContinualTopUp')
  const { mutate } = useSWRConfig()
  const again = () => void mutate((key) => Array.isArray(key) && String(key[0]).startsWith('campaigns.'))
  const topUp = found.data
  const setContinual = async (isOn: boolean) => {
    try {
      const { message } = await stop.send({ campaignId: row.id, stopContinual: !isOn })
      notify('success', message)
    } catch (error) {
      notify('danger', messageOf(error))
    }
    again()
  }
  const isContinual = topUp?.topUpMode === 'continual'
  return (
    <Dialog
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title={`Leads paid ahead: ${row.campaignName}`}
    >
      <NotYet of={found} title="The balance could not be loaded" rows={4} height={24} />
      {topUp && (
        <Stack gap="sm">
          <Facts
            facts={[
              { label: 'Left', value: leadsText(topUp.balanceLeads) },
              { label: 'One purchase', value: `${leadsText(topUp.leadsToBuy)} for ${dollarText(topUp.total)}` },
              { label: 'Price of a lead', value: dollarText(topUp.price) },
            ]}
          />
          <Switch
            mt="xs"
            label="Buy more by itself"
            description={states[topUp.status]}
            checked={isContinual && topUp.status !== 'off'}
            disabled={!isContinual || !rights.mayStopTopUps || stop.sending}
            onChange={({ currentTarget }) => void setContinual(currentTarget.checked)}
          />
          {rights.whyNoStart && <HeldNote>{rights.whyNoStart}</HeldNote>}
          {topUp.lots.length > 0 && (
            <Table aria-label="Purchases">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Bought</Table.Th>
                  <Table.Th ta="right">Leads</Table.Th>
                  <Table.Th ta="right">Left</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {topUp.lots.map((lot) => (
                  <Table.Tr key={lot.topupId}>
                    <Table.Td>
                      <RelativeTime at={lot.boughtAt} />
                    </Table.Td>
                    <Table.Td ta="right">{toCount(lot.leads)}</Table.Td>
                    <Table.Td ta="right">{toCount(lot.leadsLeft)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
          {topUp.balanceLeads === 0 && (
            <Text size="sm" c="dimmed">
              No leads are left. A start buys {leadsText(topUp.leadsToBuy)}.
            </Text>
          )}
          {rights.mayGiveBack && topUp.balanceLeads > 0 && !isAsking && (
            <Group>
              <Button variant="default" onClick={() => setAsking(true)}>
                Give leads back
              </Button>
            </Group>
          )}
          {isAsking && (
            <GiveBack
              row={row}
              onClose={() => {
                setAsking(false)
                again()
              }}
            />
          )}
        </Stack>
      )}
    </Dialog>
  )
}

/** Asks once more, in place, with the amount and where it goes. */
function GiveBack({ row, onClose }: { row: CampaignRow; onClose: () => void }) {
  const refund = useSend('campaigns.refundTopUp')
  const estimate = useSWR(
    ['refund-estimate', row.id],
    ([, campaignId]) => send('campaigns.estimateRefundTopUp', { campaignId }),
    { revalidateOnFocus: false },
  )
  // An earlier look may tell of another amount.
  const shown = estimate.isValidating ? undefined : estimate.data
  const [failure, setFailure] = useState('')
  const fault = failure || (estimate.error === undefined ? '' : messageOf(estimate.error))
  const giveBack = async () => {
    if (!shown) return
    setFailure('')
    try {
      const { status, message } = await refund.send({ campaignId: row.id, refundAmount: String(shown.refundAmount) })
      notify(status === 'failed' ? 'danger' : 'success', message)
      onClose()
    } catch (error) {
      setFailure(messageOf(error))
      await estimate.mutate()
    }
  }
  const count = shown ? shown.remainingLeads - shown.nonRefundable : 0
  return (
    <Alert color="yellow" title="Give leads back" role="alertdialog" aria-label="Give leads back">
      {!shown && !fault && <SkeletonLines rows={2} height={16} />}
      {shown && count > 0 && (
        <Text size="sm">
          {leadsText(count)} go back for {dollarText(shown.refundAmount)}
          {shown.refundTo.length > 0 && `, to ${shown.refundTo.join(' and ')}`}. Fees are not refunded, and the campaign
          buys no more by itself. It cannot be undone.
        </Text>
      )}
      {shown && count === 0 && <Text size="sm">Nothing of what is left can go back.</Text>}
      {shown && shown.nonRefundable > 0 && (
        <Text size="sm" mt="xs">
          {leadsText(shown.nonRefundable)} stay: they were not paid by card or wallet here.
        </Text>
      )}
      {row.status === 'active' && (
        <Text size="sm" mt="xs">
          Pause the campaign first.
        </Text>
      )}
      {fault && (
        <Text size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
          {fault}
        </Text>
      )}
      {!shown && fault && !estimate.isValidating && (
        <Button mt="sm" size="xs" variant="default" onClick={() => void estimate.mutate()}>
          Try again
        </Button>
      )}
      <Group gap="xs" mt="sm">
        <Button variant="default" onClick={onClose} disabled={refund.sending}>
          Cancel
        </Button>
        {shown && count > 0 && (
          <Button
            color="red"
            loading={refund.sending}
            disabled={row.status === 'active'}
            onClick={() => void giveBack()}
          >
            Refund {dollarText(shown.refundAmount)}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
