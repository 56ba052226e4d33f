import type { ComponentProps } from 'react'
import { messageOf } from '../../api/api-error.ts'
import {
  BulkDialog as AnyBulkDialog,
  type Change as AnyChange,
  type Failure as AnyFailure,
} from '../../ui/bulk-dialog.tsx'
import type { CompanyRow } from './use-company-list.ts'

export type Change = Pick<AnyChange, 'steps' | 'run'> & { row: CompanyRow }
export type Failure = Pick<AnyFailure, 'reason'> & { row: CompanyRow }

type Props = Omit<ComponentProps<typeof AnyBulkDialog>, 'nouns' | 'reasonOf' | 'changes' | 'refused'> & {
  changes: readonly Change[]
  refused?: readonly Failure[]
}

const named = <Part extends object>({ row, ...part }: Part & { row: CompanyRow }) => ({
  ...part,
  id: row.companyId,
  name: row.companyName,
})

/** Changes many companies at once. */
export const BulkDialog = ({ changes, refused = [], ...dialog }: Props) => (
  <AnyBulkDialog
    {...dialog}
    nouns={['company', 'companies']}
    reasonOf={messageOf}
    changes={changes.map(named)}
    refused={refused.map(named)}
  />
)
