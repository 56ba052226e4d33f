import { useState } from 'react'

type Page = { currentPage: number; nextCursor: string | null }

/** Where the pages of a list begin, as far as they were reached one after the other. Another list begins anew. */
export function useCursors(list: string) {
  const [known, setKnown] = useState<{ list: string; at: Readonly<Record<number, string>> }>({ list, at: {} })
  const at = known.list === list ? known.at : {}
  return {
    find: (page: number): string | undefined => at[page],
    learn(answer: Page | undefined) {
      if (!answer?.nextCursor) return
      const next = answer.currentPage + 1
      if (at[next] === undefined) setKnown({ list, at: { ...at, [next]: answer.nextCursor } })
    },
  }
}
