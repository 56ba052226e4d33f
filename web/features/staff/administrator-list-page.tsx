import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { administratorColumns } from './staff-columns.tsx'
import { StaffList, useStaffState } from './staff-list.tsx'

/** The people who run a company. */
export default function AdministratorListPage() {
  const me = useMe()
  const state = useStaffState()
  const { search, page, perPage } = state
  const list = useCall('staff.list', { companyId: me.companyId, search, page, perPage }, { keep: true })
  return (
    <StaffList
      title="Administrator List"
      description="The people who run your company, and what they may do."
      label="Administrators"
      addLabel="Add administrator"
      nobody="No administrators yet"
      columns={administratorColumns}
      subject={{ kind: 'administrators', isRoot: me.isRootCompany }}
      list={list}
      state={state}
      links={
        <Button component={Link} to={pathTo('roleList')} variant="default">
          Roles
        </Button>
      }
    />
  )
}
