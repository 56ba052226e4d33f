import { useCallback } from 'react'
import { useSWRConfig } from 'swr'

/** Has the lists of companies asked again: what changes here is shown in their rows. */
export function useRefreshLists() {
  const { mutate } = useSWRConfig()
  return useCallback(() => mutate((key) => Array.isArray(key) && String(key[0]).startsWith('companies.')), [mutate])
}
