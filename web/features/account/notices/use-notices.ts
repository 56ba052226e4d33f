import { useCallback } from 'react'
import { useSWRConfig } from 'swr'
import { send } from '../../../api/client.ts'
import { isGlobalViewMode, useMe } from '../../../api/session-store.ts'
import { useTenant } from '../../../api/tenant.ts'
import type { Input } from '../../../api/terms.ts'
import { useHasEditor } from '../../../api/use-may.ts'
import type { Place } from './words.ts'

const shown = ['account.notices', 'account.countNotices']

/** Marks notices as read, and has what shows them asked again; in view mode nothing is. */
export function useReadNotices(): (input: Input<'account.readNotices'>) => Promise<void> {
  const { mutate } = useSWRConfig()
  return useCallback(
    async (input) => {
      if (isGlobalViewMode()) return
      await send('account.readNotices', input)
      await mutate((key) => Array.isArray(key) && shown.includes(String(key[0])))
    },
    [mutate],
  )
}

/** What decides where notices lead. */
export function usePlace(): Place {
  const { userType, isRootCompany } = useMe()
  const { sideMenu } = useTenant()
  return { modules: sideMenu, userType, isRoot: isRootCompany, hasEditor: useHasEditor() }
}
