import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { failureText } from '../../api/api-error.ts'
import { useMe } from '../../api/session-store.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import type { RowAction } from '../../ui/data-table/table-types.ts'
import { notify } from '../../ui/notify.tsx'
import type { StaffRow } from './use-staff-form.ts'

type Handlers = {
  onEdit: (row: StaffRow) => void
  onChanged: () => void
  more?: ((row: StaffRow) => RowAction[]) | undefined
}
const ICON = 16

/** What may be done with a person of the list; what the person in front of it may not do is not there. */
export function useStaffActions({ onEdit, onChanged, more }: Handlers) {
  const me = useMe()
  const may = useMay()
  const invitation = useSend('companies.resendInvitation')
  const removal = useSend('companies.remove')
  const invite = async (row: StaffRow) => {
    try {
      const { message } = await invitation.send({ companyId: row.companyId, userId: row.id })
      notify('success', message)
    } catch (error) {
      notify('danger', failureText(error))
    }
  }
  const remove = async (row: StaffRow) => {
    const isSure = await confirm({
      title: `Delete ${row.name}?`,
      confirmLabel: 'Delete',
      danger: true,
      children: `${row.name} is logged out at once and cannot log in any more. The e-mail address may be used again.`,
    })
    if (!isSure) return
    try {
      const { message } = await removal.send({ companyId: row.companyId, userId: row.id })
      notify('success', message)
      onChanged()
    } catch (error) {
      notify('danger', failureText(error))
    }
  }
  return (row: StaffRow): RowAction[] => [
    ...(may('client:update', 'PUT')
      ? [{ key: 'edit', label: 'Edit', icon: <IconPencil size={ICON} />, onClick: () => onEdit(row), why: row.whyNot }]
      : []),
    ...(more?.(row) ?? []),
    ...(may('client:update', 'POST') && row.isInvited
      ? [
          {
            key: 'invite',
            label: 'Send invitation again',
            icon: <IconMail size={ICON} />,
            onClick: () => void invite(row),
          },
        ]
      : []),
    ...(may('client:delete', 'DELETE') && row.id !== me.id
      ? [
          {
            key: 'delete',
            label: 'Delete',
            icon: <IconTrash size={ICON} />,
            danger: true,
            onClick: () => void remove(row),
            why: row.whyNot,
          },
        ]
      : []),
  ]
}
