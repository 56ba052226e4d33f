import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { afterProfileSetup } from '#shared/access/profile.ts'
import { getSession } from '../api/session-store.ts'
import { useTenant } from '../api/tenant.ts'
import { useMay } from '../api/use-may.ts'
import ProfileSetupPage from '../features/account/profile-setup-page.tsx'
import { SkeletonLines } from '../ui/skeleton-lines.tsx'
import { toViewer } from './viewer.ts'

// What is paid comes after what is filled in, and is fetched then.
const CardStep = lazy(async () => ({ default: (await import('../features/payments/card-step.tsx')).CardStep }))
const ConnectionPanel = lazy(async () => ({
  default: (await import('../features/payments/connection-panel.tsx')).ConnectionPanel,
}))
const waiting = <SkeletonLines rows={6} height={24} />

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
        <Suspense fallback={waiting}>
          <ConnectionPanel mayChange={may('connection:update', 'PUT')} returnUrl="/user/profile-setup?step=account" />
        </Suspense>
      )}
      cardStep={({ price, enableCoupon, status }) => (
        <Suspense fallback={waiting}>
          <CardStep due={status ? price : ''} takesCoupons={enableCoupon} />
        </Suspense>
      )}
    />
  )
}
