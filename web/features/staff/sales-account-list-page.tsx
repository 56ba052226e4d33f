import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import type { RowAction } from '../../ui/data-table/table-types.ts'
import { copyReferralLink } from './referral-link.ts'
import { salesColumns } from './staff-columns.tsx'
import { StaffList, useStaffState } from './staff-list.tsx'
import type { StaffRow } from './use-staff-form.ts'

const linkOf = (row: StaffRow): RowAction[] =>
  row.isInvited
    ? []
    : [
        {
          key: 'link',
          label: 'Copy referral link',
          icon: <IconLink size={16} />,
          onClick: () => void copyReferralLink(row.id, `The referral link of ${row.name} was copied.`),
        },
      ]

/** The sales people of a root. */
export default function SalesAccountListPage() {
  const me = useMe()
  const state = useStaffState()
  const { search, page, perPage } = state
  const list = useCall('sales.accounts', { companyId: me.companyId, search, page, perPage }, { keep: true })
  return (
    <StaffList
      title="Sales Account List"
      description="The people who bring agencies to your platform and look after them."
      label="Sales accounts"
      addLabel="Add sales person"
      nobody="No sales people yet"
      columns={salesColumns}
      subject={{ kind: 'sales', isRoot: true }}
      list={list}
      state={state}
      moreActions={linkOf}
    />
  )
}
