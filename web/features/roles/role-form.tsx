import { Button, Checkbox, SegmentedControl, Stack, Table, TextInput, VisuallyHidden } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { moduleNames } from '#shared/access/modules.ts'
import { menuModules } from '#shared/access/viewer.ts'
import { failureText, fieldsOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import type { Input, Output } from '../../api/terms.ts'
import { useSend } from '../../api/use-send.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { notify } from '../../ui/notify.tsx'
import { onlyChanged } from '../../ui/only-changed.ts'
import { SidePanel } from '../../ui/side-panel.tsx'
import { RoleIcon, type RoleIconName, roleIcons, toIconName } from './role-icon.tsx'

export type RoleRow = Output<'roles.list'>['roles'][number]
type Given = Input<'roles.save'>['roleData'][number]
const flags = [
  { key: 'enablePermission', label: 'Open' },
  { key: 'createPermission', label: 'Create' },
  { key: 'updatePermission', label: 'Update' },
  { key: 'deletePermission', label: 'Delete' },
] as const
type Flag = (typeof flags)[number]['key']

type Entry = Record<Flag, boolean> & Pick<Given, 'moduleName'>

const blank = (moduleName: Entry['moduleName']): Entry => ({
  moduleName,
  enablePermission: false,
  createPermission: false,
  updatePermission: false,
  deletePermission: false,
})
const startOf = (role: RoleRow | undefined): Entry[] =>
  menuModules.map((module) => {
    const name = moduleNames[module]
    const found = role?.roleData.find(({ moduleName }) => moduleName === name)
    return found ? { ...found, moduleName: name } : blank(name)
  })

/** What is under a module that cannot be opened cannot be done, and the person who may change it must open it. */
function toggle(entry: Entry, flag: Flag, isOn: boolean): Entry {
  if (flag === 'enablePermission' && !isOn) return blank(entry.moduleName)
  return { ...entry, [flag]: isOn, ...(isOn && { enablePermission: true }) }
}

function Modules({ value, onChange }: { value: Entry[]; onChange: (next: Entry[]) => void }) {
  return (
    <Table verticalSpacing="xs" horizontalSpacing={6} aria-label="Modules">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Module</Table.Th>
          {flags.map(({ key, label }) => (
            <Table.Th key={key}>{label}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {value.map((entry) => (
          <Table.Tr key={entry.moduleName}>
            <Table.Th scope="row">{entry.moduleName}</Table.Th>
            {flags.map(({ key, label }) => (
              <Table.Td key={key}>
                <Checkbox
                  aria-label={`${entry.moduleName}: ${label.toLowerCase()}`}
                  checked={entry[key]}
                  onChange={({ currentTarget }) =>
                    onChange(value.map((each) => (each === entry ? toggle(entry, key, currentTarget.checked) : each)))
                  }
                />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Icons({ value, onChange }: { value: RoleIconName; onChange: (name: RoleIconName) => void }) {
  return (
    <SegmentedControl
      aria-label="Icon"
      value={value}
      onChange={(name) => onChange(toIconName(name))}
      data={Object.entries(roleIcons).map(([name, { label }]) => ({
        value: name,
        label: (
          <>
            <RoleIcon name={name} />
            <VisuallyHidden>{label}</VisuallyHidden>
          </>
        ),
      }))}
    />
  )
}

type Props = { role?: RoleRow | undefined; onClose: () => void; onSaved: () => void }

/** Makes or edits a role beside its list. */
export default function RoleForm({ role, onClose, onSaved }: Props) {
  const me = useMe()
  const [isOpen, setOpen] = useState(true)
  const [name, setName] = useState(role?.roleName ?? '')
  // The row may be another one by the time that this is saved.
  const [began] = useState(() => ({
    name: role?.roleName ?? '',
    icon: toIconName(role?.roleIcon ?? 'user'),
    entries: startOf(role),
  }))
  const [icon, setIcon] = useState(began.icon)
  const [entries, setEntries] = useState(began.entries)
  const [fault, setFault] = useState<string | null>(null)
  const { send, sending } = useSend('roles.save')
  const changed = entries.flatMap((entry, at) => {
    const flags = onlyChanged(began.entries[at] ?? entry, entry)
    return Object.keys(flags).length > 0 ? [{ ...flags, moduleName: entry.moduleName }] : []
  })
  const isDirty = name !== began.name || icon !== began.icon || changed.length > 0

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = name.trim() === '' ? 'Enter a name for the role.' : null
    setFault(missing)
    if (missing) return
    try {
      const { message } = await send(
        role
          ? {
              companyId: me.companyId,
              roleId: role.roleId,
              // A right that somebody else took from the role meanwhile does not come back with this.
              ...(name.trim() !== began.name && { roleName: name.trim() }),
              ...(icon !== began.icon && { roleIcon: icon }),
              roleData: changed,
            }
          : { companyId: me.companyId, roleName: name.trim(), roleIcon: icon, roleData: entries },
      )
      notify('success', message)
      setOpen(false)
      onSaved()
    } catch (error) {
      setFault(fieldsOf(error)?.roleName ?? null)
      notify('danger', failureText(error))
    }
  }

  const title = role ? `Edit ${role.roleName}` : 'New role'
  return (
    <SidePanel
      opened={isOpen}
      isDirty={isDirty}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title={title}
    >
      <form onSubmit={(event) => void submit(event)} noValidate aria-label={title}>
        <Stack gap="md">
          <TextInput
            label="Name"
            required
            maxLength={60}
            autoComplete="off"
            data-autofocus
            value={name}
            error={fault}
            onChange={({ currentTarget }) => {
              setName(currentTarget.value)
              setFault(null)
            }}
          />
          <Icons value={icon} onChange={setIcon} />
          <Modules value={entries} onChange={setEntries} />
          <FormButtons>
            <CancelButton onCancel={() => setOpen(false)} />
            <Button type="submit" loading={sending}>
              Save
            </Button>
          </FormButtons>
        </Stack>
      </form>
    </SidePanel>
  )
}
