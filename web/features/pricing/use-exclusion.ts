import { messages } from '#shared/messages.ts'
import { useRefreshLists } from '../../api/use-refresh-lists.ts'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'
import type { CompanyRow } from './company-row.ts'

/** Takes a company out of the minimum spend, or back into it. */
export function useExclusion() {
  const { send } = useSend('pricing.excludeMinimum')
  const refresh = useRefreshLists()
  return async (row: CompanyRow) => {
    try {
      const { exclude_minimum_spend: isExcluded } = await send({
        CompanyID: row.company_id,
        exclude_minimum_spend: row.exclude_minimum_spend ? 0 : 1,
      })
      notify(
        'success',
        isExcluded
          ? `${row.company_name} is excluded from the minimum spend.`
          : `${row.company_name} is included in the minimum spend.`,
      )
      await refresh()
    } catch {
      notify('danger', messages.excludeFailed)
    }
  }
}
