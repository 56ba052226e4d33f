import { useNavigate } from 'react-router-dom'
import { afterProfileSetup } from '#shared/access/profile.ts'
import { getSession } from '../api/session-store.ts'
import { useTenant } from '../api/tenant.ts'
import { useMay } from '../api/use-may.ts'
import ProfileSetupPage from '../features/account/profile-setup-page.tsx'
import { CardStep } from '../features/payments/card-step.tsx'
import { ConnectionPanel } from '../features/payments/connection-panel.tsx'
import { toViewer } from './viewer.ts'

/** The set-up with its way out: which page comes next depends on which pages there are. */
export default function ProfileSetup() {
  const navigate = useNavigate()
  const tenant = useTenant()
  const may = useMay()
  const leave = () => {
    const session = getSession()
    if (session.status === 'in') navigate(afterProfileSetup(toViewer(session.user, session.setup, tenant)))
  }
  return (
    <ProfileSetupPage
      onFinished={leave}
      accountStep={() => (
        <ConnectionPanel mayChange={may('connection:update', 'PUT')} returnUrl="/user/profile-setup?step=account" />
      )}
      cardStep={({ price, enableCoupon, status }) => <CardStep due={status ? price : ''} takesCoupons={enableCoupon} />}
    />
  )
}
