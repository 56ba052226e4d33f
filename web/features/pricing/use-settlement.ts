import { messages } from '#shared/messages.ts'
import { useRefreshLists } from '../../api/use-refresh-lists.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notify.tsx'
import type { CompanyRow } from './company-row.ts'

/** Records that an agency paid outside the platform what its card did not. */
export function useSettlement() {
  const { send } = useSend('payments.settleManually')
  const refresh = useRefreshLists()
  return async (row: CompanyRow) => {
    const isSure = await confirm({
      title: `Settle the failed payments of ${row.companyName}?`,
      children:
        'They count as paid outside the platform, and no card is charged. Campaigns that stopped for them are paused and must be started by hand. This cannot be undone.',
      confirmLabel: 'Settle',
      danger: true,
    })
    if (!isSure) return
    try {
      notify('success', (await send({ userId: row.id })).message)
      await refresh()
    } catch {
      notify('danger', messages.settleFailed)
    }
  }
}
