import { ALL, logActions, logTypeNames } from '#shared/audit-log.ts'
import { readPage, useAddress, writePage } from '../../ui/use-address.ts'
import { type LogFilter, type Named, noFilter } from './log-filter.ts'
import type { LogState } from './logs.tsx'

/** A thing that was chosen stands in the address by its id and its name, so that a link shows both. */
const writeNamed = (named: Named | null) => named && `${named.value}~${named.label}`
const readNamed = (text: string): Named | null => {
  const [value = '', ...label] = text.split('~')
  return value && label.length > 0 ? { value, label: label.join('~') } : null
}
const DAYS = /^(\d{4}-\d{2}-\d{2}),(\d{4}-\d{2}-\d{2})$/

/** What is shown of the log, in the address. What no log knows is left out. */
export function useLogState(): LogState {
  const { read, put } = useAddress()
  const [, from = '', to = ''] = DAYS.exec(read('days')) ?? []
  const filter: LogFilter = {
    ...noFilter,
    userType: logTypeNames.find(({ value }) => value === read('type'))?.value ?? noFilter.userType,
    user: readNamed(read('user')),
    action: logActions.find((action) => action === read('action')) ?? 'all',
    campaign: readNamed(read('campaign')),
    days: from ? { from, to } : undefined,
  }
  return {
    filter,
    // A name of its own: on the page of a company other lists keep their place in the address too.
    page: readPage(read('logpage')),
    setPage: (page, how) => put({ logpage: writePage(page) }, how),
    setFilter: ({ userType, user, action, campaign, days }) =>
      put({
        type: userType === ALL ? '' : userType,
        user: writeNamed(user) ?? '',
        action: action === 'all' ? '' : action,
        campaign: writeNamed(campaign) ?? '',
        days: days ? `${days.from},${days.to}` : '',
        logpage: '',
      }),
  }
}
