import { Paper } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useMe } from '../api/session-store.ts'
import FeatureAgreement from '../features/documents/feature-agreement.tsx'
import { Wallet } from '../features/wallet/wallet.tsx'
import { Page } from '../ui/page.tsx'
import { walletFeature } from './wallet-feature.ts'

/** The wallet at an address of its own, behind its agreement like the dialog. */
export default function WalletPage() {
  const user = useMe()
  const navigate = useNavigate()
  const [hasAgreed, setAgreed] = useState(user.isViewMode)
  return (
    <Page title="Data Wallet" description="Credit that your agency buys ahead, and where it went." kind="form">
      {hasAgreed ? (
        <Paper p="lg">
          <Wallet isReadOnly={user.isViewMode} />
        </Paper>
      ) : (
        <FeatureAgreement
          user={user}
          feature={walletFeature}
          onLeave={() => navigate('/', { replace: true })}
          onAgreed={() => setAgreed(true)}
        />
      )}
    </Page>
  )
}
