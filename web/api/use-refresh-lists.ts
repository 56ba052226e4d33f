import { useCallback } from 'react'
import { useSWRConfig } from 'swr'

const lists = ['clients.', 'agencies.']

/** Has the lists of companies asked again: what changes here is shown in their rows. */
export function useRefreshLists() {
  const { mutate } = useSWRConfig()
  return useCallback(
    () => mutate((key) => Array.isArray(key) && lists.some((area) => String(key[0]).startsWith(area))),
    [mutate],
  )
}
