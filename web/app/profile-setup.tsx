import { useNavigate } from 'react-router-dom'
import { afterProfileSetup } from '#shared/access/profile.ts'
import { getSession } from '../api/session-store.ts'
import { useTenant } from '../api/tenant.ts'
import ProfileSetupPage from '../features/account/profile-setup-page.tsx'
import { built } from './pages.ts'
import { toViewer } from './viewer.ts'

/** The set-up with its way out: which page comes next depends on which pages there are. */
export default function ProfileSetup() {
  const navigate = useNavigate()
  const tenant = useTenant()
  const leave = () => {
    const session = getSession()
    if (session.status === 'in') navigate(afterProfileSetup(toViewer(session.user, session.setup, tenant), built))
  }
  return <ProfileSetupPage onFinished={leave} />
}
