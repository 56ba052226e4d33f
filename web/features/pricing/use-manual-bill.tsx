import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { fieldsOf } from '../../api/api-error.ts'
import { useRefreshLists } from '../../api/use-refresh-lists.ts'
import { useSend } from '../../api/use-send.ts'
import { confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notify.tsx'
import type { CompanyRow } from './company-row.ts'

const questionOf = (row: CompanyRow, isOn: boolean) =>
  isOn
    ? {
        title: `Turn on manual billing for ${row.companyName}?`,
        children:
          'Its campaigns are billed wholesale to the card of the agency from now on, or to its Data Wallet if it chose that. Its clients are not charged any more.',
        confirmLabel: 'Turn on',
      }
    : {
        title: `Turn off manual billing for ${row.companyName}?`,
        children:
          'All its campaigns stop, and what is not billed yet is charged to the card of the agency to date. Before a campaign can start again, its client needs a card of its own.',
        confirmLabel: 'Turn off',
        danger: true,
      }

/** Manual billing as a switch that asks first, shows the new state at once, and goes back when it could not be saved. */
export function useManualBill() {
  const { send } = useSend('pricing.manualBill')
  const refresh = useRefreshLists()
  const [shown, setShown] = useState<Record<string, boolean>>({})
  const isOn = (row: CompanyRow) => shown[row.companyId] ?? row.manualBill
  const show = (row: CompanyRow, on: boolean | undefined) =>
    setShown(({ [row.companyId]: _, ...others }) => (on === undefined ? others : { ...others, [row.companyId]: on }))

  const toggle = async (row: CompanyRow) => {
    const next = !isOn(row)
    if (!(await confirm(questionOf(row, next)))) return
    show(row, next)
    try {
      const { message } = await send({ companyId: row.companyId, manualBill: next })
      notify('success', message)
      await refresh()
    } catch (error) {
      const refusal = fieldsOf(error)?.companyId
      notify('danger', refusal ?? messages.manualBillFailed)
    }
    // The list says by now how it is; where nothing was saved, it says what was before.
    show(row, undefined)
  }
  return { isOn, toggle }
}
