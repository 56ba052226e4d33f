import { SYSTEM_ZONE } from '#shared/constants.ts'
import { countDays, dayIn, isDay } from '#shared/dates.ts'
import { type LeadSort, leadSorts } from '#shared/leads/row.ts'
import { timeNow } from '../../api/server-time.ts'
import type { Sort } from '../../ui/data-table/table-types.ts'
import { type DayRange, lastDays } from '../../ui/days.ts'
import {
  readPage,
  readRows,
  readSearch,
  readSort,
  useAddress,
  writePage,
  writeRows,
  writeSort,
} from '../../ui/use-address.ts'

export const MOST_DAYS = 366
/** Ranges that end today stand in the address as a number of days, so that a link means the same tomorrow. */
const presets = [7, 30, 90] as const
const USUAL = 30

const isRange = (from: string, to: string) => isDay(from) && isDay(to) && from <= to && countDays(from, to) <= MOST_DAYS

/** What a dashboard shows, kept in the address so that a link shows the same. `timeZone`: whose days they are, once it is known. */
export function useDashboard(timeZone = SYSTEM_ZONE) {
  const { read, put } = useAddress()
  const today = dayIn(timeZone, timeNow())
  const days = presets.find((each) => String(each) === read('days')) ?? USUAL
  const [from, to] = [read('from'), read('to')]
  const isOwn = isRange(from, to)
  const sort = readSort(read('sort'))
  const known: readonly string[] = leadSorts
  return {
    zone: timeZone,
    range: isOwn ? { from, to } : lastDays(days, today),
    /** The days that end today, where no others were chosen. */
    days: isOwn ? undefined : days,
    client: read('client'),
    campaign: read('campaign'),
    search: readSearch(read('q')),
    sort: sort && known.includes(sort.key) ? sort : undefined,
    page: readPage(read('page')),
    perPage: readRows(read('rows')),
    isByCampaign: read('by') === 'campaign',
    lead: read('lead'),
    file: read('file'),
    setRange(range: DayRange | undefined) {
      const preset = presets.find((each) => {
        const usual = lastDays(each, today)
        return usual.from === range?.from && usual.to === range.to
      })
      const own = range && !preset ? range : undefined
      put({
        days: preset && preset !== USUAL ? String(preset) : undefined,
        from: own?.from,
        to: own?.to,
        page: undefined,
      })
    },
    widen: () => put({ days: '90', from: undefined, to: undefined, page: undefined }),
    setClient: (id: string) => put({ client: id, campaign: undefined, page: undefined, lead: undefined }),
    setCampaign: (number: string) => put({ campaign: number, page: undefined, lead: undefined, status: undefined }),
    setSearch: (text: string) => put({ q: text, page: undefined }, 'typing'),
    setSort: (to: Sort | undefined) => put({ sort: writeSort(to), page: undefined }),
    setPage: (page: number, how?: 'same') => put({ page: writePage(page) }, how),
    setPerPage: (rows: number) => put({ rows: writeRows(rows), page: undefined }),
    setByCampaign: (isOn: boolean) => put({ by: isOn ? 'campaign' : undefined }),
    openLead: (named: string) => put({ lead: named }),
    openFile: (id: string) => put({ file: id }),
  }
}
export type Dashboard = ReturnType<typeof useDashboard>

/** What the server is asked to sort by. */
export const sortOf = (sort: Sort | undefined): { sortby: LeadSort; order: 'asc' | 'desc' } => ({
  sortby: leadSorts.find((each) => each === sort?.key) ?? 'created',
  order: sort?.direction ?? 'desc',
})
