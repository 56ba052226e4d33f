import type { describePage } from '#shared/paging.ts'

/** The numbers of a list's answer as the wire names them. */
export const toPageWire = ({ currentPage, lastPage, total, from, to, perPage }: ReturnType<typeof describePage>) => ({
  current_page: currentPage,
  last_page: lastPage,
  total,
  from,
  to,
  per_page: perPage,
})
