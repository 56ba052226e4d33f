import { useSend } from '../../api/use-send.ts'
import { BulkDialog, type Change } from './bulk-dialog.tsx'
import type { CompanyRow } from './use-company-list.ts'

type Props = { rows: readonly CompanyRow[]; isExcluded: boolean; onClose: () => void; onDone: () => void }

const words = (isExcluded: boolean) => (isExcluded ? 'excluded' : 'included')

/** Takes many companies out of the minimum spend, or back into it. */
export default function BulkMinimum({ rows, isExcluded, onClose, onDone }: Props) {
  const { send } = useSend('pricing.excludeMinimum')
  const wanted = isExcluded ? 1 : 0
  const changes = rows
    .filter((row) => row.excludeMinimumSpend !== wanted)
    .map(
      (row): Change => ({
        row,
        steps: [{ from: words(!isExcluded), to: words(isExcluded) }],
        run: () => send({ companyId: row.companyId, excludeMinimumSpend: wanted }),
      }),
    )
  return (
    <BulkDialog
      title={isExcluded ? 'Exclude from minimum spend' : 'Include in minimum spend'}
      label={isExcluded ? 'Exclude' : 'Include'}
      count={rows.length}
      changes={changes}
      unchanged={rows.length - changes.length}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
