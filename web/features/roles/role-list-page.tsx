import { Badge, Button, Group } from '@mantine/core'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { messageOf } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column, RowAction } from '../../ui/data-table/table-types.ts'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import type { RoleRow } from './role-form.tsx'
import { RoleIcon } from './role-icon.tsx'

const RoleForm = lazy(() => import('./role-form.tsx'))
const ICON = 16

function Rights({ role }: { role: RoleRow }) {
  const open = role.roleData.filter(({ enablePermission }) => enablePermission)
  if (open.length === 0) return '—'
  return (
    <Group gap="xs">
      {open.map(({ moduleName, createPermission, updatePermission, deletePermission }) => {
        const may = [createPermission, updatePermission, deletePermission]
        const extent = may.every(Boolean) ? 'all' : may.includes(true) ? 'some' : 'read only'
        return (
          <Badge key={moduleName} variant="light" size="sm" color={extent === 'all' ? 'green' : 'gray'}>
            {moduleName}: {extent}
          </Badge>
        )
      })}
    </Group>
  )
}

const columns: Column<RoleRow>[] = [
  {
    key: 'name',
    label: 'Role',
    card: 'title',
    render: (role) => (
      <Group gap="xs" wrap="nowrap">
        <RoleIcon name={role.roleIcon} />
        {role.roleName}
      </Group>
    ),
  },
  { key: 'rights', label: 'May open', card: 'fact', render: (role) => <Rights role={role} /> },
]

/** The roles that a company gives its people. */
export default function RoleListPage() {
  const me = useMe()
  const may = useMay()
  const { data, error, reload } = useCall('roles.list', {
    companyId: me.companyId,
    getType: 'getrole',
    roleId: 'none',
    userId: me.id,
  })
  const removal = useSend('roles.remove')
  const [editing, setEditing] = useState<{ role?: RoleRow | undefined } | null>(null)

  const remove = async (role: RoleRow) => {
    const isSure = await confirm({
      title: `Delete ${role.roleName}?`,
      confirmLabel: 'Delete',
      danger: true,
      children: 'The role is gone for good. Nobody who has one may be without it: give them another one first.',
    })
    if (!isSure) return
    try {
      const { message } = await removal.send({ companyId: me.companyId, roleId: role.roleId })
      notify('success', message)
    } catch (failure) {
      notify('danger', messageOf(failure))
    }
  }
  const actions = (role: RoleRow): RowAction[] => [
    ...(may('role:update', 'PUT')
      ? [{ key: 'edit', label: 'Edit', icon: <IconPencil size={ICON} />, onClick: () => setEditing({ role }) }]
      : []),
    ...(may('role:update', 'DELETE')
      ? [
          {
            key: 'delete',
            label: 'Delete',
            icon: <IconTrash size={ICON} />,
            danger: true,
            onClick: () => void remove(role),
          },
        ]
      : []),
  ]
  const mayAdd = may('role:update', 'PUT')
  return (
    <Page
      title="Role List"
      description="What people of your company may open and change. A person without a role may do everything."
      action={
        <>
          <Button component={Link} to={pathTo('administratorList')} variant="default">
            Administrators
          </Button>
          {mayAdd && <Button onClick={() => setEditing({})}>Add role</Button>}
        </>
      }
    >
      <DataTable
        label="Roles"
        columns={columns}
        rows={data?.roles}
        keyOf={({ roleId }) => roleId}
        nameOf={({ roleName }) => roleName}
        actions={actions}
        error={
          error === undefined
            ? undefined
            : { title: 'The roles could not be loaded', text: messageOf(error), onRetry: () => void reload() }
        }
        empty={{
          title: 'No roles yet',
          text: 'A role says what the people who have it may open and change.',
          ...(mayAdd && { action: <Button onClick={() => setEditing({})}>Add role</Button> }),
        }}
      />
      <Suspense fallback={null}>
        {editing && <RoleForm role={editing.role} onClose={() => setEditing(null)} onSaved={() => undefined} />}
      </Suspense>
    </Page>
  )
}
