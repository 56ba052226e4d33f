import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs'
import { failureText, messageOf } from '../../api/api-error.ts'
import { useSend } from '../../api/use-send.ts'
import type { RowAction } from '../../ui/data-table/table-types.ts'
import { notify } from '../../ui/notify.tsx'
import { useAgreement } from './use-agreement.ts'
import type { CompanyRow } from './use-company-list.ts'
import { useRights } from './use-rights.ts'

export type RowHandlers = {
  onEdit: (row: CompanyRow) => void
  onEnd: (row: CompanyRow) => void
  /** Only where a client can be added below the row. */
  onAddClient?: (row: CompanyRow) => void
  /** Begins the look, and goes to where it starts. */
  onViewAs: (userId: string) => Promise<void>
  /** What other parts of the platform do with a row. */
  more?: MoreActions | undefined
}
export type MoreActions = (row: CompanyRow) => RowAction[]

const ICON = 16

/** The agreements that a company of this kind has with those above it. */
const agreementsOf = ({ userType }: CompanyRow) =>
  userType === 'agency'
    ? ([
        { kind: 'default_agency', label: 'Download agreement' },
        { kind: 'minimum_spend_v2', label: 'Download minimum-spend addendum' },
      ] as const)
    : ([{ kind: 'default_client', label: 'Download agreement' }] as const)

/** What the person may do with a row; what they may not is not there. */
export function useRowActions({ onEdit, onEnd, onAddClient, onViewAs, more }: RowHandlers) {
  const rights = useRights()
  const invitation = useSend('companies.resendInvitation')
  const openAgreement = useAgreement()
  const invite = async (row: CompanyRow) => {
    try {
      const { message } = await invitation.send({ companyId: row.companyId, userId: row.id })
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
            key: 'view',
            label: 'View as',
            icon: <IconEye size={ICON} />,
            // Anybody who has no password yet cannot log in, so there is nothing to see.
            disabled: row.isInvited,
            onClick: () => void look(row),
          },
        ]
      : []),
    ...(rights.mayUpdate
      ? [{ key: 'edit', label: 'Edit', icon: <IconPencil size={ICON} />, onClick: () => onEdit(row) }]
      : []),
    ...(rights.mayCreate && onAddClient
      ? [{ key: 'add', label: 'Add client', icon: <IconUserPlus size={ICON} />, onClick: () => onAddClient(row) }]
      : []),
    ...(rights.mayInvite && row.isInvited
      ? [
          {
            key: 'invite',
            label: 'Send invitation again',
            icon: <IconMail size={ICON} />,
            onClick: () => void invite(row),
          },
        ]
      : []),
    ...(more?.(row) ?? []),
    ...(rights.mayDownload
      ? agreementsOf(row).map(({ kind, label }) => ({
          key: kind,
          label,
          icon: <IconDownload size={ICON} />,
          onClick: () => void openAgreement(row.id, kind),
        }))
      : []),
    ...(rights.mayDelete
      ? [{ key: 'delete', label: 'Delete', icon: <IconTrash size={ICON} />, danger: true, onClick: () => onEnd(row) }]
      : []),
  ]
}
