import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import classes from './groups-dialog.module.css'

type GroupRow = Output<'campaigns.listGroups'>['params'][number]

function useSaveGroup(companyId: string, onSaved: () => void) {
  const { send, sending } = useSend('campaigns.saveGroup')
  const [fault, setFault] = useState('')
  const save = async (companyGroupName: string, companyGroupId = '') => {
    setFault('')
    try {
      const { message } = await send({ companyId, companyGroupName, companyGroupId })
      notify('success', message)
      onSaved()
    } catch (error) {
      const fields = fieldsOf(error) ?? {}
      setFault(fields.companyGroupName ?? messageOf(error))
    }
  }
  return { save, sending, fault, setFault }
}

function NameForm({
  name,
  label,
  onSave,
  fault,
  sending,
  field,
}: {
  field?: RefObject<HTMLInputElement | null>
  name: string
  label: string
  onSave: (name: string) => void
  fault: string
  sending: boolean
}) {
  const [text, setText] = useState(name)
  useLeaveGuard(text !== name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave(text.trim())
  }
  return (
    <Group component="form" gap="xs" align="flex-start" wrap="nowrap" onSubmit={submit}>
      <TextInput
        aria-label={label}
        placeholder={label}
        flex={1}
        maxLength={80}
        value={text}
        error={fault}
        data-autofocus
        ref={field}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={sending} leftSection={<IconCheck size={16} />}>
        Save
      </Button>
    </Group>
  )
}

type Mode = 'shown' | 'named' | 'asked'

/** What was pressed is gone when the row changes: the keyboard goes on in what took its place, and back. */
function useFocusOf(mode: Mode) {
  const name = useRef<HTMLInputElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const rename = useRef<HTMLButtonElement>(null)
  const remove = useRef<HTMLButtonElement>(null)
  const before = useRef(mode)
  useEffect(() => {
    if (before.current === mode) return
    const next = { named: name, asked: cancel, shown: before.current === 'named' ? rename : remove }[mode]
    before.current = mode
    next.current?.focus()
  }, [mode])
  return { name, cancel, rename, remove }
}

type ItemProps = {
  group: GroupRow
  mayChange: boolean
  mayRemove: boolean
  onChanged: () => void
  onRemoved: () => void
}

function GroupItem({ group, mayChange, mayRemove, onChanged, onRemoved }: ItemProps) {
  const me = useMe()
  const [mode, setMode] = useState<Mode>('shown')
  const focus = useFocusOf(mode)
  const { save, sending, fault } = useSaveGroup(me.companyId, () => {
    setMode('shown')
    onChanged()
  })
  const removal = useSend('campaigns.removeGroup')
  const remove = async () => {
    try {
      notify('success', (await removal.send({ companyGroupId: group.id })).message)
      onRemoved()
    } catch (error) {
      notify('danger', messageOf(error))
    }
  }
  if (mode === 'named')
    return (
      <NameForm
        field={focus.name}
        name={group.groupName}
        label="Name of the group"
        fault={fault}
        sending={sending}
        onSave={(name) => void save(name, group.id)}
      />
    )
  if (mode === 'asked')
    return (
      <Group gap="xs" justify="space-between">
        <Text size="sm">Delete {group.groupName}? Its campaigns stay, in no group.</Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" ref={focus.cancel} onClick={() => setMode('shown')}>
            Cancel
          </Button>
          <Button size="compact-sm" color="red" loading={removal.sending} onClick={() => void remove()}>
            Delete
          </Button>
        </Group>
      </Group>
    )
  return (
    <div className={classes.group}>
      <span dir="auto">{group.groupName}</span>
      <Group gap={2} wrap="nowrap">
        {mayChange && (
          <ActionIcon ref={focus.rename} aria-label={`Rename ${group.groupName}`} onClick={() => setMode('named')}>
            <IconPencil size={16} />
          </ActionIcon>
        )}
        {mayRemove && (
          <ActionIcon
            ref={focus.remove}
            aria-label={`Delete ${group.groupName}`}
            color="red"
            onClick={() => setMode('asked')}
          >
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </Group>
    </div>
  )
}

/** The groups that a company sorts its campaigns into. */
export default function GroupsDialog({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const may = useMay()
  const [isOpen, setOpen] = useState(true)
  const [made, setMade] = useState(0)
  const found = useCall('campaigns.listGroups', { companyId: me.companyId, userModule: 'LeadsPeek' })
  const { data, reload } = found
  const mayChange = may('group:update', 'PUT')
  const mayRemove = may('group:update', 'DELETE')
  const newName = useRef<HTMLInputElement>(null)
  const removed = () => {
    newName.current?.focus()
    void reload()
  }
  // A group that was made leaves an empty field for the next one.
  useEffect(() => void (made > 0 && newName.current?.focus()), [made])
  const { save, sending, fault } = useSaveGroup(me.companyId, () => {
    setMade(made + 1)
    void reload()
  })
  return (
    <Dialog opened={isOpen} onClose={() => setOpen(false)} onExitTransitionEnd={onClose} title="Groups of campaigns">
      <Stack gap="md">
        <NotYet of={found} title="The groups could not be loaded" rows={3} />
        {data?.params.length === 0 && (
          <Text size="sm" c="dimmed">
            No groups yet. Campaigns are easier to find when they are sorted.
          </Text>
        )}
        {data && data.params.length > 0 && (
          <ul className={classes.groups} aria-label="Groups">
            {data.params.map((group) => (
              <li key={group.id}>
                <GroupItem
                  group={group}
                  mayChange={mayChange}
                  mayRemove={mayRemove}
                  onChanged={() => void reload()}
                  onRemoved={removed}
                />
              </li>
            ))}
          </ul>
        )}
        {mayChange && (
          <NameForm
            key={made}
            field={newName}
            name=""
            label="New group"
            fault={fault}
            sending={sending}
            onSave={(name) => void save(name)}
          />
        )}
      </Stack>
    </Dialog>
  )
}
