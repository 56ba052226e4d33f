import { messages } from '#shared/messages.ts'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'
import type { CompanyRow } from './company-row.ts'
import { useRefreshLists } from './use-refresh-lists.ts'

/** Takes a company out of the minimum spend, or back into it. */
export function useExclusion() {
  const { send } = useSend('pricing.excludeMinimum')
  const refresh = useRefreshLists()
  return async (row: CompanyRow) => {
    try {
      const { exclude_minimum_spend: isExcluded } = await send({ CompanyID: row.company_id })
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
