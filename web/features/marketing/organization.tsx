import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { cutText } from '#shared/text.ts'
import { messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Facts } from '../../ui/facts.tsx'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'

type Organization = NonNullable<Output<'marketing.organization'>['data']>
/** `personId`: the company's main person, by whom its form is kept. */
type Props = { companyId: string; companyName: string; personId: string; isClient: boolean }

const notes = {
  kept: null,
  entered: 'This id was entered by hand. Its record was not made here, so it is neither shown nor removed from here.',
  missing: 'The ad partner knows no record of this id.',
} as const

/** For a record that was made at the partner before: nobody makes it a second time. */
function EnterId({ personId, onSaved }: { personId: string; onSaved: () => void }) {
  const { send, sending } = useSend('companies.update')
  const [id, setId] = useState('')
  const [fault, setFault] = useState('')
  const settle = useLeaveGuard(id !== '')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (id.trim() === '') return setFault('Enter the id of the record.')
    try {
      const { message } = await send({ clientId: personId, action: 'downline', externalOrganizationId: id })
      notify('success', message)
      settle()
    } catch (failure) {
      notify('danger', messageOf(failure))
    }
    onSaved()
  }
  return (
    <form noValidate aria-label="Id of a record at the ad partner" onSubmit={(event) => void save(event)}>
      <Group gap="xs" align="flex-end">
        <TextInput
          label="Id of a record that is there already"
          maxLength={64}
          autoComplete="off"
          value={id}
          error={fault || undefined}
          onChange={(event) => {
            setFault('')
            setId(event.currentTarget.value)
          }}
        />
        <Button type="submit" variant="default" loading={sending}>
          Save id
        </Button>
      </Group>
    </form>
  )
}

/** The record of a company at the ad partner; nothing where the platform has no partner. */
export function MarketingOrganization({ companyId, companyName, personId, isClient }: Props) {
  const me = useMe()
  const may = useMay()
  const asked = useCall('marketing.organization', { companyId })
  const { data, reload } = asked
  const creating = useSend('marketing.createOrganization')
  const removing = useSend('marketing.removeOrganization')
  // What stays at another company outlives a look through somebody's eyes.
  const isOurs = companyId !== me.companyId && !me.isViewMode

  const act = async (work: () => Promise<{ message: string }>) => {
    try {
      notify('success', (await work()).message)
    } catch (failure) {
      notify('danger', messageOf(failure))
    }
    void reload()
  }
  const create = () => act(() => creating.send({ companyId, name: cutText(companyName, 120) }))
  const remove = async ({ id, record }: Organization) => {
    const isKept = record === 'kept'
    const isSure = await confirm({
      title: isKept ? `Remove the record of ${companyName}?` : `Forget the id ${id}?`,
      children: isKept
        ? 'It is removed at the ad partner too. Campaigns that carry its id keep it.'
        : 'Nothing changes at the ad partner. Campaigns that carry the id keep it.',
      confirmLabel: isKept ? 'Remove' : 'Forget',
      danger: true,
    })
    if (isSure) await act(() => removing.send({ companyId }))
  }
  if (data && !data.available) return null
  const found = data?.data
  return (
    <Paper p="lg" withBorder component="section" aria-label="Ad partner">
      <Stack gap="md">
        <Group justify="space-between" gap="md">
          <div>
            <Title order={2} size="h5">
              Ad partner
            </Title>
            <Text size="sm" c="dimmed">
              The record of ads and data there. {isClient && 'New campaigns that name no other one carry its id.'}
            </Text>
          </div>
          {isOurs && data && !found && may('organization:update', 'POST') && (
            <Button variant="default" loading={creating.sending} onClick={() => void create()}>
              Create record
            </Button>
          )}
          {isOurs && found && may('organization:update', 'DELETE') && (
            <Button color="red" variant="outline" loading={removing.sending} onClick={() => void remove(found)}>
              {found.record === 'kept' ? 'Remove' : 'Forget'}
            </Button>
          )}
        </Group>
        <NotYet of={asked} title="The ad partner could not be asked" rows={2} height={24} />
        {found && (
          <Facts
            facts={[
              { label: 'Organization', value: <CopyText value={found.id} label="the id of the organization" /> },
              ...(found.record === 'kept' ? [{ label: 'Name there', value: found.name }] : []),
            ]}
          />
        )}
        {isOurs && data && !found && may('client:update', 'PUT') && (
          <EnterId personId={personId} onSaved={() => void reload()} />
        )}
        {found && notes[found.record] && <Text size="sm">{notes[found.record]}</Text>}
      </Stack>
    </Paper>
  )
}
