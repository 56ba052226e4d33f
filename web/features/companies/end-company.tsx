import { Button, List, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { foldText } from '#shared/model/node.ts'
import { REMOVED_KEPT_DAYS } from '#shared/retention.ts'
import { failureText } from '../../api/api-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useSend } from '../../api/use-send.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { notify } from '../../ui/notify.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import type { CompanyRow } from './use-company-list.ts'

type Props = { row: CompanyRow; onClose: () => void; onEnded: () => void }

/** Says what will become of people, campaigns and money before a company is ended, or why it cannot be. */
export default function EndCompany({ row, onClose, onEnded }: Props) {
  const [isOpen, setOpen] = useState(true)
  const campaigns = useCall('companies.showCampaigns', { companyId: row.companyId })
  const { send, sending } = useSend('companies.remove')
  const all = campaigns.data?.data
  const running = all?.filter(({ status }) => status === 'active') ?? []
  const owes = row.paymentStatus === 'failed'
  const mayEnd = all !== undefined && running.length === 0 && !owes
  // With an agency end its clients and its address: nobody does that by a wrong click.
  const [typed, setTyped] = useState('')
  const isMeant = row.userType === 'client' || foldText(typed.trim()) === foldText(row.companyName.trim())

  const end = async () => {
    try {
      const { message } = await send({ companyId: row.companyId, userId: row.id })
      notify('success', message)
      setOpen(false)
      onEnded()
    } catch (error) {
      notify('danger', failureText(error))
    }
  }

  return (
    <Dialog
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title={`Delete ${row.companyName}?`}
      actions={
        <>
          <Button variant="default" onClick={() => setOpen(false)} data-autofocus>
            {mayEnd ? 'Cancel' : 'Close'}
          </Button>
          {mayEnd && (
            <Button color="red" loading={sending} disabled={!isMeant} onClick={() => void end()}>
              Delete
            </Button>
          )}
        </>
      }
    >
      {!all && campaigns.error === undefined && <SkeletonLines rows={3} />}
      {!all && campaigns.error !== undefined && (
        <ErrorState title="Its campaigns could not be looked up" onRetry={() => void campaigns.reload()}>
          Nothing was deleted.
        </ErrorState>
      )}
      {running.length > 0 && (
        <Stack gap="xs">
          <Text size="sm">These campaigns are active. Stop them first:</Text>
          <List size="sm">
            {running.map(({ campaignNumber, campaignName, companyName }) => (
              <List.Item key={campaignNumber}>
                {campaignName} ({companyName})
              </List.Item>
            ))}
          </List>
        </Stack>
      )}
      {all && owes && (
        <Text size="sm" mt={running.length > 0 ? 'md' : 0}>
          A payment of {row.companyName} failed and is still owed. Settle it first.
        </Text>
      )}
      {mayEnd && <Consequences row={row} campaigns={all.length} />}
      {mayEnd && row.userType !== 'client' && (
        <TextInput
          mt="md"
          label={`Type the agency's name, ${row.companyName}, to delete it`}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
    </Dialog>
  )
}

function Consequences({ row, campaigns }: { row: CompanyRow; campaigns: number }) {
  const isAgency = row.userType === 'agency'
  const stay = campaigns === 1 ? 'One campaign stays' : `${campaigns === 50 ? 'Its' : campaigns} campaigns stay`
  return (
    <List size="sm" spacing="xs">
      <List.Item>
        {isAgency
          ? 'Its people, and the people of its clients, can no longer log in.'
          : `${row.name} can no longer log in, and the e-mail address may be used again.`}
      </List.Item>
      {isAgency && row.subdomain && <List.Item>{row.subdomain} stops answering and becomes free.</List.Item>}
      {campaigns > 0 && <List.Item>{stay} stopped, and cannot be started again.</List.Item>}
      <List.Item>
        Bills are kept. Leads, people and files are erased after {REMOVED_KEPT_DAYS} days. Nothing is refunded, not even
        leads that are paid for and did not come.
      </List.Item>
    </List>
  )
}
