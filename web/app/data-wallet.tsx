import { lazy, Suspense, useState } from 'react'
import type { UserData } from '../api/session-store.ts'
import FeatureAgreement from '../features/documents/feature-agreement.tsx'
import { walletFeature } from './wallet-feature.ts'

const DataWallet = lazy(() => import('../features/wallet/data-wallet.tsx'))

type Props = { user: UserData; isViewing: boolean; onClose: () => void }

/** The wallet, behind its agreement. Nobody agrees through other eyes: the person who looks that way sees the wallet at once. */
export default function AgreedWallet({ user, isViewing, onClose }: Props) {
  const [hasAgreed, setAgreed] = useState(isViewing)
  if (!hasAgreed)
    return <FeatureAgreement user={user} feature={walletFeature} onLeave={onClose} onAgreed={() => setAgreed(true)} />
  return (
    <Suspense fallback={null}>
      <DataWallet isReadOnly={isViewing} onClose={onClose} />
    </Suspense>
  )
}
