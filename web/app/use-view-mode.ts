import { useNavigate } from 'react-router-dom'
import { afterRevert, afterSwitch } from '#shared/access/view-as.ts'
import { getSession } from '../api/session-store.ts'
import { useTenant } from '../api/tenant.ts'
import { revertView, viewAs } from '../api/view-mode.ts'
import { mayLeave } from '../ui/leave.ts'
import { toViewer } from './viewer.ts'

/** Into another person's view and back, each time to the page where it begins. */
export function useViewMode() {
  const navigate = useNavigate()
  const tenant = useTenant()

  const go = (where: typeof afterSwitch) => {
    const session = getSession()
    if (session.status !== 'in') return
    const { user, setup, view } = session
    navigate(where(toViewer(user, setup, view?.home ?? tenant)))
  }
  return {
    begin: async (userId: string) => {
      if (!(await mayLeave('page'))) return
      await viewAs(userId)
      go(afterSwitch)
    },
    end: async () => {
      if (!(await mayLeave('page'))) return
      await revertView()
      go(afterRevert)
    },
  }
}
