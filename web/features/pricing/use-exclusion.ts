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
      const { excludeMinimumSpend: isExcluded } = await send({
        companyId: row.companyId,
        excludeMinimumSpend: row.excludeMinimumSpend ? 0 : 1,
      })
      notify(
        'success',
        isExcluded
          ? `${row.companyName} is excluded from the minimum spend.`
          : `${row.companyName} is included in the minimum spend.`,
      )
      await refresh()
    } catch {
      notify('danger', messages.excludeFailed)
    }
  }
}
