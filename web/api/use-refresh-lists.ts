import { useCallback } from 'react'
import { useSWRConfig } from 'swr'

/** Has what was read of an area asked again, the lists of companies where none is named: what changes elsewhere is shown in their rows. */
export function useRefreshLists(area = 'companies') {
  const { mutate } = useSWRConfig()
  return useCallback(() => mutate((key) => Array.isArray(key) && String(key[0]).startsWith(`${area}.`)), [mutate, area])
}
