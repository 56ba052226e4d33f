import { useEffect } from 'react'

type Page = { data: readonly unknown[]; lastPage: number }

/** Goes to the last page when the one that the address names is not there any more. */
export function usePageInRange(
  page: number,
  answer: Page | undefined,
  setPage: (page: number, how: 'same') => void,
): void {
  useEffect(() => {
    if (answer && answer.data.length === 0 && page > answer.lastPage) setPage(answer.lastPage, 'same')
  })
}
