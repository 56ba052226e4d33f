import { useRef } from 'react'

type Page = { currentPage: number; cursor?: string | null; nextCursor: string | null }

/** Where the pages of a list begin, as far as they were seen: a page near one of them costs the server no more than the first. */
export function usePlaces(scope: string) {
  const places = useRef({ scope, at: new Map<number, string>() })
  if (places.current.scope !== scope) places.current = { scope, at: new Map() }
  return {
    remember: (page: Page) => {
      const { at } = places.current
      if (page.cursor) at.set(page.currentPage, page.cursor)
      if (page.nextCursor) at.set(page.currentPage + 1, page.nextCursor)
    },
    /** The cursor that leads to the page, or one beside it. */
    nearest: (page: number) => {
      const near = [...places.current.at].sort(([a], [b]) => Math.abs(a - page) - Math.abs(b - page))
      return page === 1 ? undefined : near[0]?.[1]
    },
    /** Only a cursor of this very page. */
    exact: (page: number) => places.current.at.get(page),
  }
}
