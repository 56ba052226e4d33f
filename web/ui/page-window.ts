import { PAGE_SIZE } from '#shared/constants.ts'

export const PAGE_LINKS = 5

/** How many pages a list has; an empty list still has one. */
export function pageCount(total: number, perPage = PAGE_SIZE): number {
  return Math.max(1, Math.ceil(total / perPage))
}

/** The page numbers to link: a window round the current page that slides at neither end. */
export function pageWindow(page: number, lastPage: number, links = PAGE_LINKS): number[] {
  const count = Math.min(links, lastPage)
  const centred = page - Math.floor(count / 2)
  const first = Math.min(Math.max(1, centred), lastPage - count + 1)
  return Array.from({ length: count }, (_, index) => first + index)
}

/** Which entries a page shows, for 'Showing x to y of z entries'. */
export function pageRange(page: number, total: number, perPage = PAGE_SIZE): { from: number; to: number } {
  if (total === 0) return { from: 0, to: 0 }
  return { from: (page - 1) * perPage + 1, to: Math.min(page * perPage, total) }
}
