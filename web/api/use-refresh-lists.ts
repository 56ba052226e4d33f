import { useCallback } from 'react'
import { useSWRConfig } from 'swr'

/** The figures at the top of the list of agencies count what stands in its rows. */
const besides: Readonly<Record<string, string>> = { companies: 'account.home' }

/** Tells the reads that a change of an area makes old. */
export const isOfArea = (area: string) => (key: unknown) =>
  Array.isArray(key) && (String(key[0]).startsWith(`${area}.`) || key[0] === besides[area])

/** Has what was read of an area asked again, the lists of companies where none is named: what changes elsewhere is shown in their rows. */
export function useRefreshLists(area = 'companies') {
  const { mutate } = useSWRConfig()
  return useCallback(() => mutate(isOfArea(area)), [mutate, area])
}
