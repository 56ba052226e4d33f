import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import type { Output } from '../../api/terms.ts'
import { useSend } from '../../api/use-send.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { refusalOf } from './mends.ts'
import type { CampaignRow } from './use-campaign-list.ts'

export type GroupRow = Output<'campaigns.listGroups'>['params'][number]
type Props = { row: CampaignRow; groups: readonly GroupRow[]; onClose: () => void }

const NO_GROUP = 'none'

/** Sorts a campaign into a group, or out of all of them. */
export default function MoveToGroup({ row, groups, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const [group, setGroup] = useState(row.groupId || NO_GROUP)
  const [fault, setFault] = useState('')
  const { send, sending } = useSend('campaigns.update')
  const save = async () => {
    setFault('')
    try {
      await send({ campaignId: row.id, companyGroupId: group === NO_GROUP ? '' : group })
      notify('success', `Moved ${row.campaignName}.`)
      setOpen(false)
    } catch (error) {
      setFault(refusalOf(error).message)
    }
  }
  return (
    <Dialog
      opened={isOpen}
      onClose={() => setOpen(false)}
      isDirty={group !== (row.groupId || NO_GROUP)}
      onExitTransitionEnd={onClose}
      title={`Move ${row.campaignName} to a group`}
      actions={
        <>
          <CancelButton onCancel={() => setOpen(false)} />
          <Button loading={sending} onClick={() => void save()}>
            Move
          </Button>
        </>
      }
    >
      <Select
        label="Group"
        data-autofocus
        allowDeselect={false}
        searchable={groups.length > 8}
        data={[
          { value: NO_GROUP, label: 'No group' },
          ...groups.map(({ id, groupName }) => ({ value: id, label: groupName })),
        ]}
        value={group}
        error={fault}
        onChange={(id) => setGroup(id ?? NO_GROUP)}
      />
    </Dialog>
  )
}
