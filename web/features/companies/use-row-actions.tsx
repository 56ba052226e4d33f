import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs'
import { messageOf } from '../../api/api-error.ts'
import { useSend } from '../../api/use-send.ts'
import type { RowAction } from '../../ui/data-table/table-types.ts'
import { notify } from '../../ui/notify.tsx'
import { failureText } from './use-company-form.ts'
import type { CompanyRow } from './use-company-list.ts'
import { useRights } from './use-rights.ts'

export type RowHandlers = {
  onEdit: (row: CompanyRow) => void
  onEnd: (row: CompanyRow) => void
  /** Only where a client can be added below the row. */
  onAddClient?: (row: CompanyRow) => void
  /** Begins the look, and goes to where it starts. */
  onViewAs: (userId: string) => Promise<void>
}

const ICON = 16

/** What the person may do with a row; what they may not is not there. */
export function useRowActions({ onEdit, onEnd, onAddClient, onViewAs }: RowHandlers) {
  const rights = useRights()
  const invitation = useSend('clients.resendInvitation')
  const invite = async (row: CompanyRow) => {
    try {
      const { message } = await invitation.send({ companyID: row.company_id, userID: row.id })
      notify('success', message)
    } catch (error) {
      notify('danger', failureText(error))
    }
  }
  const look = (row: CompanyRow) => onViewAs(row.id).catch((error: unknown) => notify('danger', messageOf(error)))
  return (row: CompanyRow): RowAction[] => [
    ...(rights.mayViewAs
      ? [
          {
            ...{ key: 'view', label: 'View as', icon: <IconEye size={ICON} /> },
            // Whoever has no password yet cannot log in, so there is nothing to see.
            ...{ disabled: row.is_invited, onClick: () => void look(row) },
          },
        ]
      : []),
    ...(rights.mayUpdate
      ? [{ key: 'edit', label: 'Edit', icon: <IconPencil size={ICON} />, onClick: () => onEdit(row) }]
      : []),
    ...(rights.mayCreate && onAddClient
      ? [{ key: 'add', label: 'Add client', icon: <IconUserPlus size={ICON} />, onClick: () => onAddClient(row) }]
      : []),
    ...(rights.mayUpdate && row.is_invited
      ? [
          {
            ...{ key: 'invite', label: 'Send invitation again', icon: <IconMail size={ICON} /> },
            onClick: () => void invite(row),
          },
        ]
      : []),
    ...(rights.mayDelete
      ? [{ key: 'delete', label: 'Delete', icon: <IconTrash size={ICON} />, danger: true, onClick: () => onEnd(row) }]
      : []),
  ]
}
